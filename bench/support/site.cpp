#include "support/site.hpp"

#include "support/caches.hpp"
#include "support/put_operation.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workload.hpp"

namespace storh::bench {

std::filesystem::path site::filled_root(run_settings const& settings) {
    contents const key(settings.records, settings.record_bytes, settings.seed);
    if (auto const found = filled_.find(key); found != filled_.end()) return found->second;

    std::filesystem::path root = where_->kept(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    run_settings filling;
    filling.durable = durability::group;
    {
        store_session session(root, filling);
        run_closed_loop(session.context(), put_operation(session.store(), data), data.size(),
                        4'096);
        session.close();
    }
    write_back(root);
    filled_.emplace(key, root);
    return root;
}

}  // namespace storh::bench
