// tests/integration/support/jsonl.hpp
//
// Collections as files of lines, for the tests of export and import.
//
// Threads: one.

#pragma once

#include "integration/support/stream.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace storh::test {

struct jsonl_fixture : stream_fixture {
    jsonl_fixture() { std::filesystem::create_directory(outside()); }

    /// A directory for files that belong to no collection.
    [[nodiscard]] std::filesystem::path outside() const { return directory.path() / "files"; }
    [[nodiscard]] std::string target() const { return (outside() / "pages.jsonl").string(); }

    /// Writes the file that an import will read, or an export replace.
    std::string write_target(std::string const& text) const {
        write_file(target(), text);
        return target();
    }

    [[nodiscard]] std::string exported() const { return read_file(target()); }

    /// The files beside the target that an export has left or is writing.
    [[nodiscard]] std::vector<std::string> export_temps() const {
        std::vector<std::string> names;
        for (auto const& entry : std::filesystem::directory_iterator(outside())) {
            if (entry.path().extension() == ".tmp") names.push_back(entry.path().filename());
        }
        return names;
    }

    /// The lines of records that place_many() made.
    [[nodiscard]] std::string lines_of(std::vector<uuid_v7> const& ids) const {
        std::string text;
        for (uuid_v7 const& id : ids) text += read_file(file_of(id));
        return text;
    }
};

/// `count` lines of an import, `{"n": n}` with ids in order, from the number `first` on.
inline std::string numbered_lines(unsigned count, unsigned first = 0) {
    std::string text;
    for (unsigned n = first; n < first + count; ++n) {
        text += text_of_record(id_at(1'700'000'000'000 + n, n * 37, n),
                               "{\"n\":" + std::to_string(n) + "}");
    }
    return text;
}

}  // namespace storh::test
