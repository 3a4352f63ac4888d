#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "session.hpp"

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <utility>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"(The removal is durable when the command ends. Exit code 4 if there is no such record.

Examples:
  storh remove var/app pages 01890a5d-ac96-774b-bcce-b302099a8057
  storh remove var/app pages "$id" --if-match "$tag"      only if nobody else wrote)";

struct remove_arguments {
    common_options common;
    std::string id;
    std::string tag;
};

asio::awaitable<int> remove_record(engine& on, remove_arguments arguments) {
    // A mistyped name makes no collection.
    doc_store there = co_await open_for_reading(on, arguments.common);
    co_await there.close();
    doc_store store = co_await open_for_writing(on, arguments.common);
    error_info info;
    remove_options options;
    options.info(info);
    if (!arguments.tag.empty()) options.if_match(record_tag::parse(arguments.tag).value());
    uuid_v7 const id = uuid_v7::parse(arguments.id).value();
    auto const [error, was_there] = co_await store.remove(id, options, as_result);
    if (error) throw describe(error, info, arguments.common.path());
    co_await store.close();
    if (!was_there) {
        throw failure(exit_code::not_found, arguments.common.path(),
                      "no record with the id " + id.to_string());
    }
    if (arguments.common.json) {
        print(fmt::format("{{\"id\":\"{}\",\"removed\":true}}\n", id.to_string()));
    }
    co_return exit_code::fine;
}

int run_remove(remove_arguments const& arguments) {
    return run_session(arguments.common, [&](engine& on) { return remove_record(on, arguments); });
}

}  // namespace

void add_remove(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<remove_arguments>();
    CLI::App& command = add_command(program, "remove", "Remove a record", arguments->common);
    command.footer(footer);
    add_id(command, "ID", arguments->id).required();
    add_if_match(command, arguments->tag);
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_remove(*arguments); }; });
}

}  // namespace storh::tool
