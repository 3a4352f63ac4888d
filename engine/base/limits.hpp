// engine/base/limits.hpp
//
// The limits of the format and the defaults of those that a collection may set, by name.
//
// Guarantees: numbers marked "format" never change; storh for PHP has the same ones.
//
// Not here: limits of one algorithm; they stand beside it.
//
// Threads: constants.

#pragma once

#include <cstddef>

namespace storh {

/// Format: containers within each other that a reader of a file accepts, the outermost included.
inline constexpr std::size_t depth_max = 511;

/// Format: the same for a document, which lies one level down in its record file. PHP writes two
/// levels more than it can read back; we do not.
inline constexpr std::size_t document_depth_max = depth_max - 1;

/// The largest record file, unless the collection says otherwise. A file is read as a whole, so
/// this also bounds the memory that one damaged or hostile file can take.
inline constexpr std::size_t record_bytes_max_default = std::size_t{16} * 1024 * 1024;

/// The longest name of a collection or queue: what file systems allow in one path component.
inline constexpr std::size_t name_bytes_max = 255;

}  // namespace storh
