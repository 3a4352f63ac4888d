#include "commands.hpp"
#include "failure.hpp"
#include "output.hpp"
#include "session.hpp"
#include "standard_input.hpp"
#include "stream_job.hpp"

#include <storh/query.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"help(Prints the records that a query selects, {"id":"...","data":{...}}, one a line. A query is JSON:

  {"groups": [[{"field": "lang", "op": "eq", "value": "en"},
               {"field": "views", "op": "between", "value": 10, "value2": 99}],
              [{"field": "pinned", "op": "exists"}]],
   "order": {"field": "views", "direction": "desc"}, "limit": 20, "cursor": "ID"}

A record is selected when all conditions of a group hold, for at least one group. Operators are eq,
neq, in, notIn (value: a list), gt, gte, lt, lte, between, exists, missing, prefix. A field is a
member at the top of the document; id is the record's id. {"any": [[...], ...]} nests groups. 1 is
not 1.0 for eq and in; the others compare numbers by value, strings before numbers. Without an order
records come in id order, and the id of the last is the cursor of the next page.

Examples:
  storh query var/app places --json '{"groups":[[{"field":"country","op":"eq","value":"FR"}]]}'
  storh query var/app places --json '{"order":{"field":"population","direction":"desc"},"limit":5}'
  storh query var/app places --json - --count < query.json
  storh query var/app places --json "$query" --explain       how it is answered, step by step)help";

struct query_arguments {
    common_options common;
    std::string text = "{}";
    std::optional<std::uint64_t> limit;
    std::size_t sort_memory = 64;
    bool ids = false;
    bool count = false;
    bool explain = false;
    bool skip_damaged = false;

    [[nodiscard]] query_options options() const {
        return query_options()
            .on_error(skip_damaged ? error_policy::skip : error_policy::stop)
            .sort_bytes_max(sort_memory << 20);
    }
};

query query_of(query_arguments const& arguments) {
    std::string const text =
        arguments.text == "-" ? read_standard_input(std::size_t{16} << 20) : arguments.text;
    error_info info;
    auto made = query::parse(text, &info);
    if (!made) {
        throw failure(exit_code::usage, "query --json",
                      fmt::format("{}: {}", made.error().message(), info.to_string()),
                      "see storh query --help");
    }
    if (arguments.limit) made->limit(*arguments.limit);
    return std::move(*made);
}

asio::awaitable<record_stream> open_query(doc_store store, query asked, query_options options,
                                          std::string path) {
    error_info info;
    auto [error, rows] = co_await store.query(std::move(asked), options.info(info), as_result);
    if (error) throw describe(error, info, path);
    co_return std::move(rows);
}

asio::awaitable<int> print_rows(engine& on, query_arguments arguments, query asked) {
    auto const line = [ids = arguments.ids](record const& row) {
        return ids ? row.id().to_string() + '\n' : record_line(row, false);
    };
    auto const open = [asked = std::move(asked), options = arguments.options(),
                       path = arguments.common.path()](doc_store store) {
        return open_query(std::move(store), asked, options, path);
    };
    auto const job = std::make_unique<stream_job>(on, arguments.common, "-", open, line);
    co_await job->run();
    co_return exit_code::fine;
}

/// What `ask` gets from the store, as `text` says it.
template <class Ask, class Text>
asio::awaitable<int> print_answer(engine& on, query_arguments arguments, Ask ask, Text text) {
    doc_store store = co_await open_for_reading(on, arguments.common);
    error_info info;
    query_options const options = arguments.options().info(info);
    auto const [error, answer] = co_await ask(store, options);
    if (error) throw describe(error, info, arguments.common.path());
    co_await store.close();
    print(text(answer));
    co_return exit_code::fine;
}

asio::awaitable<int> print_count(engine& on, query_arguments const& arguments, query const& asked) {
    return print_answer(
        on, arguments,
        [asked](doc_store& store, query_options const& options) {
            return store.count(asked, options, as_result);
        },
        [](std::uint64_t count) { return fmt::format("{}\n", count); });
}

asio::awaitable<int> print_plan(engine& on, query_arguments const& arguments, query const& asked) {
    return print_answer(
        on, arguments,
        [asked](doc_store& store, query_options const& options) {
            return store.explain(asked, options, as_result);
        },
        [](query_plan const& plan) { return plan.to_string() + '\n'; });
}

int run_query(query_arguments const& arguments) {
    query const asked = query_of(arguments);
    return run_session(arguments.common, [&](engine& on) {
        if (arguments.count) return print_count(on, arguments, asked);
        if (arguments.explain) return print_plan(on, arguments, asked);
        return print_rows(on, arguments, asked);
    });
}

void add_results(CLI::App& command, query_arguments& into) {
    CLI::Option& ids = *command.add_flag("--ids", into.ids, "Print the ids only, one a line");
    CLI::Option& count =
        *command.add_flag("--count", into.count, "Print how many there are, with regard to limits");
    CLI::Option& explain = *command.add_flag(
        "--explain", into.explain,
        "Carry the query out, and print the steps with the rows of each instead of the result");
    count.excludes(&ids);
    explain.excludes(&ids)->excludes(&count);
}

}  // namespace

void add_query(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<query_arguments>();
    CLI::App& command = add_command_without_json(
        program, "query", "Print the records that a query selects", arguments->common);
    command.footer(footer);
    command
        .add_option("--json", arguments->text,
                    "The query; - reads it from standard input. Default: every record")
        ->type_name("QUERY");
    add_results(command, *arguments);
    // One less than there is, because a greater number is read as the greatest.
    command
        .add_option("--limit", arguments->limit, "At most so many records, whatever the query says")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max() - 1)
                    .description(""));
    command
        .add_option("--sort-memory", arguments->sort_memory,
                    "Memory for sorting by a field; more than fits is an error")
        ->type_name("MIB")
        ->check(CLI::Range(1, 1 << 20).description(""))
        ->capture_default_str();
    command.add_flag("--skip-damaged", arguments->skip_damaged,
                     "Pass over damaged records; the first are named on standard error");
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_query(*arguments); }; });
}

}  // namespace storh::tool
