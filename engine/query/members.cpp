#include "query/members.hpp"

#include "base/report.hpp"

#include <algorithm>
#include <string>

namespace storh::queries {
namespace {

std::string listed(std::initializer_list<std::string_view> names) {
    std::string text;
    for (std::string_view const name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

}  // namespace

bool complaints::add(place const& at, std::string_view why) {
    if (error_) return false;
    std::string text = at.text();
    if (!text.empty()) text += ": ";
    error_ = report(info_, code_, text.append(why));
    return false;
}

bool has_only(json::value const& value, place const& at,
              std::initializer_list<std::string_view> names, complaints& to) {
    if (!value.is_object()) return to.add(at, "has to be an object with " + listed(names));
    for (auto const& member : value.get_object()) {
        std::string_view const name(member.key().data(), member.key().size());
        if (std::ranges::find(names, name) == names.end()) {
            return to.add(at / name, "is not known; there are " + listed(names));
        }
    }
    return true;
}

json::value const* present(json::object const& object, std::string_view name) {
    json::value const* const found =
        object.if_contains(json::string_view(name.data(), name.size()));
    return found != nullptr && !found->is_null() ? found : nullptr;
}

}  // namespace storh::queries
