#include "workloads/import_child.hpp"

#include "names.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"

#include <storh/json.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <fstream>
#include <stdexcept>

namespace storh::bench {

namespace {

std::uint64_t peak_resident_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::uint64_t kib = 0;
        if (word == "VmHWM:" && status >> kib) return kib;
    }
    throw std::runtime_error("no VmHWM in /proc/self/status");
}

asio::awaitable<void> import_rows(inserter into, run_settings settings) {
    sample_data const data(1, settings.record_bytes, settings.seed);
    for (std::size_t i = 0; i < settings.records; ++i) {
        check_interrupted();
        auto line = to_json(data.document(i));
        auto putting = into.put_line(std::move(line.value()));
        co_await std::move(putting);
    }
    auto finishing = into.finish();
    std::uint64_t const written = co_await std::move(finishing);
    if (written != settings.records) throw std::runtime_error("the import lost records");
}

}  // namespace

std::string import_and_report(std::filesystem::path const& root, run_settings const& settings) {
    store_session session(root, settings);
    inserter_options options;
    options.in_flight(settings.in_flight);
    auto const enters = session.enters();
    auto const start = steady::now();
    run_to_end(session.context(),
               import_rows(session.store().make_inserter(session.context().get_executor(), options),
                           settings));
    json::object report;
    report["seconds"] = seconds_since(start);
    report["enters"] = session.enters() - enters;
    session.close();
    report["peak_kib"] = peak_resident_kib();
    return json::serialize(report);
}

std::vector<std::string> import_command(std::filesystem::path const& root,
                                        run_settings const& settings) {
    return {"/proc/self/exe",
            "--measure-import=" + root.string(),
            "--backend=" + std::string(to_string(settings.backend)),
            "--durability=" + std::string(name_of(settings.durable)),
            "--in-flight=" + std::to_string(settings.in_flight),
            "--records=" + std::to_string(settings.records),
            "--size=" + std::to_string(settings.record_bytes),
            "--rings=" + std::to_string(settings.rings),
            "--seed=" + std::to_string(settings.seed)};
}

}  // namespace storh::bench
