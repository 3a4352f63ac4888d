// storh/schema.hpp
//
// What the documents of a collection have to look like: checked before each write.
//
// Source: storh 0.5.0 for PHP. A schema is not stored; whoever opens the collection brings it along.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include <boost/json/object.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

/// Which values a field may have; null is allowed for each of them.
enum class field_type : std::uint8_t {
    string,
    integer,   ///< ints; 1.0 is none. "int" in JSON
    floating,  ///< floats and ints. "float" in JSON
    boolean,   ///< "bool" in JSON
    mixed,     ///< whatever there is
};

/// A field of a schema: a member at the top of the document. Setters return the object, so they chain.
class schema_field {
public:
    explicit schema_field(std::string name, field_type type = field_type::mixed)
        : name_(std::move(name)), type_(type) {}

    [[nodiscard]] std::string const& name() const noexcept { return name_; }
    [[nodiscard]] field_type type() const noexcept { return type_; }

    /// The field has to be there; it may be null.
    schema_field& required() noexcept {
        required_ = true;
        return *this;
    }
    [[nodiscard]] bool is_required() const noexcept { return required_; }

    /// The field is to be found by its value.
    schema_field& indexed() noexcept {
        indexed_ = true;
        return *this;
    }
    [[nodiscard]] bool is_indexed() const noexcept { return indexed_; }

    /// At most one record may have a value. Indexed, then.
    schema_field& unique() noexcept {
        unique_ = indexed_ = true;
        return *this;
    }
    [[nodiscard]] bool is_unique() const noexcept { return unique_; }

    /// The field is to be found by a range of values, and in order. Indexed, then.
    schema_field& range() noexcept {
        range_ = indexed_ = true;
        return *this;
    }
    [[nodiscard]] bool is_range() const noexcept { return range_; }

private:
    friend class schema;

    std::string name_;
    field_type type_;
    bool required_ = false;
    bool indexed_ = false;
    bool unique_ = false;
    bool range_ = false;
};

/// Fields in the order in which they are checked. A document may have others besides.
///
/// <!-- example: schema -->
/// \code{.cpp}
/// storh::schema pages;
/// pages.field(storh::schema_field("slug", storh::field_type::string).required().unique())
///     .field(storh::schema_field("views", storh::field_type::integer).range());
/// storh::doc_store store = co_await storh::doc_store::open(
///     engine, "var/app", "pages", storh::store_options().schema(pages));
///
/// json::object page{{"slug", "home"}, {"views", "many"}};
/// storh::error_info info;
/// auto const [error, stored] = co_await store.put(
///     std::move(page), storh::put_options().info(info), asio::as_tuple(asio::deferred));
/// if (error == storh::errc::schema_violation) std::cout << info.to_string() << '\n';
/// co_await store.close();
/// \endcode
class schema {
public:
    schema() = default;

    /// Adds a field. One that is there already gets the new type, stays where it is and keeps its flags
    /// besides the new ones.
    schema& field(schema_field one);

    [[nodiscard]] std::vector<schema_field> const& fields() const noexcept { return fields_; }

    /// Whether `document` is as the schema wants it, else errc::schema_violation; `info` names the first
    /// field that is not, and why.
    [[nodiscard]] boost::system::error_code check(json::object const& document,
                                                  error_info* info = nullptr) const;

    /// Reads a schema from JSON, with comments and trailing commas if need be:
    ///
    ///     {"fields": [{"name": "slug", "type": "string", "required": true, "unique": true}, ...]}
    ///
    /// Types are string, int, float, bool and mixed, the default; flags are required, indexed, unique and
    /// range, false by default.
    ///
    /// \par Errors
    /// errc::invalid_json; errc::invalid_schema. `info` says where and why: the byte of a syntax error, or
    /// a place such as `fields[2].type`.
    [[nodiscard]] static boost::system::result<schema> parse(std::string_view text,
                                                             error_info* info = nullptr);

    /// The schema as JSON that parse() reads, one field a line, with a line feed at the end. Fails with
    /// errc::invalid_json when a name is not UTF-8.
    [[nodiscard]] boost::system::result<std::string> to_json() const;

private:
    std::vector<schema_field> fields_;
};

/// "string", "int", "float", "bool" or "mixed".
[[nodiscard]] std::string_view to_string(field_type type) noexcept;

}  // namespace storh
