// tests/integration/support/tree.hpp
//
// What lies in a directory: to prove that a failure lost nothing and left nothing behind.

#pragma once

#include "support/fixtures.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace storh::test {

/// Paths below `directory` with the bytes of each regular file; a trailing `/` marks a directory.
inline std::map<std::string, std::string> tree_of(std::filesystem::path const& directory) {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> tree;
    if (!fs::exists(directory)) return tree;
    for (auto const& entry : fs::recursive_directory_iterator(directory)) {
        std::string const name = fs::relative(entry.path(), directory).string();
        if (entry.is_symlink()) {
            tree[name + "@"] = fs::read_symlink(entry.path()).string();
        } else if (entry.is_directory()) {
            tree[name + "/"];
        } else {
            tree[name] = entry.is_regular_file() ? read_file(entry.path()) : std::string();
        }
    }
    return tree;
}

/// The paths below `directory` that end with `suffix`, in order.
inline std::vector<std::string> paths_ending(std::filesystem::path const& directory,
                                             std::string_view suffix) {
    std::vector<std::string> found;
    for (auto const& entry : tree_of(directory)) {
        if (entry.first.ends_with(suffix)) found.push_back(entry.first);
    }
    return found;
}

/// Writes a file, with the directories above it.
inline void write_file(std::filesystem::path const& path, std::string_view bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace storh::test
