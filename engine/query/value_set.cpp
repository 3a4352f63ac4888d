#include "query/value_set.hpp"

#include "query/compare.hpp"
#include "query/strict_equal.hpp"

#include <algorithm>

namespace storh::queries {
namespace {

struct before {
    bool operator()(json::value const* left, json::value const* right) const {
        return compare(*left, *right) < 0;
    }
};

}  // namespace

value_set::value_set(json::array const& list) {
    for (json::value const& one : list) {
        (one.is_structured() ? containers_ : scalars_).push_back(&one);
    }
    std::ranges::sort(scalars_, before());
}

bool value_set::contains(json::value const& value) const {
    auto const is_equal = [&](json::value const* one) { return strictly_equal(*one, value); };
    if (value.is_structured()) return std::ranges::any_of(containers_, is_equal);
    auto const [first, last] = std::equal_range(scalars_.begin(), scalars_.end(), &value, before());
    return std::any_of(first, last, is_equal);
}

}  // namespace storh::queries
