#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "schema_file.hpp"
#include "schema_report.hpp"
#include "session.hpp"
#include "standard_input.hpp"

#include <storh/json.hpp>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"(A schema says which fields documents have to have, and of which type. It is a file:

  {"fields": [{"name": "slug",  "type": "string", "required": true, "unique": true},
              {"name": "views", "type": "int", "range": true}]}

Types are string, int, float (ints will do), bool and mixed; null is fine for all of them, and so are
fields that are not named. required: the field has to be there. indexed, unique and range say how it
is to be found. Nothing of it is stored: give it to the commands that write with --schema.

Examples:
  storh schema print pages.json                              read it, and print it in full
  storh schema check var/app pages --schema pages.json       which records break it?
  storh schema check-lines rows.jsonl --schema pages.json    which lines would an import refuse?
  storh import var/app pages rows.jsonl --schema pages.json --skip-bad)";

constexpr char check_footer[] =
    R"(Reads every record and prints those that break the schema, `ID: reason`, or with --json an object;
the last line sums up. Nothing is changed. Exit code 3 if a record breaks it, 0 if none does.

Examples:
  storh schema check var/app pages --schema pages.json
  storh schema check var/app pages --schema pages.json --json | jq -r 'select(.id).id')";

constexpr char check_lines_footer[] =
    R"(Prints the lines that an import with this schema would refuse, `LINE: reason`; the last line sums
up. Exit code 3 if there are any, 0 if there are none.

Examples:
  storh schema check-lines rows.jsonl --schema pages.json
  zcat rows.jsonl.gz | storh schema check-lines - --schema pages.json)";

constexpr std::size_t rows_at_once = 256;
constexpr std::size_t line_bytes_max = std::size_t{32} << 20;

struct check_arguments {
    common_options common;
    std::string schema_file;
};

struct lines_arguments {
    std::string file = "-";
    std::string schema_file;
    bool json = false;
};

void check(schema const& wanted, json::object const& document, std::string const& place,
           schema_report& report) {
    error_info info;
    if (wanted.check(document, &info)) {
        report.add_broken(place, info);
    } else {
        report.add_sound();
    }
}

asio::awaitable<int> check_records(engine& on, common_options common, schema wanted) {
    doc_store store = co_await open_for_reading(on, common);
    record_stream rows = store.stream();
    schema_report report("record", common.json);
    for (;;) {
        error_info info;
        auto const [error, found] = co_await rows.next_many(rows_at_once, &info, as_result);
        if (error) throw describe(error, info, common.path());
        if (found.empty()) break;
        for (record const& row : found) check(wanted, row.data(), row.id().to_string(), report);
    }
    co_await store.close();
    co_return report.finish();
}

int run_check(check_arguments const& arguments) {
    schema const wanted = read_schema(arguments.schema_file);
    return run_session(arguments.common,
                       [&](engine& on) { return check_records(on, arguments.common, wanted); });
}

/// The document of a line: of `{"id":...,"data":{...}}` the data, as an import takes it.
json::object const& document_of(json::object const& row) {
    bool const is_record = row.size() == 2 && row.contains("id") && row.contains("data") &&
                           row.at("id").is_string() && row.at("data").is_object();
    return is_record ? row.at("data").get_object() : row;
}

void check_line(schema const& wanted, std::string_view line, std::string const& number,
                schema_report& report) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    error_info info;
    auto const row = parse_document(line, &info);
    if (row) return check(wanted, document_of(*row), number, report);
    report.add_broken(number, info);
}

int check_lines(std::istream& in, lines_arguments const& arguments) {
    schema const wanted = read_schema(arguments.schema_file);
    schema_report report("line", arguments.json);
    std::vector<char> line(line_bytes_max);
    std::uint64_t number = 0;
    while (in.getline(line.data(), static_cast<std::streamsize>(line.size()))) {
        // What was taken, without the line feed if there was one.
        auto const bytes = static_cast<std::size_t>(in.gcount() - (in.eof() ? 0 : 1));
        std::string_view const text(line.data(), bytes);
        check_line(wanted, text, std::to_string(++number), report);
    }
    std::string const name = arguments.file == "-" ? standard_input : arguments.file;
    if (in.bad()) throw describe_errno(name);
    if (!in.eof()) {
        throw failure(exit_code::error, name + ":" + std::to_string(number + 1),
                      "the line is longer than a record may be");
    }
    return report.finish();
}

int run_check_lines(lines_arguments const& arguments) {
    if (arguments.file == "-") return check_lines(std::cin, arguments);
    errno = 0;
    std::ifstream in(arguments.file, std::ios::binary);
    if (!in) throw describe_errno(arguments.file);
    return check_lines(in, arguments);
}

void add_check(CLI::App& above, action& chosen) {
    auto const arguments = std::make_shared<check_arguments>();
    CLI::App& command =
        add_command(above, "check", "Print the records that break a schema", arguments->common);
    command.footer(check_footer);
    add_schema(command, arguments->schema_file).required();
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_check(*arguments); }; });
}

void add_check_lines(CLI::App& above, action& chosen) {
    auto const arguments = std::make_shared<lines_arguments>();
    CLI::App& command = *above.add_subcommand("check-lines", "Print the lines that break a schema");
    command.footer(check_lines_footer);
    command.add_option("FILE", arguments->file, "The lines; - is standard input")
        ->type_name("")
        ->capture_default_str();
    add_schema(command, arguments->schema_file).required();
    command.add_flag("--json", arguments->json, "Print the result for programs");
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_check_lines(*arguments); }; });
}

void add_print(CLI::App& above, action& chosen) {
    auto const file = std::make_shared<std::string>();
    CLI::App& command = *above.add_subcommand("print", "Read a schema and print it in full");
    command.footer("Examples:\n  storh schema print pages.json");
    command.add_option("FILE", *file, "The schema")->type_name("")->required();
    command.callback([file, &chosen] {
        chosen = [file] {
            print(read_schema(*file).to_json().value());
            return exit_code::fine;
        };
    });
}

}  // namespace

void add_schema_commands(CLI::App& program, action& chosen) {
    CLI::App& command = *program.add_subcommand("schema", "Print a schema; find what breaks it");
    command.footer(footer);
    command.require_subcommand(1);
    add_print(command, chosen);
    add_check(command, chosen);
    add_check_lines(command, chosen);
}

}  // namespace storh::tool
