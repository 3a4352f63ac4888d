// index/value_key.hpp
//
// JSON values as byte strings whose order, byte by byte, is the order of values in queries.
//
// Guarantees: strings sort before numbers, then lists, false, null, true, objects (storh-format section
// 8.3). Numbers sort by their exact values, integers against doubles too; strings bytewise, whatever
// their length. Two keys are equal exactly when the values are strictly equal: 1 and 1.0 have the same
// rank and different keys, 0.0 and -0.0 the same key.
//
// A list or an object has a key that stands for all of its kind: what it holds is for the reader of the
// record to look at.
//
// Pure. Threads: free functions.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace storh::index {

/// The first byte of a key: the first byte of the value's JSON text, more or less.
enum class value_class : char {
    string = '"',
    number = '0',
    list = '[',
    boolean_false = 'f',
    null = 'n',
    boolean_true = 't',
    object = '{',
};

[[nodiscard]] std::string key_of(json::value const& value);

/// Whether the key tells the value, and not just that it is a list or an object.
[[nodiscard]] bool is_exact(std::string_view key) noexcept;

/// The part of a key that decides the order: all of it but whether a number is an integer.
[[nodiscard]] std::string_view rank_of(std::string_view key) noexcept;

/// The first byte string behind every key of a rank.
[[nodiscard]] std::string behind_rank(std::string_view rank);

/// The key of two values together. Equal exactly when both are; its order means nothing.
[[nodiscard]] std::string pair_key(std::string_view first, std::string_view second);

}  // namespace storh::index
