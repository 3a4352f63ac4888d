#include "support/place.hpp"

#include <algorithm>
#include <cstdio>
#include <system_error>
#include <utility>

namespace storh::bench {

namespace {

constexpr std::size_t harmless_removals = 20'000;

std::filesystem::path make_directory(std::filesystem::path path) {
    std::filesystem::create_directory(path);
    return path;
}

}  // namespace

directory_place::directory_place(std::filesystem::path const& parent)
    : base_(make_unique_directory(parent / "storh-bench-")) {}

directory_place::~directory_place() {
    std::error_code error;
    try {
        if (records_ > harmless_removals && file_system_of(base_).is_ext4_without_journal) {
            std::fprintf(stderr, "storh-bench: left in place, see ext4 without a journal: %s\n",
                         base_.c_str());
            return;
        }
        std::filesystem::remove_all(base_, error);
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "storh-bench: %s: %s\n", base_.c_str(), failure.what());
    }
}

file_system directory_place::kind() const {
    return file_system_of(base_);
}

std::filesystem::path directory_place::fresh(std::size_t records) {
    return kept(records);
}

std::filesystem::path directory_place::kept(std::size_t records) {
    records_ += records;
    return make_directory(base_ / std::to_string(directories_++));
}

image_place::image_place(std::string type, std::size_t records_max, std::size_t record_bytes)
    : type_(std::move(type)) {
    // ext4 has one inode for 16 KiB. Twice that for room, and never too small for a usual journal.
    std::uint64_t const each = std::max<std::uint64_t>(16'384, record_bytes + 4'096) * 2;
    image_bytes_ = std::max(std::uint64_t{8} << 30, records_max * each);
    fresh_.emplace(type_, image_bytes_, image_io::cached);
}

file_system image_place::kind() const {
    return file_system_of(fresh_->path());
}

std::filesystem::path image_place::fresh(std::size_t /*records*/) {
    fresh_.reset();
    fresh_.emplace(type_, image_bytes_, image_io::cached);
    return make_directory(fresh_->path() / "root");
}

std::filesystem::path image_place::kept(std::size_t /*records*/) {
    if (!kept_) kept_.emplace(type_, image_bytes_, image_io::direct);
    return make_directory(kept_->path() / std::to_string(directories_++));
}

}  // namespace storh::bench
