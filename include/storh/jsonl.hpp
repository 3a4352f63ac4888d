// storh/jsonl.hpp
//
// Collections as text, one record a line: options and results of export_jsonl and import_jsonl.
//
// A line is `{"id":"...","data":{...}}`. Source of the format: storh 0.5.0 for PHP.

#pragma once

#include <storh/error.hpp>
#include <storh/options.hpp>
#include <storh/progress.hpp>
#include <storh/record_query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace storh {

/// Options of doc_store::export_jsonl.
class export_options {
public:
    export_options() = default;

    /// Which records, in which direction. Default: all, upwards, and a damaged one stops the export.
    export_options& query(record_query wanted) {
        query_ = std::move(wanted);
        return *this;
    }
    [[nodiscard]] record_query const& query() const noexcept { return query_; }

    /// Counts records as they are written; the steps are records, too, those in all an upper bound.
    export_options& report_to(std::shared_ptr<progress> target) noexcept {
        progress_ = std::move(target);
        return *this;
    }
    [[nodiscard]] std::shared_ptr<progress> const& report_to() const noexcept { return progress_; }

    /// Where to describe a failure; must live until completion.
    export_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    record_query query_;
    std::shared_ptr<progress> progress_;
    error_info* info_ = nullptr;
};

/// What became of a line that is no record.
enum class bad_line_policy : std::uint8_t {
    stop,  ///< the import ends with the line's error, once what came before it is durable
    skip,  ///< the line is counted and passed over
};

/// Options of doc_store::import_jsonl.
class import_options {
public:
    using bad_line_function = std::function<void(boost::system::error_code, error_info const&)>;

    import_options() = default;

    /// Records that are on their way at once, and who hears of the durable ones: as for an inserter.
    /// inserter_options::on_durable is called on a thread of the engine, one call at a time: it has to
    /// return soon and must not throw.
    import_options& writes(inserter_options options) {
        writes_ = std::move(options);
        return *this;
    }
    [[nodiscard]] inserter_options const& writes() const noexcept { return writes_; }

    /// Default: stop.
    import_options& on_bad_line(bad_line_policy policy) noexcept {
        policy_ = policy;
        return *this;
    }
    [[nodiscard]] bad_line_policy on_bad_line() const noexcept { return policy_; }

    /// With bad_line_policy::skip: called for each bad line with its error, and with where it is; one
    /// call at a time, on a thread of the engine, as on_durable.
    import_options& bad_line(bad_line_function function) {
        bad_line_ = std::move(function);
        return *this;
    }
    [[nodiscard]] bad_line_function const& bad_line() const noexcept { return bad_line_; }

    /// Counts records as they become durable; the steps are bytes of the file read, those in all
    /// unknown for a pipe.
    import_options& report_to(std::shared_ptr<progress> target) noexcept {
        progress_ = std::move(target);
        return *this;
    }
    [[nodiscard]] std::shared_ptr<progress> const& report_to() const noexcept { return progress_; }

    /// Where to describe a failure; must live until completion. The path and the line are those of
    /// the import; a file of the collection that could not be written is named in the detail.
    import_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    inserter_options writes_;
    bad_line_function bad_line_;
    std::shared_ptr<progress> progress_;
    error_info* info_ = nullptr;
    bad_line_policy policy_ = bad_line_policy::stop;
};

/// What an import has done, also when it failed.
struct import_report {
    import_report() = default;

    std::uint64_t records = 0;    ///< durable at completion
    std::uint64_t bad_lines = 0;  ///< passed over, or the one that stopped it
};

}  // namespace storh
