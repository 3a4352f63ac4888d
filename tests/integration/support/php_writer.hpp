// tests/integration/support/php_writer.hpp
//
// What storh for PHP does to a collection, step by step as its file format prescribes: a blocking
// flock, an empty writer marker, a temp file in the bucket, fsync, rename, fsync of the directory.
//
// Source: storh 0.5.0, described in storh-format sections 5 and 6. Threads: one.

#pragma once

#include <storh/uuid_v7.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace storh::test {

class php_writer {
public:
    explicit php_writer(std::filesystem::path collection);
    php_writer(php_writer const&) = delete;
    php_writer& operator=(php_writer const&) = delete;
    ~php_writer();

    /// Stores `data`, which is JSON text, under the lock.
    void put(uuid_v7 const& id, std::string_view data);

    /// Adds one to the number in the record `{"n": ...}`, reading and writing under one lock.
    void increment(uuid_v7 const& id);

private:
    void lock();
    void unlock() noexcept;
    void put_unlocked(uuid_v7 const& id, std::string_view data);
    [[nodiscard]] std::filesystem::path file_of(uuid_v7 const& id) const;

    std::filesystem::path collection_;
    std::string name_;
    int lock_ = -1;
    bool has_marker_ = false;
    std::uint64_t temps_ = 0;
};

}  // namespace storh::test
