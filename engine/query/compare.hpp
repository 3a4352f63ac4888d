// query/compare.hpp
//
// The order of JSON values of any types, as storh for PHP has it (storh-format 8.3): strings, numbers,
// lists, false, null, true, objects; lists and objects among themselves by their indented JSON text.
//
// Guarantees: a total preorder. An int and a float are compared exactly, where PHP rounds the int; what is
// strictly equal is equal here, too, except that a negative zero within a list or object is not a zero.
//
// Nothing is rendered but single scalars: the text of a nested value may be many times its size.
//
// Not here: NaN, which nothing stored or asked for can be.
//
// Pure. Threads: any. The recursion is as deep as the values, whose depth their makers bound.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/value.hpp>

#include <compare>

namespace storh::queries {

[[nodiscard]] std::weak_ordering compare(json::value const& left, json::value const& right);

}  // namespace storh::queries
