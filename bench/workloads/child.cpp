#include "workloads/child.hpp"

#include "names.hpp"
#include "support/process.hpp"

#include <storh/detail/namespaces.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

namespace storh::bench {

std::vector<std::string> child_command(std::string_view option, std::filesystem::path const& root,
                                       run_settings const& settings) {
    return {"/proc/self/exe",
            std::string(option) + '=' + root.string(),
            "--backend=" + std::string(to_string(settings.backend)),
            "--durability=" + std::string(name_of(settings.durable)),
            "--in-flight=" + std::to_string(settings.in_flight),
            "--records=" + std::to_string(settings.records),
            "--size=" + std::to_string(settings.record_bytes),
            "--rings=" + std::to_string(settings.rings),
            "--seed=" + std::to_string(settings.seed)};
}

std::string child_report(double seconds, std::uint64_t enters, std::uint64_t peak_kib) {
    json::object report;
    report["seconds"] = seconds;
    report["enters"] = enters;
    report["peak_kib"] = peak_kib;
    return json::serialize(report);
}

measurement run_child(std::string_view option, std::filesystem::path const& root,
                      run_settings const& settings) {
    json::value const report = json::parse(run_program(child_command(option, root, settings)));
    measurement result;
    result.seconds = json::value_to<double>(report.at("seconds"));
    result.enters = json::value_to<std::uint64_t>(report.at("enters"));
    result.peak_kib = json::value_to<std::uint64_t>(report.at("peak_kib"));
    result.operations = settings.records;
    return result;
}

}  // namespace storh::bench
