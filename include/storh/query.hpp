// storh/query.hpp
//
// Which records are asked for, in which order, and how many: a value, in code or as JSON text.

#pragma once

#include <storh/condition.hpp>
#include <storh/error.hpp>
#include <storh/record_query.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

enum class sort_direction : std::uint8_t { ascending, descending };

/// By which field a result is sorted.
struct query_order {
    query_order(std::string by, sort_direction way) : field(std::move(by)), direction(way) {}
    std::string field;
    sort_direction direction;
};

/// Groups of conditions, of which at least one has to hold, with order, limit and cursor. Setters return
/// the object, so they chain.
///
/// <!-- example: query -->
/// \code{.cpp}
/// storh::query wanted;
/// wanted.where(storh::field("kind").eq("page"))
///     .where(storh::condition::any({{storh::field("lang").eq("en")},
///                                   {storh::field("lang").missing()}}))
///     .order_by("views", storh::sort_direction::descending)
///     .limit(10);
/// std::cout << wanted.to_json().value() << '\n';
/// \endcode
class query {
public:
    /// The bounds of a query; one beyond them is errc::invalid_query.
    static constexpr std::size_t conditions_max = 1'000;  ///< those in nested groups, too
    static constexpr std::size_t nesting_max = 16;        ///< condition::any within each other
    static constexpr std::size_t list_max = 10'000;       ///< values of one `in` or `not_in`

    /// All records, in id order.
    query() : groups_(1) {}

    /// Only records for which `one` holds, besides what has been asked for so far (in every group).
    query& where(condition one);

    /// Or records for which all of `group` hold. Without any condition so far, only those.
    query& or_where(condition_group group);

    /// Replaces all groups. An empty group matches everything; no group at all is refused.
    query& groups(std::vector<condition_group> all) {
        groups_ = std::move(all);
        return *this;
    }
    [[nodiscard]] std::vector<condition_group> const& groups() const noexcept { return groups_; }

    /// Sorts by a member at the top of the document, or `id`; one that is missing counts as null. Equal
    /// ones stay in ascending id order in both directions. Default: by id, ascending.
    query& order_by(std::string field, sort_direction direction = sort_direction::ascending) {
        order_.emplace(std::move(field), direction);
        return *this;
    }
    [[nodiscard]] std::optional<query_order> const& order() const noexcept { return order_; }

    /// At most this many records, after sorting. Default: all.
    query& limit(std::uint64_t count) noexcept {
        limit_ = count;
        return *this;
    }
    [[nodiscard]] std::optional<std::uint64_t> const& limit() const noexcept { return limit_; }

    /// Only ids greater than this one, whatever the order: the last id of a page is the cursor of the
    /// next, if pages are in ascending id order.
    query& cursor(uuid_v7 const& id) noexcept {
        cursor_ = id;
        return *this;
    }
    [[nodiscard]] std::optional<uuid_v7> const& cursor() const noexcept { return cursor_; }

    /// Reads a query from JSON:
    ///
    ///     {"groups": [[{"field": "views", "op": "gte", "value": 10}, {"field": "lang", "op": "in",
    ///     "value": ["en", "de"]}], [{"field": "pinned", "op": "exists"}]],
    ///     "order": {"field": "views", "direction": "desc"}, "limit": 20, "cursor": null}
    ///
    /// Every member may be missing or null. `between` has `value` and `value2`; `{"any": [[...], ...]}` in
    /// the place of a condition nests groups. `not_in` may be written `notIn`, too.
    ///
    /// \par Errors
    /// errc::invalid_json; errc::invalid_query. `info` says where and why: the byte of a syntax error, or
    /// a place such as `groups[0][1].op`.
    [[nodiscard]] static boost::system::result<query> parse(std::string_view text,
                                                            error_info* info = nullptr);

    /// The query as compact JSON, which parse() reads back. Fails as check() does.
    [[nodiscard]] boost::system::result<std::string> to_json() const;

    /// Whether it can be carried out: errc::invalid_query when it is beyond a bound, when a prefix is no
    /// string, or when a value cannot be written as JSON (not UTF-8, NaN, nested too deeply).
    [[nodiscard]] boost::system::error_code check(error_info* info = nullptr) const;

private:
    std::vector<condition_group> groups_;
    std::optional<query_order> order_;
    std::optional<std::uint64_t> limit_;
    std::optional<uuid_v7> cursor_;
};

/// How a query is carried out.
class query_options {
public:
    query_options() = default;

    /// What to do at a record that cannot be read. Default: stop.
    query_options& on_error(error_policy policy) noexcept {
        policy_ = policy;
        return *this;
    }
    [[nodiscard]] error_policy on_error() const noexcept { return policy_; }

    /// Memory for sorting by a field: the values of that field and 16 bytes a record, for as many records
    /// as the limit says, or for all that match. A result that needs more fails with errc::sort_too_large.
    /// Default: 64 MiB.
    query_options& sort_bytes_max(std::size_t bytes) noexcept {
        sort_bytes_max_ = bytes;
        return *this;
    }
    [[nodiscard]] std::size_t sort_bytes_max() const noexcept { return sort_bytes_max_; }

    /// Where to describe a failure; must live until completion.
    query_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    std::size_t sort_bytes_max_ = std::size_t{64} << 20;
    error_info* info_ = nullptr;
    error_policy policy_ = error_policy::stop;
};

}  // namespace storh
