// api/refuse_empty.hpp
//
// What every operation of a handle asks first. Threads: any.

#pragma once

#include <storh/error.hpp>

#include <memory>

namespace storh::doc {
class collection;
}

namespace storh::detail::calls {

/// An empty handle is as good as a closed store.
template <class Completion>
[[nodiscard]] bool refuse_empty(std::shared_ptr<doc::collection> const& state, Completion& done) {
    if (state) return false;
    done.complete_error(errc::closed);
    return true;
}

}  // namespace storh::detail::calls
