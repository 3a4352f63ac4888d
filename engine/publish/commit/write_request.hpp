// publish/write_request.hpp
//
// One write as the publish layer sees it: bytes for an id, or its removal, under a condition.
//
// It knows nothing of JSON, callers or executors; those derive from it. A request belongs to its
// maker, who keeps it alive until finish() has been called.
//
// Threads: filled by any thread, then handed to the loop that owns the id's bucket.

#pragma once

#include <storh/error.hpp>
#include <storh/record_tag.hpp>
#include <storh/uuid_v7.hpp>

#include "io/work_item.hpp"
#include "publish/commit/change_index.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace storh::publish {

enum class write_kind : std::uint8_t { put, remove };

/// Which version must be there for the write to happen.
struct write_condition {
    write_condition() = default;
    bool if_absent = false;
    std::optional<record_tag> if_match;
    [[nodiscard]] bool is_any() const noexcept { return !if_absent && !if_match; }
};

class bucket_store;

class write_request : public io::work_item {
public:
    write_request() noexcept : work_item(&write_request::arrive) {}
    virtual ~write_request() = default;
    write_request(write_request const&) = delete;
    write_request& operator=(write_request const&) = delete;

    /// Asked once, before the first side effect: false means that the caller has given up.
    [[nodiscard]] virtual bool try_start() noexcept = 0;

    /// The outcome is in `error`, `present_tag` and `was_present`. May destroy the request.
    virtual void finish() noexcept = 0;

    uuid_v7 id;
    write_kind kind = write_kind::put;
    std::string bytes;  ///< the whole record file
    write_condition condition;
    std::unique_ptr<index_values> values;  ///< of the document; none makes the index read `bytes`

    boost::system::error_code error;
    std::optional<record_tag> present_tag;  ///< after a conflict: the version that is there
    std::unique_ptr<error_info> info;  ///< more about `error`, when it is not the record's file
    bool was_present = false;          ///< after a removal: whether there was a record

    std::uint64_t index_ticket = 0;  ///< for the committer alone

private:
    friend class elevator;
    friend class bucket_store;

    static void arrive(io::work_item& item) noexcept;

    bucket_store* store_ = nullptr;
    write_request* next_ = nullptr;
    std::uint64_t arrival_ = 0;
};

}  // namespace storh::publish
