// storh/index_set.hpp
//
// The indexes of a collection: which there are, one more, one less.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/detail/doc_store_calls.hpp>
#include <storh/index.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace storh {

/// What doc_store::indexes() gives; shares the store with its handle. Completion, errors, lifetimes and
/// threads are those of doc_store.
class index_set {
public:
    /// All of them, in the order in which they were declared.
    template <class CompletionToken = asio::deferred_t>
    auto list(CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::vector<index_status>>(
            token, asio::error::operation_aborted, detail::calls::start_list_indexes(state_));
    }

    /// Declares an index and builds it, in bounded memory, while writes go on; gives the number of
    /// records read, 0 if the index is there already. It is used from completion on and not before,
    /// and kept in step with every write from its declaration on.
    ///
    /// \par Durability
    /// At completion the index and its declaration survive power loss. A crash before leaves an index
    /// that is `interrupted`, which nobody uses; the next add() of it begins anew.
    ///
    /// \par Errors
    /// `errc::not_unique`: two records have the same value; error_info names the field and both.
    /// `errc::locked`: another process builds it, or keeps the collection's lock. `errc::newer_index`,
    /// `errc::damaged_index`. Those of reading and writing. The index is then not there; records that
    /// cannot be read are passed over, as nobody could find them.
    ///
    /// \par Cancellation
    /// Terminal: completes at once with operation_aborted, and the index goes in the background.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, index_options>) auto add(
        index_definition definition, CompletionToken&& token = CompletionToken()) {
        return add(std::move(definition), index_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto add(index_definition definition, index_options options,
             CompletionToken&& token = CompletionToken()) {
        std::vector<index_definition> one;
        one.push_back(std::move(definition));
        return detail::initiate<std::uint64_t>(
            token, asio::error::operation_aborted,
            detail::calls::start_build_indexes(state_, std::move(one), std::move(options)));
    }

    /// Drops the index of the same fields and uniqueness; false when there is none. Nobody uses it from
    /// completion on.
    template <class CompletionToken = asio::deferred_t>
    auto drop(index_definition definition, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<bool>(
            token, asio::error::operation_aborted,
            detail::calls::start_drop_index(state_, std::move(definition)));
    }

    /// For the library's own use.
    explicit index_set(std::shared_ptr<doc::collection> state) noexcept
        : state_(std::move(state)) {}

private:
    std::shared_ptr<doc::collection> state_;
};

}  // namespace storh
