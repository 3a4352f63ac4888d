// engine/base/report.hpp
//
// One step for failing: note the reason for the caller and give back the code.
//
// Guarantees: nothing is noted if the caller passed no `error_info`.
//
// Not here: paths, ids and lines, which the layer that knows them sets.
//
// Threads: free function without state.

#pragma once

#include <storh/error.hpp>

#include <string_view>

namespace storh {

/// Sets `info->detail()` if there is an `info`, and returns `code`.
inline boost::system::error_code report(error_info* info, errc code, std::string_view detail) {
    if (info != nullptr) {
        info->set_detail(detail);
    }
    return make_error_code(code);
}

}  // namespace storh
