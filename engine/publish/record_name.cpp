#include "publish/record_name.hpp"

#include "base/hex.hpp"

#include <algorithm>
#include <cstring>

namespace storh::publish {
namespace {

constexpr std::string_view extension = ".jsonc";

}  // namespace

std::optional<uuid_v7> id_of_record_name(std::string_view name) noexcept {
    if (name.size() != uuid_v7::text_bytes + extension.size() || !name.ends_with(extension)) {
        return std::nullopt;
    }
    auto const parsed = uuid_v7::parse(name.substr(0, uuid_v7::text_bytes));
    if (!parsed) return std::nullopt;
    char canonical[uuid_v7::text_bytes];
    parsed->write_to(canonical);
    if (std::memcmp(canonical, name.data(), sizeof canonical) != 0) return std::nullopt;
    return *parsed;
}

std::optional<std::uint8_t> bucket_of_name(std::string_view name) noexcept {
    if (name.size() != 2 || std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'F'; }))
        return std::nullopt;
    int const value = hex_byte(name.data());
    if (value < 0) return std::nullopt;
    return static_cast<std::uint8_t>(value);
}

}  // namespace storh::publish
