// storh/inserter.hpp
//
// Bursts of writes with back-pressure: a bounded number are on their way, one more waits.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace storh {

namespace doc {
class insertion;
}

/// Writes many records, as fast as they become durable. Made by doc_store::make_inserter.
///
/// put() completes when the record has been taken into the window; finish() when all are durable.
/// A record that cannot be encoded fails its own put() and nothing else. A write that fails later is
/// reported by the next put() or by finish(), once; those on their way are still carried out.
///
/// \par Threads
/// One at a time, like a stream. Completion is on the token's executor.
///
/// \par Lifetimes
/// Destroying it gives up nothing: what was taken is still written. Arguments are owned by it.
class inserter {
public:
    /// For the library's own use.
    explicit inserter(std::shared_ptr<doc::insertion> state) noexcept : state_(std::move(state)) {}

    /// Takes a document for a new record and gives its id.
    ///
    /// \par Errors
    /// errc::invalid_json, errc::too_deep, errc::record_too_large: this record cannot be stored.
    /// Any other: an earlier write failed, or the store is closed; the record was not taken.
    ///
    /// \par Cancellation
    /// Total while it waits for a place in the window.
    template <class CompletionToken = asio::deferred_t>
    auto put(json::object document, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<uuid_v7>(
            token, asio::error::operation_aborted,
            start_put{state_, std::optional<uuid_v7>(), std::move(document)});
    }

    /// Takes a document to be stored under `id`, replacing what is there.
    template <class CompletionToken = asio::deferred_t>
    auto put(uuid_v7 const& id, json::object document,
             CompletionToken&& token = CompletionToken()) {
        return detail::initiate<uuid_v7>(token, asio::error::operation_aborted,
                                         start_put{state_, id, std::move(document)});
    }

    /// Takes one line of a JSONL import: an object with exactly the members `id` (a UUIDv7) and
    /// `data` (an object) is that record, and its file is the line as it is; any other object is the
    /// data of a new record. A blank line is nothing and gives a nil id.
    ///
    /// \par Errors
    /// errc::invalid_row, errc::invalid_json, errc::invalid_id besides those of put().
    template <class CompletionToken = asio::deferred_t>
    auto put_line(std::string line, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<uuid_v7>(token, asio::error::operation_aborted,
                                         start_put_line{state_, std::move(line)});
    }

    /// Completes when everything taken is durable, with the number of records written so far.
    ///
    /// \par Errors
    /// The first failure that no put() has reported.
    template <class CompletionToken = asio::deferred_t>
    auto finish(CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::uint64_t>(token, asio::error::operation_aborted,
                                               start_finish{state_});
    }

    /// More about the failure that was reported last.
    [[nodiscard]] error_info last_error() const;

private:
    using state_pointer = std::shared_ptr<doc::insertion>;
    using put_completion = std::shared_ptr<detail::completion<uuid_v7>>;
    using count_completion = std::shared_ptr<detail::completion<std::uint64_t>>;

    struct start_put {
        start_put(state_pointer to, std::optional<uuid_v7> under, json::object put_document)
            : state(std::move(to)), id(under), document(std::move(put_document)) {}
        void operator()(put_completion done) &&;
        state_pointer state;
        std::optional<uuid_v7> id;
        json::object document;
    };
    struct start_put_line {
        start_put_line(state_pointer to, std::string put_line)
            : state(std::move(to)), line(std::move(put_line)) {}
        void operator()(put_completion done) &&;
        state_pointer state;
        std::string line;
    };
    struct start_finish {
        explicit start_finish(state_pointer of) : state(std::move(of)) {}
        void operator()(count_completion done) &&;
        state_pointer state;
    };

    state_pointer state_;
};

}  // namespace storh
