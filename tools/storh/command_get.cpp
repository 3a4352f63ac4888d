#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "session.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <utility>

namespace storh::tool {
namespace {

constexpr char footer[] = R"(Exit code 4 if there is no such record.

Examples:
  storh get var/app pages 01890a5d-ac96-774b-bcce-b302099a8057
  storh get var/app pages "$id" --json      with the tag, for put --if-match)";

struct get_arguments {
    common_options common;
    std::string id;
};

asio::awaitable<int> get_record(engine& on, get_arguments arguments) {
    doc_store store = co_await open_for_reading(on, arguments.common);
    error_info info;
    get_options options;
    options.info(info);
    uuid_v7 const id = uuid_v7::parse(arguments.id).value();
    auto const [error, found] = co_await store.get(id, options, as_result);
    if (error) throw describe(error, info, arguments.common.path());
    co_await store.close();
    if (!found) {
        throw failure(exit_code::not_found, arguments.common.path(),
                      "no record with the id " + id.to_string());
    }
    print(record_line(*found, arguments.common.json));
    co_return exit_code::fine;
}

int run_get(get_arguments const& arguments) {
    return run_session(arguments.common, [&](engine& on) { return get_record(on, arguments); });
}

}  // namespace

void add_get(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<get_arguments>();
    CLI::App& command = add_command(program, "get", "Print a record", arguments->common);
    command.footer(footer);
    add_id(command, "ID", arguments->id).required();
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_get(*arguments); }; });
}

}  // namespace storh::tool
