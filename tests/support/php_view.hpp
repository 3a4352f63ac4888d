// tests/support/php_view.hpp
//
// What PHP makes of a value: its one array type is both list and map, so an empty object is an
// empty list to it, and an object with the keys 0 to n-1 in order is a list.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>

namespace storh::test {

inline bool is_list_to_php(json::object const& object) {
    std::size_t index = 0;
    for (json::key_value_pair const& member : object) {
        if (std::string(member.key()) != std::to_string(index++)) {
            return false;
        }
    }
    return true;
}

/// `value` as PHP would write it after reading it.
inline json::value as_php(json::value const& value) {
    json::array list;
    if (value.is_array()) {
        for (json::value const& element : value.get_array()) {
            list.push_back(as_php(element));
        }
        return list;
    }
    if (!value.is_object()) {
        return value;
    }
    json::object object;
    for (json::key_value_pair const& member : value.get_object()) {
        list.push_back(as_php(member.value()));
        object.emplace(member.key(), as_php(member.value()));
    }
    return is_list_to_php(object) ? json::value(list) : json::value(object);
}

}  // namespace storh::test
