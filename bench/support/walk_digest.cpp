#include "support/walk_digest.hpp"

#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace storh::bench {

void walk_digest::add(uuid_v7 const& id, json::object const& document) {
    if (!(last_ < id)) throw std::runtime_error("a walk gave an id out of order");
    last_ = id;
    ++count_;
    mix(std::string_view(reinterpret_cast<char const*>(id.bytes()), 16));
    for (auto const& [name, value] : document) {
        mix(std::string_view(name));
        if (value.is_string()) mix(std::string_view(value.get_string()));
    }
}

/// One multiplication for eight bytes, so that it costs next to nothing beside the reading.
void walk_digest::mix(std::uint64_t word) noexcept {
    hash_ = std::rotl(hash_ ^ word, 29) * 0x9E3779B97F4A7C15U;
}

void walk_digest::mix(std::string_view text) noexcept {
    mix(static_cast<std::uint64_t>(text.size()));
    while (!text.empty()) {
        std::uint64_t word = 0;
        std::size_t const part = std::min(text.size(), sizeof word);
        std::memcpy(&word, text.data(), part);
        mix(word);
        text.remove_prefix(part);
    }
}

walk_digest digest_of(sample_data const& data) {
    std::vector<std::size_t> order(data.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t left, std::size_t right) { return data.id(left) < data.id(right); });
    walk_digest digest;
    for (std::size_t const index : order) digest.add(data.id(index), data.document(index));
    return digest;
}

}  // namespace storh::bench
