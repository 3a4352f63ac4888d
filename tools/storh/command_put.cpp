#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "session.hpp"
#include "standard_input.hpp"

#include <storh/json.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <utility>

namespace storh::tool {
namespace {

constexpr char footer[] = R"(The record is durable when its line is printed.

Examples:
  echo '{"slug":"home"}' | storh put var/app pages
  storh put var/app pages --id 01890a5d-ac96-774b-bcce-b302099a8057 < page.json
  storh put var/app pages --id "$id" --if-match "$tag" < page.json   only if nobody else wrote
  storh put var/app pages --schema pages.json < page.json            only if it is as that says
(storh get --json prints the tag; a condition that does not hold is an error, exit code 1))";

struct put_arguments {
    common_options common;
    std::string id;
    std::string tag;
    bool if_absent = false;
};

/// Text may be longer than the record by white space.
json::object read_document(common_options const& common) {
    std::size_t const bytes_max = common.store(access_mode::read_write).record_bytes_max();
    std::string const text = read_standard_input(2 * bytes_max);
    error_info info;
    auto document = parse_document(text, &info);
    if (!document) throw describe(document.error(), info, standard_input);
    return std::move(*document);
}

put_options conditions(put_arguments const& arguments) {
    put_options options;
    if (arguments.if_absent) options.if_absent();
    if (!arguments.tag.empty()) options.if_match(record_tag::parse(arguments.tag).value());
    return options;
}

asio::awaitable<int> put_document(engine& on, put_arguments arguments, json::object document) {
    doc_store store = co_await open_for_writing(on, arguments.common);
    uuid_v7 const id =
        arguments.id.empty() ? uuid_v7::generate() : uuid_v7::parse(arguments.id).value();
    error_info info;
    put_options options = conditions(arguments);
    options.info(info);
    auto const [error, stored] = co_await store.put(id, std::move(document), options, as_result);
    if (error) throw describe(error, info, arguments.common.path());
    co_await store.close();
    print(record_line(stored, arguments.common.json));
    co_return exit_code::fine;
}

int run_put(put_arguments const& arguments) {
    json::object const document = read_document(arguments.common);
    return run_session(arguments.common,
                       [&](engine& on) { return put_document(on, arguments, document); });
}

}  // namespace

void add_put(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<put_arguments>();
    CLI::App& command = add_command(
        program, "put", "Store the JSON object on standard input as a record", arguments->common);
    command.footer(footer);
    CLI::Option& id = add_id(command, "--id", arguments->id);
    add_schema(command, arguments->common.schema_file);
    CLI::Option& match = add_if_match(command, arguments->tag);
    match.needs(&id);
    command.add_flag("--if-absent", arguments->if_absent, "Only if there is no record of this id")
        ->needs(&id)
        ->excludes(&match);
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_put(*arguments); }; });
}

}  // namespace storh::tool
