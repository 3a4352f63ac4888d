#include "commands.hpp"
#include "import_job.hpp"
#include "session.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"(Each line is a JSON object. With exactly the members id (a UUIDv7) and data (an object) it is that
record, stored as the line is and replacing what is there; any other object is the data of a new
record. Blank lines are nothing. A bad line stops the import, once the lines before it are durable.
Ctrl-C stops it in the same way; a second one ends it at once.

Examples:
  storh import var/app places places.jsonl
  zcat places.jsonl.gz | storh import var/app places --acks durable.txt
  storh import var/app places places.jsonl --skip-bad --json)";

// A coroutine of its own: the job lives in its frame.
asio::awaitable<int> import_lines(engine& on, import_arguments arguments) {
    auto const job = std::make_unique<import_job>(on, std::move(arguments));
    co_return co_await job->run();
}

int run_import(import_arguments const& arguments) {
    return run_session(arguments.common, [&](engine& on) { return import_lines(on, arguments); });
}

}  // namespace

void add_import(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<import_arguments>();
    CLI::App& command =
        add_command(program, "import", "Store one record a line", arguments->common);
    command.footer(footer);
    command.add_option("FILE", arguments->file, "The lines; - is standard input")
        ->type_name("")
        ->capture_default_str();
    command
        .add_option("--in-flight", arguments->in_flight, "Records that are on their way at once")
        ->type_name("N")
        ->check(CLI::Range(1U, 1U << 20U).description(""))
        ->capture_default_str();
    command
        .add_option("--acks", arguments->acks,
                    "Append each id to this file, one a line, as soon as its record is durable")
        ->type_name("PATH");
    command.add_flag("--skip-bad", arguments->skip_bad,
                     "Pass over lines that are no record or break the schema, and count them");
    add_schema(command, arguments->common.schema_file);
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_import(*arguments); }; });
}

}  // namespace storh::tool
