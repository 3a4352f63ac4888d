#include <storh/storage_root.hpp>

#include "base/names.hpp"

#include <storh/error.hpp>

#include <algorithm>

namespace storh {
namespace {

std::string_view trim(std::string_view text, std::string_view unwanted) noexcept {
    std::size_t const first = text.find_first_not_of(unwanted);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(unwanted) - first + 1);
}

std::string clean_root(std::string_view root) {
    // What PHP's trim() removes: a NUL too.
    std::string path(trim(root, std::string_view(" \t\n\r\0\x0b", 6)));
    std::replace(path.begin(), path.end(), '\\', '/');
    path.erase(path.find_last_not_of('/') + 1);
    return path;
}

std::string clean_namespace(std::string_view ns) {
    std::string name;
    bool in_run = false;
    for (char const byte : ns) {
        bool const allowed = is_name_byte(byte);
        if (allowed || !in_run) {
            name.push_back(allowed ? byte : '-');
        }
        in_run = !allowed;
    }
    std::string_view const trimmed = trim(name, "-.");
    return std::string(trimmed.empty() ? "runtime-storage" : trimmed);
}

}  // namespace

boost::system::result<std::string> storage_root(std::string_view root, std::string_view ns) {
    std::string path = clean_root(root);
    if (path.empty()) {
        return errc::invalid_name;
    }
    return path.append("/").append(clean_namespace(ns));
}

}  // namespace storh
