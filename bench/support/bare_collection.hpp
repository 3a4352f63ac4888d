// bench/support/bare_collection.hpp
//
// Record files written by plain system calls, laid out as the library lays them out. Everything but
// the system calls is prepared beforehand, so that they alone are measured.
//
// Threads: one at a time.

#pragma once

#include "support/bucket_directories.hpp"
#include "support/descriptor.hpp"
#include "support/sample_data.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace storh::bench {

class bare_collection {
public:
    /// Makes the 256 bucket directories below `root`. `data` must outlive this.
    bare_collection(std::filesystem::path const& root, sample_data const& data);

    void write_temp(std::size_t index);
    void write_temp_durably(std::size_t index);

    void publish(std::size_t index);
    void publish_durably(std::size_t index);

private:
    [[nodiscard]] int bucket(std::size_t index) const noexcept;
    [[nodiscard]] descriptor create_and_write(std::size_t index);

    sample_data const& data_;
    std::array<descriptor, bucket_count> buckets_;
    std::vector<std::string> temps_;
    std::vector<std::string> names_;
    std::vector<std::string> bytes_;
};

}  // namespace storh::bench
