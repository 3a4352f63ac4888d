#include "registry.hpp"

#include "workloads/workloads.hpp"

#include <algorithm>
#include <array>

namespace storh::bench {

std::span<workload const* const> all_workloads() noexcept {
    static constexpr std::array all{
        &put_workload,
        &put_fields_workload,
        &put_indexed_workload,
        &put_same_value_workload,
        &reindex_workload,
        &get_warm_workload,
        &get_cold_workload,
        &get_many_warm_workload,
        &get_many_cold_workload,
        &stream_warm_workload,
        &stream_cold_workload,
        &page_workload,
        &verify_cold_workload,
        &open_workload,
        &import_memory_workload,
        &stream_memory_workload,
        &floor_workload,
        &bare_put_workload,
        &bare_get_workload,
        &bare_get_parse_workload,
        &bare_get_cold_workload,
        &bare_chains_workload,
        &bare_chains_cold_workload,
        &bare_page_workload,
    };
    return all;
}

workload const* find_workload(std::string_view name) noexcept {
    auto const all = all_workloads();
    auto const found = std::find_if(all.begin(), all.end(),
                                    [&](workload const* one) { return one->name == name; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace storh::bench
