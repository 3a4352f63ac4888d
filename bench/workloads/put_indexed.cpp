// Puts into a collection with indexes, and the same documents into one without; and building them anew.
//
// The documents have three fields of few values, one of which no two have the same, and two numbers to
// be found by range, one of them rising and one at random.

#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/measured.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

#include <boost/asio/use_awaitable.hpp>

#include <utility>
#include <vector>

namespace storh::bench {

namespace {

enum class index_use { none, six_fields, one_value };

std::vector<index_definition> definitions_for(index_use use) {
    std::vector<index_definition> wanted;
    if (use == index_use::one_value) wanted.emplace_back("constant");
    if (use != index_use::six_fields) return wanted;
    for (char const* const field : {"e1", "e2", "e3"}) wanted.emplace_back(field);
    wanted.push_back(index_definition("u").unique());
    wanted.push_back(index_definition("r1").range());
    wanted.push_back(index_definition("r2").range());
    return wanted;
}

class fields_operation {
public:
    /// `data` must outlive the loop.
    fields_operation(doc_store store, sample_data const& data)
        : store_(std::move(store)), data_(data) {}

    auto prepare(std::size_t index) {
        json::object document = data_.document(index);
        std::uint64_t const mixed = (index + 1) * 0x9e3779b97f4a7c15ULL;
        document["constant"] = "same";
        document["e1"] = static_cast<std::int64_t>(mixed % 10);
        document["e2"] = static_cast<std::int64_t>(mixed / 16 % 100);
        document["e3"] = static_cast<std::int64_t>(mixed / 2048 % 1000);
        document["u"] = static_cast<std::int64_t>(mixed >> 1);
        document["r1"] = static_cast<std::int64_t>(index);
        document["r2"] = static_cast<double>(mixed >> 24) / 1024.0;
        return store_.put(data_.id(index), std::move(document));
    }

    void accept(std::size_t, record const&) const {}

private:
    doc_store store_;
    sample_data const& data_;
};

asio::awaitable<void> declare(doc_store store, std::vector<index_definition> wanted) {
    for (index_definition const& one : wanted) {
        co_await store.indexes().add(one, asio::use_awaitable);
    }
}

asio::awaitable<void> rebuild(doc_store store) {
    co_await store.reindex(asio::use_awaitable);
}

template <index_use Use>
measurement run_put_fields(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    store_session session(root, settings);
    run_to_end(session.context(), declare(session.store(), definitions_for(Use)));
    write_back(root);
    loop_result loop = run_closed_loop(session.context(), fields_operation(session.store(), data),
                                       data.size(), settings.in_flight);
    session.close();
    write_back(root);
    return measured(std::move(loop), data.size());
}

measurement run_reindex(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    store_session session(root, settings);
    (void)run_closed_loop(session.context(), fields_operation(session.store(), data), data.size(),
                          1024);
    run_to_end(session.context(), declare(session.store(), definitions_for(index_use::six_fields)));
    write_back(root);
    auto const begin = steady::now();
    run_to_end(session.context(), rebuild(session.store()));
    measurement result;
    result.seconds = seconds_since(begin);
    result.operations = data.size();
    session.close();
    return result;
}

}  // namespace

constinit workload const put_fields_workload{
    .name = "put-fields",
    .summary = "the documents of put-indexed, without indexes",
    .has_backend = true,
    .has_durability = true,
    .has_in_flight = true,
    .run = run_put_fields<index_use::none>,
};

constinit workload const put_indexed_workload{
    .name = "put-indexed",
    .summary = "store new records with 3 equality, 1 unique and 2 range indexes",
    .has_backend = true,
    .has_durability = true,
    .has_in_flight = true,
    .run = run_put_fields<index_use::six_fields>,
};

constinit workload const put_same_value_workload{
    .name = "put-same-value",
    .summary = "store new records that all have one value in an indexed field",
    .has_backend = true,
    .has_durability = true,
    .has_in_flight = true,
    .run = run_put_fields<index_use::one_value>,
};

constinit workload const reindex_workload{
    .name = "reindex",
    .summary = "build the indexes of put-indexed anew",
    .has_backend = true,
    .run = run_reindex,
};

}  // namespace storh::bench
