// bench/support/sample_data.hpp
//
// The records that are written and read: the same for the same seed, ids spread evenly over the
// buckets in no order, documents like those of a web site.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace storh::bench {

class sample_data {
public:
    /// `bytes` is the size of each record file; documents do not get smaller than about 120.
    sample_data(std::size_t records, std::size_t bytes, std::uint64_t seed);

    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
    [[nodiscard]] uuid_v7 const& id(std::size_t index) const noexcept { return ids_[index]; }
    [[nodiscard]] std::vector<uuid_v7> const& ids() const noexcept { return ids_; }

    [[nodiscard]] json::object document(std::size_t index) const;

    /// The bytes of the record's file, for rows that write it without the library.
    [[nodiscard]] std::string file_bytes(std::size_t index) const;

private:
    std::vector<uuid_v7> ids_;
    std::string body_;
};

/// All ids, in another random order than they were written in.
[[nodiscard]] std::vector<uuid_v7> shuffled(std::vector<uuid_v7> ids, std::uint64_t seed);

}  // namespace storh::bench
