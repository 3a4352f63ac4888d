// storh/index.hpp
//
// What an index of a collection is about, and how far it has come.

#pragma once

#include <storh/progress.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

class error_info;

/// Which members of a document an index is about. Any name will do: a top-level member, no path.
///
/// Every index of one field finds equal values and, in order, those between two bounds. An index of two
/// fields finds those that have both values.
class index_definition {
public:
    /// An index of one field.
    explicit index_definition(std::string field);

    /// An index of two fields together, in this order.
    index_definition(std::string first, std::string second);

    /// At most one record may have a value; 1 and 1.0 are two values, null is one, lists, objects and
    /// missing members are none. One field only (std::invalid_argument otherwise). Default: false.
    index_definition& unique(bool is_unique = true);

    /// Whether ordered reads are what it is for; one field only. Default: false.
    index_definition& range(bool is_range = true);

    [[nodiscard]] std::vector<std::string> const& fields() const noexcept { return fields_; }
    [[nodiscard]] bool is_unique() const noexcept { return is_unique_; }
    [[nodiscard]] bool is_range() const noexcept { return is_range_; }

    /// Whether `other` is about the same fields and, as to uniqueness, says the same: a collection has
    /// one such index.
    [[nodiscard]] bool is_same(index_definition const& other) const noexcept;

private:
    std::vector<std::string> fields_;
    bool is_unique_ = false;
    bool is_range_ = false;
};

/// How far an index has come.
enum class index_state : std::uint8_t {
    ready,        ///< in use
    building,     ///< somebody is building it; queries do without
    interrupted,  ///< whoever built it has gone; queries do without, add or reindex builds it again
};

/// "ready" and so on: the enumerator's name.
[[nodiscard]] std::string_view to_string(index_state state) noexcept;

/// An index of a collection.
struct index_status {
    index_status(index_definition of, index_state at) : definition(std::move(of)), state(at) {}

    index_definition definition;
    index_state state;
};

/// Options of building an index.
class index_options {
public:
    index_options() = default;

    /// Counts records as they are entered; steps are records.
    index_options& report_to(std::shared_ptr<progress> target) noexcept {
        progress_ = std::move(target);
        return *this;
    }
    [[nodiscard]] std::shared_ptr<progress> const& report_to() const noexcept { return progress_; }

    /// Where to describe a failure; must live until completion.
    index_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    std::shared_ptr<progress> progress_;
    error_info* info_ = nullptr;
};

}  // namespace storh
