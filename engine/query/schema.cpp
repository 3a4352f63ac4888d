#include <storh/schema.hpp>

#include "base/report.hpp"

#include <algorithm>

namespace storh {
namespace {

bool has_type(json::value const& value, field_type type) noexcept {
    switch (type) {
        case field_type::string: return value.is_string();
        case field_type::integer: return value.is_int64() || value.is_uint64();
        case field_type::floating: return value.is_number();
        case field_type::boolean: return value.is_bool();
        case field_type::mixed: break;
    }
    return true;
}

/// Why `document` breaks what is said of `field`; empty if it does not.
std::string fault(json::object const& document, schema_field const& field) {
    json::value const* const value = document.if_contains(field.name());
    if (value == nullptr) {
        return field.is_required() ? "required field " + field.name() + " is missing"
                                   : std::string();
    }
    if (value->is_null() || has_type(*value, field.type())) return {};
    return "field " + field.name() + " has to be " + std::string(to_string(field.type()));
}

}  // namespace

std::string_view to_string(field_type type) noexcept {
    switch (type) {
        case field_type::string: return "string";
        case field_type::integer: return "int";
        case field_type::floating: return "float";
        case field_type::boolean: return "bool";
        case field_type::mixed: break;
    }
    return "mixed";
}

schema& schema::field(schema_field one) {
    auto const known = std::ranges::find(fields_, one.name(), &schema_field::name);
    if (known == fields_.end()) {
        fields_.push_back(std::move(one));
        return *this;
    }
    known->type_ = one.type_;
    known->required_ |= one.required_;
    known->indexed_ |= one.indexed_;
    known->unique_ |= one.unique_;
    known->range_ |= one.range_;
    return *this;
}

boost::system::error_code schema::check(json::object const& document, error_info* info) const {
    for (schema_field const& field : fields_) {
        std::string const why = fault(document, field);
        if (why.empty()) continue;
        if (info != nullptr) info->set_field(field.name());
        return report(info, errc::schema_violation, why);
    }
    return {};
}

}  // namespace storh
