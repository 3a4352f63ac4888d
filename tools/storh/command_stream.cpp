#include "commands.hpp"
#include "failure.hpp"
#include "session.hpp"
#include "stream_job.hpp"

#include <storh/json.hpp>

#include <boost/json/parse.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"help(Prints {"id":"...","data":{...}}, one record a line, in id order, which is the order in which
they were made. All conditions have to hold. The id of the last line is the --after of the next page.
A condition --where compares a member of the document with a value in JSON: 1 is not 1.0, and a text
needs its quotes. A damaged record ends the stream with exit code 1, unless it is to be skipped.

Examples:
  storh stream var/app places --limit 100 --after "$last"
  storh stream var/app places --reverse --limit 5           the newest five
  storh stream var/app pages --where 'lang="en"' --where 'draft=false'
  storh stream var/app pages --since "$(date -d yesterday +%s000)" | wc -l)help";

struct stream_arguments {
    common_options common;
    std::string after;
    std::optional<std::int64_t> since;
    std::optional<std::int64_t> until;
    std::optional<std::uint64_t> limit;
    std::vector<std::string> conditions;
    bool is_reverse = false;
    bool skip_damaged = false;
};

/// One JSON value as a record would hold it.
std::optional<json::value> parse_value(std::string_view text) {
    boost::system::error_code error;
    (void)json::parse(json::string_view(text.data(), text.size()),
                      error);  // alone, so that it cannot be more than one value below
    if (error) return std::nullopt;
    auto wrapped = parse_document(fmt::format("{{\"value\":{}}}", text));
    if (!wrapped) return std::nullopt;
    return std::move(wrapped->at("value"));
}

record_query::equality parse_condition(std::string const& typed) {
    std::size_t const sign = typed.find('=');
    auto value = sign == std::string::npos ? std::nullopt : parse_value(typed.substr(sign + 1));
    if (!value) {
        throw failure(exit_code::usage, "stream",
                      fmt::format("--where: '{}' is no condition", typed),
                      R"(which looks like lang="en" or n=1, the value being JSON)");
    }
    return record_query::equality(typed.substr(0, sign), std::move(*value));
}

record_query query_of(stream_arguments const& arguments) {
    record_query query;
    if (!arguments.after.empty()) query.after(uuid_v7::parse(arguments.after).value());
    if (arguments.since) query.since(*arguments.since);
    if (arguments.until) query.until(*arguments.until);
    if (arguments.limit) query.limit(*arguments.limit);
    for (std::string const& typed : arguments.conditions) {
        record_query::equality condition = parse_condition(typed);
        query.where_equal(std::move(condition.field), std::move(condition.value));
    }
    query.reverse(arguments.is_reverse);
    query.on_error(arguments.skip_damaged ? error_policy::skip : error_policy::stop);
    return query;
}

asio::awaitable<int> stream_records(engine& on, common_options common, record_query query) {
    auto const job = std::make_unique<stream_job>(on, std::move(common), "-", std::move(query));
    co_await job->run();
    co_return exit_code::fine;
}

int run_stream(stream_arguments const& arguments) {
    record_query const query = query_of(arguments);
    return run_session(arguments.common,
                       [&](engine& on) { return stream_records(on, arguments.common, query); });
}

void add_bounds(CLI::App& command, stream_arguments& into) {
    add_id(command, "--after", into.after)
        .description("Only records behind this id, which need not exist");
    // One less than there is, because a greater number is read as the greatest.
    auto const number_max = std::numeric_limits<std::int64_t>::max() - 1;
    for (auto const& [name, place, what] :
         {std::tuple("--since", &into.since, "Only records made at this time or later"),
          std::tuple("--until", &into.until, "Only records made at this time or earlier")}) {
        command.add_option(name, *place, std::string(what) + ", in ms since 1970")
            ->type_name("MS")
            ->check(CLI::Range(std::int64_t{0}, number_max).description(""));
    }
    command.add_option("--limit", into.limit, "At most so many records")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{0}, number_max).description(""));
}

}  // namespace

void add_stream(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<stream_arguments>();
    CLI::App& command =
        add_command(program, "stream", "Print some of the records, one a line", arguments->common);
    command.footer(footer);
    add_bounds(command, *arguments);
    command
        .add_option("--where", arguments->conditions,
                    "Only records whose member FIELD equals the value; may be repeated")
        ->type_name("FIELD=JSON")
        ->allow_extra_args(false);
    command.add_flag("--reverse", arguments->is_reverse, "From the newest to the oldest");
    command.add_flag("--skip-damaged", arguments->skip_damaged,
                     "Pass over damaged records, and name the first on standard error");
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_stream(*arguments); }; });
}

}  // namespace storh::tool
