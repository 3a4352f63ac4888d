// publish/entry_name.hpp
//
// What a name in a collection's directories stands for.
//
// Source of the names: storh-format sections 2.3, 5.1 and 6.1 (storh 0.5.0). What is not known there
// is foreign: it is told, and never touched.
//
// Pure. Threads: any.

#pragma once

#include <storh/uuid_v7.hpp>

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace storh::publish {

/// What kind of file a name leads to, without following a link.
enum class entry_kind : std::uint8_t { regular, directory, link, other };

/// The kind in the bits of `st_mode`.
[[nodiscard]] entry_kind kind_of_mode(mode_t mode) noexcept;

/// "it is a directory" and so on, for a file that should be a regular one.
[[nodiscard]] std::string_view text_of(entry_kind kind) noexcept;

struct entry_meaning {
    enum class meaning : std::uint8_t {
        record,  ///< of `id`, which may belong into another bucket; not necessarily a regular file
        bucket,  ///< number `bucket`
        temp,    ///< a temp file of some writer
        fixed,   ///< a part that every collection has
        foreign,
    };

    explicit entry_meaning(meaning of, std::string_view more = {}) noexcept
        : what(of), detail(more) {}

    meaning what;
    std::optional<uuid_v7> id;
    std::uint8_t bucket = 0;
    std::string_view detail;  ///< a sentence about a foreign one; may be empty
};

/// In the collection's own directory, in `data`, and in a bucket.
[[nodiscard]] entry_meaning meaning_in_collection(std::string_view name, entry_kind kind) noexcept;
[[nodiscard]] entry_meaning meaning_in_data(std::string_view name, entry_kind kind) noexcept;
[[nodiscard]] entry_meaning meaning_in_bucket(std::string_view name, entry_kind kind) noexcept;

/// `.<anything>.tmp`
[[nodiscard]] bool is_temp_name(std::string_view name) noexcept;

}  // namespace storh::publish
