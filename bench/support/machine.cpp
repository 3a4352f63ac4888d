#include "support/machine.hpp"

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace storh::bench {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

#ifdef __OPTIMIZE__
constexpr bool is_optimised = true;
#else
constexpr bool is_optimised = false;
#endif

std::string processor_name() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

}  // namespace

std::vector<std::string> describe_machine() {
    utsname system{};
    ::uname(&system);
    struct sysinfo memory {};
    ::sysinfo(&memory);
    auto const mib = memory.totalram * memory.mem_unit >> 20U;
    return {fmt::format("machine      {}, {} processors, {} MiB", processor_name(),
                        std::thread::hardware_concurrency(), mib),
            fmt::format("kernel       {} {}", system.sysname, system.release),
            fmt::format("build        {}, {}", STORH_BENCH_BUILD_TYPE, __VERSION__)};
}

std::vector<std::string> warnings_about(file_system const& where) {
    std::vector<std::string> warnings;
    if (!is_optimised) warnings.emplace_back("not an optimised build");
    if (is_sanitized) warnings.emplace_back("a build with sanitizers");
    if (where.name == "tmpfs") warnings.emplace_back("tmpfs: nothing is ever made durable");
    if (where.is_ext4_without_journal) {
        warnings.emplace_back("ext4 without a journal: a sync does less than elsewhere");
    }
    return warnings;
}

}  // namespace storh::bench
