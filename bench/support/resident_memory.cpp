#include "support/resident_memory.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace storh::bench {

namespace {

std::uint64_t status_kib(std::string const& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::uint64_t kib = 0;
        if (word == name && status >> kib) return kib;
    }
    throw std::runtime_error("no " + name + " in /proc/self/status");
}

}  // namespace

std::uint64_t resident_kib() {
    return status_kib("VmRSS:");
}

std::uint64_t peak_resident_kib() {
    return status_kib("VmHWM:");
}

}  // namespace storh::bench
