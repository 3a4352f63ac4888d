#include "workloads/import_child.hpp"

#include "support/closed_loop.hpp"
#include "support/resident_memory.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workloads/child.hpp"

#include <storh/json.hpp>

#include <stdexcept>

namespace storh::bench {

namespace {

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
    double const seconds = seconds_since(start);
    auto const entered = session.enters() - enters;
    session.close();
    return child_report(seconds, entered, peak_resident_kib());
}

}  // namespace storh::bench
