// storh-bench: measures storh and the system calls it is made of, side by side.

#include "figure_output.hpp"
#include "figures.hpp"
#include "options.hpp"
#include "output.hpp"
#include "registry.hpp"
#include "runner.hpp"
#include "support/caches.hpp"
#include "support/interrupt.hpp"
#include "support/machine.hpp"
#include "support/mounted_image.hpp"
#include "workloads/import_child.hpp"
#include "workloads/stream_child.hpp"

#include <storh/engine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

namespace storh::bench {

namespace {

enum exit_code : int { fine = 0, failed = 1, missed = 3, was_interrupted = 130 };

/// What images are made for at the least, so that those of most figures are alike.
constexpr std::size_t image_records_min = 300'000;

void print_heading(site const& on, bool is_image) {
    file_system const where = on.kind();
    for (std::string const& line : describe_machine()) fmt::print("{}\n", line);
    fmt::print("file system  {}\n", describe(where));
    if (is_image) {
        fmt::print(
            "images       fresh for each run of writes, through the page cache; "
            "one with direct I/O for reads\n");
    }
    for (std::string const& warning : warnings_about(where)) {
        fmt::print(stderr, "warning: {}\n", warning);
    }
}

/// Gives what `automatic` means here, and says why.
backend_kind resolve(backend_kind kind) {
    storh::engine const engine(engine_options().backend(kind));
    fmt::print("backend      {}: {}\n", to_string(engine.backend()), engine.backend_reason());
    return engine.backend();
}

void list_workloads() {
    for (workload const* one : all_workloads()) fmt::print("{:<17} {}\n", one->name, one->summary);
}

run_settings settings_of(options const& from) {
    run_settings with;
    with.records = from.records;
    with.record_bytes = from.record_bytes;
    with.rings = from.rings;
    with.seed = from.seed;
    return with;
}

/// Every workload with every backend, durability and number in flight that makes a difference to it.
std::vector<bench_case> cases_of(options const& from) {
    std::vector<bench_case> cases;
    run_settings with = settings_of(from);
    for (workload const* what : from.workloads) {
        for (backend_kind const backend : from.backends) {
            with.backend = backend;
            for (durability const durable : from.durabilities) {
                with.durable = durable;
                for (std::size_t const in_flight : from.in_flight) {
                    with.in_flight = in_flight;
                    bench_case const one(*what, with);
                    if (std::find(cases.begin(), cases.end(), one) == cases.end()) {
                        cases.push_back(one);
                    }
                }
            }
        }
    }
    return cases;
}

void check_rights(std::vector<bench_case> const& cases) {
    for (bench_case const& one : cases) {
        if (one.what->is_cold && !may_drop_caches()) {
            throw std::runtime_error(std::string(one.what->name) + " drops caches: run as root");
        }
    }
}

std::unique_ptr<place> place_for(options const& from) {
    if (from.image.empty()) return std::make_unique<directory_place>(from.directory);
    leave_shared_mounts();
    return std::make_unique<image_place>(from.image, from.records, from.record_bytes);
}

int run_cases(options& from) {
    site on(place_for(from));
    print_heading(on, !from.image.empty());
    for (backend_kind& backend : from.backends) backend = resolve(backend);
    auto const cases = cases_of(from);
    check_rights(cases);
    auto const results = run_interleaved(on, cases, from.repeat);
    print_table(results);
    if (!from.json_file.empty()) {
        json::array rows;
        append_rows(rows, results, describe(on.kind()));
        write_json(from.json_file, rows);
    }
    return fine;
}

std::size_t largest_of(std::vector<bench_case> const& cases) {
    std::size_t records = image_records_min;
    for (bench_case const& one : cases) records = std::max(records, one.settings.records);
    return records;
}

std::vector<figure_result> figures_on(std::string const& type, options const& from,
                                      std::vector<figure> const& wanted, json::array& rows) {
    auto const cases = cases_of(wanted, type);
    site on(std::make_unique<image_place>(type, largest_of(cases), from.record_bytes));
    print_heading(on, true);
    auto const results = run_interleaved(on, cases, from.repeat);
    print_table(results);
    append_rows(rows, results, type);
    auto evaluated = evaluate(wanted, results, type);
    print_figures(evaluated);
    return evaluated;
}

int run_figures(options const& from) {
    auto const wanted = figures(from.figures_only, from.seed);
    leave_shared_mounts();
    resolve(backend_kind::uring);
    json::array rows;
    std::vector<figure_result> all;
    for (std::string const& type : from.figures_on) {
        auto const evaluated = figures_on(type, from, wanted, rows);
        all.insert(all.end(), evaluated.begin(), evaluated.end());
    }
    if (from.prints_markdown) fmt::print("{}", markdown_table(all));
    if (!from.json_file.empty()) write_json(from.json_file, rows);
    bool const met =
        std::all_of(all.begin(), all.end(), [](auto const& one) { return one.is_met(); });
    return met ? fine : missed;
}

run_settings child_settings(options const& from) {
    run_settings with = settings_of(from);
    with.backend = from.backends.front();
    with.durable = from.durabilities.front();
    with.in_flight = from.in_flight.front();
    return with;
}

int print_report(std::string const& report) {
    fmt::print("{}\n", report);
    return fine;
}

int run(options& from) {
    if (from.lists_workloads) {
        list_workloads();
        return fine;
    }
    if (!from.import_root.empty()) {
        return print_report(import_and_report(from.import_root, child_settings(from)));
    }
    if (!from.stream_root.empty()) {
        return print_report(stream_and_report(from.stream_root, child_settings(from)));
    }
    return from.makes_figures ? run_figures(from) : run_cases(from);
}

}  // namespace

}  // namespace storh::bench

int main(int count, char** arguments) {
    using namespace storh::bench;
    catch_interrupts();
    try {
        auto parsed = parse_options(count, arguments);
        if (auto const* code = std::get_if<int>(&parsed)) return *code;
        return run(std::get<options>(parsed));
    } catch (interrupted_error const&) {
        fmt::print(stderr, "storh-bench: interrupted\n");
        return was_interrupted;
    } catch (std::exception const& error) {
        fmt::print(stderr, "storh-bench: {}\n", error.what());
        return failed;
    }
}
