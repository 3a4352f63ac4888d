// bench/support/read_run.hpp
//
// What all workloads that read through the library do: open a filled collection, bring the caches
// into the state that is asked for, and read every record once in random order.

#pragma once

#include "support/caches.hpp"
#include "support/get_operation.hpp"
#include "support/measured.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workload.hpp"

#include <utility>
#include <vector>

namespace storh::bench {

/// `read_all(session, ids)` reads the records and gives the loop_result. For warm caches it is
/// called twice, and the second time counts.
template <class ReadAll>
measurement run_reads(site& on, run_settings const& settings, bool is_cold, ReadAll read_all) {
    auto const root = on.filled_root(settings);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    std::vector<uuid_v7> const ids = shuffled(data.ids(), settings.seed);
    store_session session(root, settings, access_mode::read_only);
    if (is_cold) {
        drop_caches();
    } else {
        read_all(session, ids);
    }
    auto const enters = session.enters();
    loop_result loop = read_all(session, ids);
    measurement result = measured(std::move(loop), ids.size());
    result.enters = session.enters() - enters;
    session.close();
    return result;
}

}  // namespace storh::bench
