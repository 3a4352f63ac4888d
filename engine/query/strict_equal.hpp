// query/strict_equal.hpp
//
// Equality of JSON values as storh for PHP has it (storh-format 8.2): same type and value, an int is
// no float, 0.0 equals -0.0, objects need the same members in the same order, {} equals [].
//
// Pure. Threads: any.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/value.hpp>

namespace storh::queries {

[[nodiscard]] bool strictly_equal(json::value const& left, json::value const& right) noexcept;

}  // namespace storh::queries
