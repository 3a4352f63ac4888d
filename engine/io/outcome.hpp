// io/outcome.hpp
//
// An error code as the value of an awaited operation. As the first argument of a completion an
// error_code would be thrown; engine code decides by it instead.

#pragma once

#include <boost/system/error_code.hpp>

namespace storh::io {

struct outcome {
    outcome() = default;
    explicit outcome(boost::system::error_code code) noexcept : error(code) {}
    boost::system::error_code error;
};

}  // namespace storh::io
