#include <storh/index.hpp>

#include <stdexcept>

namespace storh {

index_definition::index_definition(std::string field) {
    fields_.push_back(std::move(field));
}

index_definition::index_definition(std::string first, std::string second) {
    if (first == second) throw std::invalid_argument("an index of two fields names two");
    fields_.push_back(std::move(first));
    fields_.push_back(std::move(second));
}

index_definition& index_definition::unique(bool is_unique) {
    if (is_unique && fields_.size() != 1) {
        throw std::invalid_argument("an index of two fields cannot be unique");
    }
    is_unique_ = is_unique;
    return *this;
}

index_definition& index_definition::range(bool is_range) {
    if (is_range && fields_.size() != 1) {
        throw std::invalid_argument("an index of two fields has no order");
    }
    is_range_ = is_range;
    return *this;
}

bool index_definition::is_same(index_definition const& other) const noexcept {
    return fields_ == other.fields_ && is_unique_ == other.is_unique_;
}

std::string_view to_string(index_state state) noexcept {
    switch (state) {
        case index_state::ready: return "ready";
        case index_state::building: return "building";
        case index_state::interrupted: return "interrupted";
    }
    return "unknown";
}

}  // namespace storh
