#include "names.hpp"

#include <stdexcept>

namespace storh::bench {

std::string_view name_of(durability kind) noexcept {
    switch (kind) {
        case durability::automatic: return "automatic";
        case durability::record: return "record";
        case durability::group: return "group";
    }
    return "unknown";
}

durability durability_named(std::string_view name) {
    for (durability const kind : durabilities) {
        if (name_of(kind) == name) return kind;
    }
    throw std::invalid_argument("no durability: " + std::string(name));
}

backend_kind backend_named(std::string_view name) {
    for (backend_kind const kind : backends) {
        if (to_string(kind) == name) return kind;
    }
    throw std::invalid_argument("no backend: " + std::string(name));
}

}  // namespace storh::bench
