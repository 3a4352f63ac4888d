# Everything the library needs. Boost.JSON is the one compiled part of Boost in it; Asio, UUID and
# the rest are headers. liburing, xxHash and LMDB ship pkg-config files and no CMake ones.

find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(liburing REQUIRED IMPORTED_TARGET GLOBAL liburing>=2.3)
pkg_check_modules(libxxhash REQUIRED IMPORTED_TARGET GLOBAL libxxhash>=0.8)
pkg_check_modules(lmdb REQUIRED IMPORTED_TARGET GLOBAL lmdb>=0.9.24)
