#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "support/stream_walk.hpp"
#include "support/walk_digest.hpp"
#include "workloads/workloads.hpp"

#include <stdexcept>

namespace storh::bench {

namespace {

/// Streams everything; the consumer runs on this thread.
walk_digest stream_all(store_session& session) {
    walk_digest digest;
    auto const add = [&digest](record const& one) { digest.add(one.id(), one.data()); };
    run_to_end(session.context(), walk(session.store().stream(), &add));
    return digest;
}

measurement run_stream(site& on, run_settings const& settings, bool is_cold) {
    auto const root = on.filled_root(settings);
    walk_digest const wanted =
        digest_of(sample_data(settings.records, settings.record_bytes, settings.seed));
    store_session session(root, settings, access_mode::read_only);
    if (is_cold) {
        drop_caches();
    } else {
        stream_all(session);
    }
    auto const enters = session.enters();
    auto const start = steady::now();
    walk_digest const found = stream_all(session);
    measurement result;
    result.seconds = seconds_since(start);
    result.enters = session.enters() - enters;
    result.operations = found.count();
    if (found != wanted) throw std::runtime_error("a stream gave other records than were stored");
    session.close();
    return result;
}

measurement run_warm(site& on, run_settings const& settings) {
    return run_stream(on, settings, false);
}

measurement run_cold(site& on, run_settings const& settings) {
    return run_stream(on, settings, true);
}

}  // namespace

constinit workload const stream_warm_workload{
    .name = "stream-warm",
    .summary = "stream() of the whole collection in id order, for the second time in a row",
    .has_backend = true,
    .run = run_warm,
};

constinit workload const stream_cold_workload{
    .name = "stream-cold",
    .summary = "the same for the first time, with all caches dropped (root)",
    .has_backend = true,
    .is_cold = true,
    .run = run_cold,
};

}  // namespace storh::bench
