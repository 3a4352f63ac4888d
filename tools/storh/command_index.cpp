#include "commands.hpp"
#include "failure.hpp"
#include "interruption.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "session.hpp"

#include <storh/json.hpp>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace storh::tool {
namespace {

constexpr char index_footer[] =
    R"(Without --add or --drop it lists the indexes, one a line: fields, what they are for, state.
An index of one field finds equal values and ranges; one of two fields finds both values together.
Writers may go on while an index is built. Exit code 4 if there is no index to drop.

Examples:
  storh index var/app pages
  storh index var/app pages --add slug --unique
  storh index var/app pages --add at --range
  storh index var/app pages --add kind --and bucket
  storh index var/app pages --drop slug --unique)";

constexpr char reindex_footer[] =
    R"(Builds every index anew from the records, beside the old one, which is used until the new one is
complete. Writers may go on.

Examples:
  storh reindex var/app pages)";

struct index_arguments {
    common_options common;
    std::string add;
    std::string drop;
    std::string second;
    bool is_unique = false;
    bool is_range = false;

    [[nodiscard]] index_definition definition() const {
        std::string const& first = add.empty() ? drop : add;
        if (!second.empty()) return index_definition(first, second);
        index_definition made(first);
        return made.unique(is_unique).range(is_range);
    }
};

std::string line_of(index_status const& shown, bool as_json) {
    json::object object;
    json::array& fields = object["fields"].emplace_array();
    for (std::string const& field : shown.definition.fields()) fields.emplace_back(field);
    object["unique"] = shown.definition.is_unique();
    object["range"] = shown.definition.is_range();
    object["state"] = to_string(shown.state);
    if (as_json) return to_json(object).value() + "\n";
    std::string line;
    for (std::string const& field : shown.definition.fields()) line += one_line(field) + "  ";
    if (shown.definition.is_unique()) line += "unique  ";
    if (shown.definition.is_range()) line += "range  ";
    return line.append(to_string(shown.state)) + "\n";
}

/// Shows the progress of a build, and ends it when the user interrupts.
class build_job {
public:
    explicit build_job(asio::any_io_executor const& executor) : bar_(executor, "indexing") {
        interruption_.emplace(executor,
                              [this] { cancel_.emit(asio::cancellation_type::terminal); });
    }

    [[nodiscard]] index_options options() {
        return index_options().report_to(bar_.counts()).info(info_);
    }
    [[nodiscard]] asio::cancellation_slot slot() { return cancel_.slot(); }

    void end(boost::system::error_code error, std::string const& path) {
        if (error == asio::error::operation_aborted && interruption_->signal() != 0) {
            throw failure(exit_code::signal_base + interruption_->signal(), path, "interrupted");
        }
        if (error) throw describe(error, info_, path);
    }

private:
    progress_bar bar_;
    asio::cancellation_signal cancel_;
    std::optional<interruption> interruption_;
    error_info info_;
};

asio::awaitable<int> list_indexes(engine& on, common_options common) {
    doc_store store = co_await open_for_reading(on, common);
    for (index_status const& one : co_await store.indexes().list()) {
        print(line_of(one, common.json));
    }
    co_await store.close();
    co_return exit_code::fine;
}

asio::awaitable<int> build(engine& on, index_arguments arguments) {
    // A mistyped name makes no collection.
    doc_store there = co_await open_for_reading(on, arguments.common);
    co_await there.close();
    doc_store store = co_await open_for_writing(on, arguments.common);
    std::uint64_t records = 0;
    {
        auto const job = std::make_unique<build_job>(co_await asio::this_coro::executor);
        auto token = as_result_of(job->slot());
        boost::system::error_code error;
        if (arguments.add.empty()) {
            std::tie(error, records) = co_await store.reindex(job->options(), std::move(token));
        } else {
            std::tie(error, records) = co_await store.indexes().add(
                arguments.definition(), job->options(), std::move(token));
        }
        job->end(error, arguments.common.path());
    }
    co_await store.close();
    print(arguments.common.json ? fmt::format("{{\"records\":{}}}\n", records)
                                : fmt::format("{} read\n", counted(records, "record")));
    co_return exit_code::fine;
}

asio::awaitable<int> drop(engine& on, index_arguments arguments) {
    doc_store there = co_await open_for_reading(on, arguments.common);
    co_await there.close();
    doc_store store = co_await open_for_writing(on, arguments.common);
    bool const was_there = co_await store.indexes().drop(arguments.definition());
    co_await store.close();
    if (!was_there) {
        throw failure(exit_code::not_found, arguments.common.path(), "there is no such index");
    }
    co_return exit_code::fine;
}

asio::awaitable<int> run_index(engine& on, index_arguments arguments) {
    if (!arguments.add.empty()) return build(on, std::move(arguments));
    if (!arguments.drop.empty()) return drop(on, std::move(arguments));
    return list_indexes(on, std::move(arguments.common));
}

}  // namespace

void add_index(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<index_arguments>();
    CLI::App& command =
        add_command(program, "index", "List, build and drop indexes", arguments->common);
    command.footer(index_footer);
    auto* const adding =
        command.add_option("--add", arguments->add, "Build an index of FIELD")->type_name("FIELD");
    command.add_option("--drop", arguments->drop, "Drop the index of FIELD")
        ->type_name("FIELD")
        ->excludes(adding);
    auto* const second =
        command.add_option("--and", arguments->second, "A second field")->type_name("FIELD");
    command.add_flag("--unique", arguments->is_unique, "At most one record has a value")
        ->excludes(second);
    command.add_flag("--range", arguments->is_range, "For ordered reads")->excludes(second);
    command.callback([arguments, &chosen] {
        chosen = [arguments] {
            return run_session(arguments->common,
                               [&](engine& on) { return run_index(on, *arguments); });
        };
    });
}

void add_reindex(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<index_arguments>();
    CLI::App& command =
        add_command(program, "reindex", "Build all indexes anew", arguments->common);
    command.footer(reindex_footer);
    command.callback([arguments, &chosen] {
        chosen = [arguments] {
            return run_session(arguments->common,
                               [&](engine& on) { return build(on, *arguments); });
        };
    });
}

}  // namespace storh::tool
