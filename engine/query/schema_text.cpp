// Schemas from JSON and to JSON.

#include <storh/schema.hpp>

#include "format/json_writer.hpp"
#include "format/jsonc.hpp"
#include "query/members.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace storh {
namespace {

using queries::complaints;
using queries::has_only;
using queries::place;
using queries::present;

constexpr std::array types{field_type::string, field_type::integer, field_type::floating,
                           field_type::boolean, field_type::mixed};

std::optional<field_type> type_of(json::value const& name) {
    if (!name.is_string()) return std::nullopt;
    json::string const& text = name.get_string();
    auto const found = std::ranges::find(types, std::string_view(text.data(), text.size()),
                                         [](field_type one) { return to_string(one); });
    return found == types.end() ? std::nullopt : std::optional(*found);
}

/// Takes a schema apart. A step that fails leaves a complaint and returns false.
class schema_reader {
public:
    explicit schema_reader(error_info* info) noexcept : errors_(errc::invalid_schema, info) {}

    boost::system::result<schema> read(json::object const& text) {
        schema made;
        if (!has_only(text, place(""), {"fields"}, errors_) || !read_fields(text, made)) {
            return errors_.error();
        }
        return made;
    }

private:
    bool read_fields(json::object const& from, schema& into) {
        json::value const* const given = from.if_contains("fields");
        if (given == nullptr || !given->is_array()) {
            return errors_.add(place("fields"), "has to be there, a list");
        }
        std::size_t number = 0;
        for (json::value const& one : given->get_array()) {
            if (!read_field(one, place("fields") / number++, into)) return false;
        }
        return true;
    }

    bool read_field(json::value const& from, place const& at, schema& into) {
        if (!has_only(from, at, {"name", "type", "required", "indexed", "unique", "range"},
                      errors_)) {
            return false;
        }
        json::object const& members = from.get_object();
        json::value const* const name = members.if_contains("name");
        if (name == nullptr || !name->is_string()) {
            return errors_.add(at / "name", "has to be there, the name of a field");
        }
        std::string const text(name->get_string().data(), name->get_string().size());
        if (std::ranges::find(into.fields(), text, &schema_field::name) != into.fields().end()) {
            return errors_.add(at / "name", "is the name of an earlier field, too");
        }
        json::value const* const type = present(members, "type");
        std::optional<field_type> const known = type ? type_of(*type) : field_type::mixed;
        if (!known) return errors_.add(at / "type", "has to be string, int, float, bool or mixed");
        schema_field made(text, *known);
        if (!read_flags(members, at, made)) return false;
        into.field(std::move(made));
        return true;
    }

    bool read_flags(json::object const& from, place const& at, schema_field& into) {
        struct flag {
            std::string_view name;
            schema_field& (schema_field::*set)() noexcept;
        };
        for (flag const& one :
             {flag{"required", &schema_field::required}, flag{"indexed", &schema_field::indexed},
              flag{"unique", &schema_field::unique}, flag{"range", &schema_field::range}}) {
            json::value const* const given = present(from, one.name);
            if (given == nullptr) continue;
            if (!given->is_bool()) return errors_.add(at / one.name, "has to be true or false");
            if (given->get_bool()) (into.*one.set)();
        }
        return true;
    }

    complaints errors_;
};

json::object object_of(schema_field const& field) {
    std::string_view const type = to_string(field.type());
    json::object made;
    made["name"] = json::string_view(field.name());
    made["type"] = json::string_view(type.data(), type.size());
    made["required"] = field.is_required();
    made["indexed"] = field.is_indexed();
    made["unique"] = field.is_unique();
    made["range"] = field.is_range();
    return made;
}

}  // namespace

boost::system::result<schema> schema::parse(std::string_view text, error_info* info) {
    auto const object = read_jsonc(text, info);
    if (!object) return object.error();
    return schema_reader(info).read(*object);
}

boost::system::result<std::string> schema::to_json() const {
    std::string text = "{\"fields\": [";
    char const* before = "\n";
    for (schema_field const& field : fields_) {
        text.append(std::exchange(before, ",\n")).append("    ");
        if (auto const error = append_json(text, object_of(field))) return error;
    }
    return text.append(fields_.empty() ? "]}\n" : "\n]}\n");
}

}  // namespace storh
