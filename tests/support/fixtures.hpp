// tests/support/fixtures.hpp
//
// Finds and reads the files under tests/fixtures.
//
// Guarantees: a missing file throws with its path, so that a test fails instead of testing nothing.
//
// Threads: free functions without state.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace storh::test {

/// The absolute path of a fixture.
inline std::filesystem::path fixture_path(std::string_view relative) {
    return std::filesystem::path(STORH_TEST_DATA) / relative;
}

/// All bytes of a file.
inline std::string read_file(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path.string());
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// All bytes of a fixture.
inline std::string read_fixture(std::string_view relative) {
    return read_file(fixture_path(relative));
}

/// A fixture that is JSON, read by Boost.JSON itself and not by the reader under test.
inline json::value read_json_fixture(std::string_view relative) {
    return json::parse(read_fixture(relative));
}

/// The files below a directory with a given extension such as `.jsonc`, in order of their paths.
inline std::vector<std::filesystem::path> list_files(std::filesystem::path const& directory,
                                                     std::string_view extension) {
    std::vector<std::filesystem::path> files;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(directory)) {
        if (entry.is_regular_file() && entry.path().extension() == extension) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// A member of an expectation, as text.
inline std::string text_of(json::value const& object, std::string_view member) {
    return std::string(object.at(member).as_string());
}

/// The bytes that hexadecimal digits stand for.
inline std::string bytes_of_hex(std::string_view digits) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(
            static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

}  // namespace storh::test
