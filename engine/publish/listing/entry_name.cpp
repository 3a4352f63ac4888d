#include "publish/listing/entry_name.hpp"

#include "publish/record_name.hpp"
#include "publish/record_path.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>

namespace storh::publish {
namespace {

using meaning = entry_meaning::meaning;

constexpr std::string_view not_looked_into = "it is a directory, which was not looked into";

/// What is said where the place knows nothing of the name.
entry_meaning meaning_of_rest(std::string_view name, entry_kind kind) noexcept {
    if (kind == entry_kind::directory) return entry_meaning(meaning::foreign, not_looked_into);
    bool const is_temp = kind == entry_kind::regular && is_temp_name(name);
    return entry_meaning(is_temp ? meaning::temp : meaning::foreign);
}

/// Whether storh for PHP takes it for a record, and we do not because of the case of its digits.
bool is_record_in_upper_case(std::string_view name) noexcept {
    constexpr std::size_t name_bytes = uuid_v7::text_bytes + 6;
    if (name.size() != name_bytes) return false;
    std::array<char, name_bytes> lower{};
    auto const id_end = name.begin() + uuid_v7::text_bytes;
    auto const rest = std::transform(name.begin(), id_end, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    std::copy(id_end, name.end(), rest);
    return id_of_record_name(std::string_view(lower.data(), lower.size())).has_value();
}

}  // namespace

entry_kind kind_of_mode(mode_t mode) noexcept {
    if (S_ISREG(mode)) return entry_kind::regular;
    if (S_ISDIR(mode)) return entry_kind::directory;
    return S_ISLNK(mode) ? entry_kind::link : entry_kind::other;
}

std::string_view text_of(entry_kind kind) noexcept {
    switch (kind) {
        case entry_kind::regular: return "it is a regular file";
        case entry_kind::directory: return "it is a directory";
        case entry_kind::link: return "it is a symbolic link";
        case entry_kind::other: break;
    }
    return "it is no regular file";
}

bool is_temp_name(std::string_view name) noexcept {
    return name.size() >= 6 && name.starts_with('.') && name.ends_with(".tmp");
}

entry_meaning meaning_in_collection(std::string_view name, entry_kind kind) noexcept {
    bool const is_fixed = name == data_directory || name == private_directory;
    return is_fixed ? entry_meaning(meaning::fixed) : meaning_of_rest(name, kind);
}

entry_meaning meaning_in_data(std::string_view name, entry_kind kind) noexcept {
    auto const bucket = bucket_of_name(name);
    if (!bucket) return meaning_of_rest(name, kind);
    if (kind != entry_kind::directory) {
        return entry_meaning(meaning::foreign, "it has the name of a bucket and is no directory");
    }
    entry_meaning result(meaning::bucket);
    result.bucket = *bucket;
    return result;
}

entry_meaning meaning_in_bucket(std::string_view name, entry_kind kind) noexcept {
    if (auto const id = id_of_record_name(name)) {
        entry_meaning result(meaning::record);
        result.id = id;
        return result;
    }
    if (kind == entry_kind::regular && is_record_in_upper_case(name)) {
        return entry_meaning(meaning::foreign,
                             "only storh for PHP reads a record that is named in upper case");
    }
    return meaning_of_rest(name, kind);
}

}  // namespace storh::publish
