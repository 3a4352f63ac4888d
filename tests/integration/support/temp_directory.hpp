// tests/integration/support/temp_directory.hpp
//
// A directory for one test, removed with everything in it.

#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include <stdlib.h>

namespace storh::test {

class temp_directory {
public:
    temp_directory() {
        std::string name = (std::filesystem::temp_directory_path() / "storh-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp " + name);
        path_ = name;
    }
    temp_directory(temp_directory const&) = delete;
    temp_directory& operator=(temp_directory const&) = delete;
    ~temp_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace storh::test
