// tools/storh/main.cpp
//
// The program `storh`: collections of records on the command line.

#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "usage.hpp"

#include <storh/version.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <csignal>
#include <exception>
#include <new>

namespace storh::tool {
namespace {

constexpr char description[] =
    "JSON records in plain files: ROOT/COLLECTION/data/<2 hex>/<id>.jsonc, durable when "
    "acknowledged.";

constexpr char footer[] = R"(Examples:
  echo '{"slug":"home"}' | storh put var/app pages      store a record, print it with its id
  storh import var/app places places.jsonl              store one record a line
  storh export var/app places places.jsonl              write them all to a file
  storh stream var/app places --reverse --limit 5       the newest five
  storh query var/app places --json '{"order":{"field":"name"},"limit":5}'
  storh verify var/app places                           look for damage
  storh COMMAND --help                                  what a command takes, with examples

Exit codes: 0 fine, 1 error, 2 wrong usage, 3 damage, 4 no such record
or collection.)";

int run(int count, char** arguments) {
    CLI::App program(description, "storh");
    program.footer(footer);
    program.set_version_flag("--version", fmt::format("storh {}", version), "Print the version");
    program.require_subcommand(1);
    action chosen;
    add_put(program, chosen);
    add_get(program, chosen);
    add_remove(program, chosen);
    add_import(program, chosen);
    add_export(program, chosen);
    add_stream(program, chosen);
    add_query(program, chosen);
    add_schema_commands(program, chosen);
    add_stats(program, chosen);
    add_verify(program, chosen);
    add_repair(program, chosen);
    add_index(program, chosen);
    add_reindex(program, chosen);
    try {
        program.parse(count, arguments);
    } catch (CLI::Success const& asked) {
        return program.exit(asked);  // prints the help or the version
    } catch (CLI::ParseError const& complaint) {
        throw describe_usage(program, complaint, count > 1 ? arguments[1] : "");
    }
    return chosen();
}

}  // namespace
}  // namespace storh::tool

int main(int count, char** arguments) {
    using namespace storh::tool;
    // A closed pipe is an error of the write that meets it, which knows what to do.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run(count, arguments);
    } catch (reader_gone const&) {
        return exit_code::fine;
    } catch (failure const& told) {
        print_error(told.what());
        return told.code();
    } catch (std::bad_alloc const&) {
        print_error("out of memory (lower --in-flight)");
    } catch (boost::system::system_error const& error) {
        print_error(describe(error.code(), storh::error_info(), "").what());
    } catch (std::exception const& error) {
        print_error(error.what());
    }
    return exit_code::error;
}
