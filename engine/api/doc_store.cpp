#include <storh/doc_store.hpp>

#include "doc/insertion.hpp"
#include "doc/stream/stream_state.hpp"

namespace storh {

record_stream doc_store::stream(record_query query) {
    if (!state_) return record_stream(nullptr);
    return record_stream(
        std::make_shared<doc::stream_state>(state_, doc::walk_of(state_, std::move(query))));
}

inserter doc_store::make_inserter(asio::any_io_executor executor, inserter_options options) {
    return inserter(
        std::make_shared<doc::insertion>(state_, std::move(executor), std::move(options)));
}

}  // namespace storh
