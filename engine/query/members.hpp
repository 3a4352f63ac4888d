// query/members.hpp
//
// What texts that people write, queries and schemas, are taken apart with: each complaint names the place
// and what is expected there.
//
// Threads: values; one at a time.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include "query/place.hpp"

#include <boost/json/value.hpp>

#include <initializer_list>
#include <string_view>

namespace storh::queries {

/// Keeps the first complaint.
class complaints {
public:
    complaints(errc code, error_info* info) noexcept : code_(code), info_(info) {}

    /// Always false, to be returned.
    bool add(place const& at, std::string_view why);

    [[nodiscard]] boost::system::error_code error() const noexcept { return error_; }

private:
    errc code_;
    error_info* info_;
    boost::system::error_code error_;
};

/// Whether `value` is an object with no other members than `names`; complains if not.
[[nodiscard]] bool has_only(json::value const& value, place const& at,
                            std::initializer_list<std::string_view> names, complaints& to);

/// The member, or nothing where it is missing or null.
[[nodiscard]] json::value const* present(json::object const& object, std::string_view name);

}  // namespace storh::queries
