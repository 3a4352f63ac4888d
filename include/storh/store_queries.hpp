// storh/store_queries.hpp
//
// What a store answers about the members of its documents.
//
// A part of doc_store, whose rules on completion, errors, cancellation, lifetimes and threads are those
// of everything here.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/detail/query_calls.hpp>
#include <storh/query.hpp>
#include <storh/query_plan.hpp>
#include <storh/record.hpp>
#include <storh/record_stream.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace storh {

namespace doc {
class collection;
}

/// The queries of a doc_store; not made for itself.
class store_queries {
public:
    /// The records that `asked` asks for, in its order; the stream's rules are those of doc_store::stream. Completes
    /// when the query has been checked; records are read when they are asked for.
    ///
    /// In the order of a field all that match are read before the first is given, and again when they are
    /// given: one that is removed or ceases to match in between is left out. Memory: see
    /// query_options::sort_bytes_max.
    ///
    /// \par Errors
    /// `errc::invalid_query`. record_stream::next() may fail with `errc::sort_too_large`, and then always
    /// does; records that cannot be read are dealt with as query_options::on_error says.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, query_options>) auto query(
        storh::query asked, CompletionToken&& token = CompletionToken()) {
        return query(std::move(asked), query_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto query(storh::query asked, query_options options,
               CompletionToken&& token = CompletionToken()) {
        return detail::initiate<record_stream>(
            token, asio::error::operation_aborted,
            detail::calls::start_query(state_, std::move(asked), options));
    }

    /// How many records query() would give: never more than its limit. Reads them all, in bounded memory.
    /// Errors as for query() and its stream. Any cancellation ends it.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, query_options>) auto count(
        storh::query asked, CompletionToken&& token = CompletionToken()) {
        return count(std::move(asked), query_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto count(storh::query asked, query_options options,
               CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::uint64_t>(
            token, asio::error::operation_aborted,
            detail::calls::start_count(state_, std::move(asked), options));
    }

    /// The first record that query() would give, or nothing. Errors and cancellation as for count().
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, query_options>) auto first(
        storh::query asked, CompletionToken&& token = CompletionToken()) {
        return first(std::move(asked), query_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto first(storh::query asked, query_options options,
               CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::optional<record>>(
            token, asio::error::operation_aborted,
            detail::calls::start_first(state_, std::move(asked), options));
    }

    /// Carries the query out, as query() does and at its cost, and tells how instead of what it found.
    /// Errors and cancellation as for count().
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, query_options>) auto explain(
        storh::query asked, CompletionToken&& token = CompletionToken()) {
        return explain(std::move(asked), query_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto explain(storh::query asked, query_options options,
                 CompletionToken&& token = CompletionToken()) {
        return detail::initiate<query_plan>(
            token, asio::error::operation_aborted,
            detail::calls::start_explain(state_, std::move(asked), options));
    }

protected:
    store_queries() noexcept = default;
    explicit store_queries(std::shared_ptr<doc::collection> state) noexcept
        : state_(std::move(state)) {}

    std::shared_ptr<doc::collection> state_;
};

}  // namespace storh
