// storh/record_stream.hpp
//
// Records one after the other, in id order over all buckets, read ahead of the consumer.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/record.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace storh {

namespace doc {
class stream_state;
}

/// A walk over a collection, made by doc_store::stream and doc_store::query.
///
/// \par Consistency
/// The buckets are listed when the first record is asked for. An id that is there from then until the
/// end of the walk is given exactly once; one that is added or removed meanwhile at most once. Each
/// record is whole: as one writer left it, at some moment after it was asked for.
///
/// \par Memory
/// 16 bytes for each id of the collection, which the store's listing cache may share, and at most 256
/// records or about 8 MiB of documents read ahead: as many as fit if they are as large as those before.
/// A consumer that stops asking stops the reading.
///
/// \par Threads
/// One next() or next_many() at a time, from any thread; a second one meanwhile fails with
/// errc::closed. Completion is on the token's executor.
///
/// \par Lifetimes
/// Destroying it half-way releases everything; reads in flight end in the background, and a next()
/// that waits completes with operation_aborted.
class record_stream {
public:
    /// An empty one: its calls fail with errc::closed.
    record_stream() noexcept = default;

    /// For the library's own use.
    explicit record_stream(std::shared_ptr<doc::stream_state> state) noexcept;
    record_stream(record_stream&&) noexcept = default;
    record_stream& operator=(record_stream&&) noexcept;
    ~record_stream();

    /// The next record, or nothing at the end.
    ///
    /// \par Errors
    /// With error_policy::stop a record that cannot be read: errc::corrupt_record and the others of
    /// doc_store::get. The stream stays usable: the call after it goes on behind that record. With
    /// either policy a bucket that cannot be listed; then every call fails. `errc::closed` after the
    /// store has been closed, also for what was read ahead.
    ///
    /// \par Cancellation
    /// Total: a cancelled next() has taken nothing, the next call gives the same record.
    template <class CompletionToken = asio::deferred_t>
    auto next(CompletionToken&& token = CompletionToken()) {
        return next(static_cast<error_info*>(nullptr), std::forward<CompletionToken>(token));
    }

    /// The same with `info` (may be null) to describe a failure; must live until completion.
    template <class CompletionToken = asio::deferred_t>
    auto next(error_info* info, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::optional<record>>(token, asio::error::operation_aborted,
                                                       start_next(state_, info));
    }

    /// The next records, at least one and at most `most` (1 or more), in one piece; none at the end. It
    /// waits for `most` of them or for half of what may be read ahead, so that it costs less for each
    /// record than next() when all are wanted. Errors and cancellation as for next(); what comes before
    /// a record that cannot be read is given first.
    template <class CompletionToken = asio::deferred_t>
    auto next_many(std::size_t most, CompletionToken&& token = CompletionToken()) {
        return next_many(most, static_cast<error_info*>(nullptr),
                         std::forward<CompletionToken>(token));
    }

    /// The same with `info` (may be null) to describe a failure; must live until completion.
    template <class CompletionToken = asio::deferred_t>
    auto next_many(std::size_t most, error_info* info,
                   CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::vector<record>>(token, asio::error::operation_aborted,
                                                     start_next_many(state_, most, info));
    }

    /// How many records error_policy::skip has passed over.
    [[nodiscard]] std::uint64_t skipped_count() const;

    /// What was wrong with the first hundred of them.
    [[nodiscard]] std::vector<error_info> skipped() const;

private:
    struct start_next {
        start_next(std::shared_ptr<doc::stream_state> of, error_info* report)
            : state(std::move(of)), info(report) {}
        void operator()(std::shared_ptr<detail::completion<std::optional<record>>> done) &&;
        std::shared_ptr<doc::stream_state> state;
        error_info* info;
    };
    struct start_next_many {
        start_next_many(std::shared_ptr<doc::stream_state> of, std::size_t count,
                        error_info* report)
            : state(std::move(of)), most(count), info(report) {}
        void operator()(std::shared_ptr<detail::completion<std::vector<record>>> done) &&;
        std::shared_ptr<doc::stream_state> state;
        std::size_t most;
        error_info* info;
    };

    std::shared_ptr<doc::stream_state> state_;
};

}  // namespace storh
