#pragma once

// The two short names that every header and source of storh uses for Boost.

namespace boost::asio {}
namespace boost::json {}

namespace storh {

namespace asio = boost::asio;
namespace json = boost::json;

}  // namespace storh
