#include "publish/record_name.hpp"

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

}  // namespace storh::publish
