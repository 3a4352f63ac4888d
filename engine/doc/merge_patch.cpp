#include "doc/merge_patch.hpp"

#include "base/limits.hpp"

#include <storh/error.hpp>

#include <boost/json/value.hpp>

namespace storh::doc {
namespace {

boost::system::error_code merge(json::object& target, json::object const& patch,
                                std::size_t depth) {
    if (depth > document_depth_max) return errc::too_deep;
    for (auto const& [key, change] : patch) {
        if (change.is_null()) {
            target.erase(key);
            continue;
        }
        json::value& member = target[key];
        if (!change.is_object()) {
            member = change;
            continue;
        }
        // Also where nothing is to be merged with: the nulls of a new object are left out.
        if (!member.is_object()) member.emplace_object();
        if (auto const error = merge(member.get_object(), change.get_object(), depth + 1)) {
            return error;
        }
    }
    return {};
}

}  // namespace

boost::system::error_code apply_merge_patch(json::object& target, json::object const& patch) {
    return merge(target, patch, 1);
}

}  // namespace storh::doc
