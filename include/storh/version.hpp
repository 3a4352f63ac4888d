// storh/version.hpp
//
// The version of these headers.

#pragma once

#define STORH_VERSION_MAJOR 0
#define STORH_VERSION_MINOR 1
#define STORH_VERSION_PATCH 0

namespace storh {

/// The version as text, `major.minor.patch`.
inline constexpr char version[] = "0.1.0";

}  // namespace storh
