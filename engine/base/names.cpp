#include "base/names.hpp"

#include "base/limits.hpp"

#include <storh/error.hpp>

#include <algorithm>

namespace storh {

bool is_name_byte(char byte) noexcept {
    // Spelled out because <cctype> depends on the locale.
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '.' || byte == '-';
}

boost::system::error_code check_name(std::string_view name) noexcept {
    bool const well_formed = !name.empty() && name.size() <= name_bytes_max &&
                             name.front() != '.' &&
                             std::all_of(name.begin(), name.end(), is_name_byte);
    return well_formed ? boost::system::error_code() : make_error_code(errc::invalid_name);
}

}  // namespace storh
