#include "support/site.hpp"

#include "support/collection_filling.hpp"
#include "workload.hpp"

namespace storh::bench {

std::filesystem::path site::filled_root(run_settings const& settings) {
    contents const key(settings.records, settings.record_bytes, settings.seed);
    if (auto const found = filled_.find(key); found != filled_.end()) return found->second;

    std::filesystem::path root = where_->kept(settings.records);
    fill_collection(root, settings);
    filled_.emplace(key, root);
    return root;
}

}  // namespace storh::bench
