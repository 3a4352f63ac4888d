// query/value_set.hpp
//
// The values of an `in` condition, so that finding one among thousands costs a few comparisons.
//
// Pure. Threads: any, once made.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <vector>

namespace storh::queries {

class value_set {
public:
    /// Borrows the values: `list` has to stay.
    explicit value_set(json::array const& list);

    /// Whether one of them is strictly equal to `value`.
    [[nodiscard]] bool contains(json::value const& value) const;

private:
    std::vector<json::value const*> scalars_;     // sorted
    std::vector<json::value const*> containers_;  // equal ones need not be neighbours in any order
};

}  // namespace storh::queries
