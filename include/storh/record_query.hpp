// storh/record_query.hpp
//
// Which records a stream gives, in which direction, and what it does with damaged ones.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace storh {

/// What a stream does at a record that cannot be read.
enum class error_policy : std::uint8_t {
    stop,  ///< next() fails with the record's error; the call after it goes on behind the record
    skip,  ///< the record is passed over and noted in record_stream::skipped()
};

/// A selection of records in id order. Setters return the object, so they chain; bounds combine.
class record_query {
public:
    record_query() = default;

    /// Only ids behind `id` in the direction of the stream: greater ones, or smaller with reverse().
    /// The id of the last record of a page is the cursor of the next page; it need not exist.
    record_query& after(uuid_v7 const& id) noexcept {
        after_ = id;
        return *this;
    }
    [[nodiscard]] std::optional<uuid_v7> const& after() const noexcept { return after_; }

    /// Only ids made at `ms` or later, in milliseconds since 1970.
    record_query& since(std::int64_t ms) noexcept {
        since_ = ms;
        return *this;
    }
    [[nodiscard]] std::optional<std::int64_t> const& since() const noexcept { return since_; }

    /// Only ids made at `ms` or earlier.
    record_query& until(std::int64_t ms) noexcept {
        until_ = ms;
        return *this;
    }
    [[nodiscard]] std::optional<std::int64_t> const& until() const noexcept { return until_; }

    /// A member of the document and the value that it must have.
    struct equality {
        equality(std::string name, json::value wanted)
            : field(std::move(name)), value(std::move(wanted)) {}
        std::string field;
        json::value value;
    };

    /// Only records whose top-level member `field` is there and equals `value`: same type and same
    /// value, as storh for PHP compares (1 is not 1.0; the order of an object's members counts).
    /// Each call adds a condition; all must hold.
    record_query& where_equal(std::string field, json::value value) {
        equalities_.emplace_back(std::move(field), std::move(value));
        return *this;
    }
    [[nodiscard]] std::vector<equality> const& equalities() const noexcept { return equalities_; }

    /// At most this many records; those passed over do not count. Default: all.
    record_query& limit(std::uint64_t count) noexcept {
        limit_ = count;
        return *this;
    }
    [[nodiscard]] std::optional<std::uint64_t> const& limit() const noexcept { return limit_; }

    /// From the greatest id to the smallest.
    record_query& reverse(bool is_reverse = true) noexcept {
        reverse_ = is_reverse;
        return *this;
    }
    [[nodiscard]] bool is_reverse() const noexcept { return reverse_; }

    /// Default: stop.
    record_query& on_error(error_policy policy) noexcept {
        policy_ = policy;
        return *this;
    }
    [[nodiscard]] error_policy on_error() const noexcept { return policy_; }

private:
    std::optional<uuid_v7> after_;
    std::optional<std::int64_t> since_;
    std::optional<std::int64_t> until_;
    std::vector<equality> equalities_;
    std::optional<std::uint64_t> limit_;
    error_policy policy_ = error_policy::stop;
    bool reverse_ = false;
};

}  // namespace storh
