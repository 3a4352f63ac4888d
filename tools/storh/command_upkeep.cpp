#include "commands.hpp"
#include "failure.hpp"
#include "finding_text.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "session.hpp"
#include "upkeep_job.hpp"

#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <utility>

namespace storh::tool {
namespace {

constexpr char stats_footer[] =
    R"(Counts the files of the records without reading them. Nothing is changed.

Examples:
  storh stats var/app places
  storh stats var/app places --json)";

constexpr char verify_footer[] =
    R"(Reads every record and looks at every other file of the collection. Nothing is changed, and
writers may go on. Each finding is a line `KIND  PATH  detail`, or with --json an object; the last
line sums up.

Damage is corrupt_record, wrong_id, wrong_bucket, unreadable_record and, where an index and a record
differ, index_mismatch (storh reindex); foreign_file, orphaned_temp and stale_marker are harmless. Exit code 3 if there is damage, 0 if there is none.

Examples:
  storh verify var/app places
  storh verify var/app places --json | jq -r 'select(.kind == "corrupt_record").path')";

constexpr char repair_footer[] =
    R"(Verifies, moves damaged files to .storh/corrupt, sound records in a wrong bucket into theirs,
and removes what dead writers have left. No record is deleted or overwritten, and writers may go on.
Records that cannot be read for a reason outside their bytes stay where they are. Findings are
printed as by storh verify. Exit code 3 if damage is left, 0 if there is none.

Examples:
  storh repair var/app places
  storh repair var/app places --drop-php-indexes      also where storh for PHP keeps indexes)";

asio::awaitable<int> show_stats(engine& on, common_options common) {
    doc_store store = co_await open_for_reading(on, common);
    auto const job = std::make_unique<upkeep_job>(co_await asio::this_coro::executor, common,
                                                  "counting", asio::cancellation_type::total);
    auto token = as_result_of(job->slot());
    auto const [error, stats] = co_await store.stats(job->options(), std::move(token));
    job->end(error);
    co_await store.close();
    print(common.json ? fmt::format("{{\"records\":{},\"bytes\":{}}}\n", stats.records, stats.bytes)
                      : fmt::format("{}, {}\n", counted(stats.records, "record"),
                                    counted(stats.bytes, "byte")));
    co_return exit_code::fine;
}

asio::awaitable<int> verify_records(engine& on, common_options common) {
    doc_store store = co_await open_for_reading(on, common);
    auto const job = std::make_unique<upkeep_job>(co_await asio::this_coro::executor, common,
                                                  "verifying", asio::cancellation_type::total);
    auto token = as_result_of(job->slot());
    auto const [error, report] = co_await store.verify(job->options(), std::move(token));
    job->end(error);
    co_await store.close();
    print(common.json ? json_line(summary_object(report, job->seconds()))
                      : summary_line(report, job->seconds()));
    co_return report.is_sound() ? exit_code::fine : exit_code::damage;
}

asio::awaitable<int> repair_records(engine& on, common_options common) {
    // A mistyped name makes no collection.
    doc_store there = co_await open_for_reading(on, common);
    co_await there.close();
    doc_store store = co_await open_for_writing(on, common);
    auto const job = std::make_unique<upkeep_job>(co_await asio::this_coro::executor, common,
                                                  "repairing", asio::cancellation_type::terminal);
    auto token = as_result_of(job->slot());
    auto const [error, report] = co_await store.repair(job->options(), std::move(token));
    job->end(error);
    co_await store.close();
    print(common.json ? json_line(summary_object(report, job->seconds()))
                      : summary_line(report, job->seconds()) + repair_line(report));
    co_return damage_left(report) == 0 ? exit_code::fine : exit_code::damage;
}

using upkeep_command = asio::awaitable<int> (*)(engine&, common_options);

std::shared_ptr<common_options> add(CLI::App& program, action& chosen, char const* name,
                                    char const* description, char const* footer,
                                    upkeep_command run) {
    auto const common = std::make_shared<common_options>();
    CLI::App& command = add_command(program, name, description, *common);
    command.footer(footer);
    command.callback([common, run, &chosen] {
        chosen = [common, run] {
            return run_session(*common, [&](engine& on) { return run(on, *common); });
        };
    });
    return common;
}

}  // namespace

void add_stats(CLI::App& program, action& chosen) {
    add(program, chosen, "stats", "Count the records and their bytes", stats_footer, show_stats);
}

void add_verify(CLI::App& program, action& chosen) {
    add(program, chosen, "verify", "Look for damage", verify_footer, verify_records);
}

void add_repair(CLI::App& program, action& chosen) {
    auto const common =
        add(program, chosen, "repair", "Move damage out of the way", repair_footer, repair_records);
    program.get_subcommand("repair")->add_flag(
        "--drop-php-indexes", common->drop_php_indexes,
        "Delete the index files of storh for PHP, which it makes anew");
}

}  // namespace storh::tool
