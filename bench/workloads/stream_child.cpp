#include "workloads/stream_child.hpp"

#include "support/closed_loop.hpp"
#include "support/resident_memory.hpp"
#include "support/store_session.hpp"
#include "support/stream_walk.hpp"
#include "support/walk_digest.hpp"
#include "workloads/child.hpp"

#include <stdexcept>

namespace storh::bench {

std::string stream_and_report(std::filesystem::path const& root, run_settings const& settings) {
    store_session session(root, settings, access_mode::read_only);
    walk_digest found;
    auto const take = [&found](record const& one) { found.add(one.id(), one.data()); };
    auto const enters = session.enters();
    std::uint64_t const before = resident_kib();
    auto const start = steady::now();
    run_to_end(session.context(), walk(session.store().stream(), &take));
    double const seconds = seconds_since(start);
    std::uint64_t const growth = peak_resident_kib() - before;
    if (found.count() != settings.records) throw std::runtime_error("the stream lost records");
    std::string report = child_report(seconds, session.enters() - enters, growth);
    session.close();
    return report;
}

}  // namespace storh::bench
