#include "integration/support/backend.hpp"

#include <storh/engine.hpp>

#include <boost/system/system_error.hpp>

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

namespace storh::test {
namespace {

bool has_command(char const* name) {
    for (char const* const directory : {"/sbin/", "/usr/sbin/", "/bin/", "/usr/bin/"}) {
        if (::access((std::string(directory) + name).c_str(), X_OK) == 0) return true;
    }
    return false;
}

/// The framework tells why at a higher log level only.
boost::test_tools::assertion_result skip(std::string const& reason) {
    std::cout << "skipped: " << reason << '\n';
    boost::test_tools::assertion_result result(false);
    result.message() << reason;
    return result;
}

}  // namespace

backend_kind backend_under_test() {
    char const* const given = std::getenv("STORH_BACKEND");
    if (given == nullptr) return backend_kind::automatic;
    for (backend_kind const kind : {backend_kind::automatic, backend_kind::uring,
                                    backend_kind::threads, backend_kind::sync}) {
        if (to_string(kind) == given) return kind;
    }
    throw std::invalid_argument(std::string("STORH_BACKEND=") + given);
}

engine_options options_under_test() {
    return engine_options().backend(backend_under_test());
}

boost::test_tools::assertion_result has_backend(utf::test_unit_id /*id*/) {
    if (backend_under_test() != backend_kind::uring) return true;
    try {
        engine const trial(options_under_test().rings(1));
        return true;
    } catch (boost::system::system_error const& refusal) {
        return skip(refusal.what());
    }
}

boost::test_tools::assertion_result can_mount(utf::test_unit_id id) {
    auto result = has_backend(id);
    if (!result) return result;
    bool const can = ::geteuid() == 0 && ::access("/dev/loop-control", R_OK | W_OK) == 0 &&
                     has_command("mkfs.ext4") && has_command("mkfs.xfs");
    if (can) return true;
    return skip("mounting an image takes root, loop devices, mkfs.ext4 and mkfs.xfs");
}

}  // namespace storh::test
