// storh/detail/query_calls.hpp
//
// The queries of doc_store as function objects, as in doc_store_calls.hpp.

#pragma once

#include <storh/detail/doc_store_calls.hpp>
#include <storh/query.hpp>
#include <storh/query_plan.hpp>
#include <storh/record_stream.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace storh::detail::calls {

/// What all of them hold.
struct start_of_query {
    start_of_query(state_pointer in, query what, query_options with)
        : state(std::move(in)), asked(std::move(what)), options(with) {}
    state_pointer state;
    query asked;
    query_options options;
};

struct start_query : start_of_query {
    using start_of_query::start_of_query;
    void operator()(done_pointer<record_stream> done) &&;
};

struct start_count : start_of_query {
    using start_of_query::start_of_query;
    void operator()(done_pointer<std::uint64_t> done) &&;
};

struct start_first : start_of_query {
    using start_of_query::start_of_query;
    void operator()(done_pointer<std::optional<record>> done) &&;
};

struct start_explain : start_of_query {
    using start_of_query::start_of_query;
    void operator()(done_pointer<query_plan> done) &&;
};

}  // namespace storh::detail::calls
