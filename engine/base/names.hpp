// engine/base/names.hpp
//
// Which names a collection or queue may have.
//
// Guarantees: an accepted name is one path component that stays below the storage root and cannot
// be mistaken for storh's own hidden directories. (storh for PHP checks nothing: `../x` escapes.)
//
// Not here: names of fields, which are free text; the root (base/storage_root.cpp).
//
// Threads: free function without state.

#pragma once

#include <boost/system/error_code.hpp>

#include <string_view>

namespace storh {

/// No error, or `errc::invalid_name` unless `name` is 1 to 255 bytes of `A-Z a-z 0-9 _ . -` and
/// does not start with a dot.
[[nodiscard]] boost::system::error_code check_name(std::string_view name) noexcept;

/// Whether a byte may stand in a name.
[[nodiscard]] bool is_name_byte(char byte) noexcept;

}  // namespace storh
