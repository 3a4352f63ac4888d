// tests/integration/support/upkeep.hpp
//
// Collections with damage in them, and what verify and repair say about it.
//
// Threads: one.

#pragma once

#include <storh/upkeep.hpp>

#include "integration/support/store_fixture.hpp"
#include "support/ids.hpp"

#include <sys/stat.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace storh {

/// For the framework.
inline std::ostream& boost_test_print_type(std::ostream& out, finding_kind kind) {
    return out << to_string(kind);
}

}  // namespace storh

namespace storh::test {

/// Names a writer of a process that cannot exist.
inline constexpr char dead_writer[] = "99999999.4a02a51a";

inline std::string text_of(uuid_v7 const& id, std::string const& data = "{\"n\":1}") {
    return "{\"id\":\"" + id.to_string() + "\",\"data\":" + data + "}\n";
}

/// Kinds by path below the root.
using found_kinds = std::map<std::string, finding_kind>;

struct upkeep_fixture : store_fixture {
    /// Options that keep every finding in `seen`.
    upkeep_options noting() {
        seen.clear();
        return upkeep_options().on_finding([this](finding const& one) { seen.push_back(one); });
    }

    [[nodiscard]] found_kinds kinds() const {
        found_kinds kinds;
        for (finding const& one : seen) {
            std::string const path = relative(one.path);
            BOOST_TEST(kinds.emplace(path, one.kind).second, path << " was found twice");
        }
        return kinds;
    }

    /// The only finding of the path below the collection.
    [[nodiscard]] finding found_at(std::string const& path) const {
        for (finding const& one : seen) {
            if (relative(one.path) == path) return one;
        }
        BOOST_ERROR("nothing was found at " + path);
        return finding(finding_kind::foreign_file, path);
    }

    [[nodiscard]] std::string relative(std::filesystem::path const& path) const {
        return path.lexically_relative(collection()).string();
    }
    [[nodiscard]] std::string relative_of(uuid_v7 const& id) const { return relative(file_of(id)); }

    void place_sound(uuid_v7 const& id) const { place(id, text_of(id)); }

    /// Where the record of `id` would lie in another bucket.
    [[nodiscard]] std::filesystem::path stray_of(uuid_v7 const& id, char const* bucket) const {
        return collection() / "data" / bucket / file_of(id).filename();
    }
    [[nodiscard]] std::filesystem::path quarantined(uuid_v7 const& id) const {
        return collection() / ".storh/corrupt" / file_of(id).filename();
    }

    /// `count` sound records over all buckets; their ids.
    [[nodiscard]] std::vector<uuid_v7> place_many(unsigned count) const {
        std::vector<uuid_v7> ids;
        for (unsigned n = 0; n < count; ++n) {
            ids.push_back(id_in_bucket(n * 37, n));
            place_sound(ids.back());
        }
        return ids;
    }

    /// Paths below the root with everything that a change would show in: kind, bytes, times, inode.
    [[nodiscard]] std::map<std::string, std::string> snapshot() const {
        std::map<std::string, std::string> result = tree_of(directory.path());
        for (auto& [path, bytes] : result) {
            struct stat status = {};
            std::string name = (directory.path() / path).string();
            while (name.ends_with('/') || name.ends_with('@')) name.pop_back();
            BOOST_TEST(::lstat(name.c_str(), &status) == 0);
            bytes += "|" + std::to_string(status.st_ino) + "|" + std::to_string(status.st_mode) +
                     "|" + std::to_string(status.st_mtim.tv_sec) + "." +
                     std::to_string(status.st_mtim.tv_nsec) + "|" +
                     std::to_string(status.st_ctim.tv_nsec);
        }
        return result;
    }

    static void make_old(std::filesystem::path const& path) {
        auto const old = std::filesystem::file_time_type::clock::now() - std::chrono::minutes(10);
        std::filesystem::last_write_time(path, old);
    }

    std::vector<finding> seen;
};

}  // namespace storh::test
