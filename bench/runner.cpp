#include "runner.hpp"

#include "names.hpp"
#include "support/interrupt.hpp"
#include "support/statistics.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace storh::bench {

namespace {

constexpr std::size_t warm_up_records = 2'000;

template <class Projection>
double median_of(std::vector<measurement> const& samples, Projection project) {
    std::vector<double> values;
    for (measurement const& one : samples) values.push_back(static_cast<double>(project(one)));
    return median(std::move(values));
}

/// A line on the terminal that the next one overwrites; nothing in a pipe.
void show_progress(std::string const& text) {
    static bool const is_terminal = ::isatty(STDERR_FILENO) == 1;
    if (is_terminal) fmt::print(stderr, "\r\033[K{}", text);
}

measurement run_once(site& on, bench_case const& one) {
    check_interrupted();
    try {
        return one.what->run(on, one.settings);
    } catch (interrupted_error const&) {
        throw;
    } catch (std::exception const&) {
        show_progress("");
        fmt::print(stderr, "storh-bench: failed: {}\n", describe(one));
        throw;
    }
}

void warm_up(site& on, std::vector<bench_case> const& cases) {
    for (bench_case one : cases) {
        one.settings.records = std::min(one.settings.records, warm_up_records);
        show_progress("warm-up: " + describe(one));
        run_once(on, one);
    }
}

}  // namespace

bench_case::bench_case(workload const& which, run_settings with) : what(&which), settings(with) {
    run_settings const defaults;
    if (!which.has_backend) settings.backend = defaults.backend;
    if (!which.has_backend && !which.has_rings) settings.rings = defaults.rings;
    if (!which.has_durability) settings.durable = defaults.durable;
    if (!which.has_in_flight) settings.in_flight = defaults.in_flight;
}

std::string describe(bench_case const& one) {
    std::string text(one.what->name);
    if (one.what->has_backend) text += fmt::format(", {}", to_string(one.settings.backend));
    if (one.what->has_durability) text += fmt::format(" + {}", name_of(one.settings.durable));
    if (one.what->has_in_flight) text += fmt::format(", {} in flight", one.settings.in_flight);
    if (one.settings.rings > 0) text += fmt::format(", {} rings", one.settings.rings);
    return text + fmt::format(", {} records", one.settings.records);
}

double series::seconds() const {
    return median_of(samples, [](measurement const& one) { return one.seconds; });
}

double series::rate() const {
    return median_of(samples, [](measurement const& one) { return one.rate(); });
}

double series::deviation() const {
    std::vector<double> values;
    for (measurement const& one : samples) values.push_back(one.seconds);
    return relative_deviation(values);
}

double series::enters_each() const {
    return median_of(samples, [](measurement const& one) {
        return static_cast<double>(one.enters) / static_cast<double>(one.operations);
    });
}

double series::peak_kib() const {
    return median_of(samples, [](measurement const& one) { return one.peak_kib; });
}

latency_histogram series::latency() const {
    latency_histogram all;
    for (measurement const& one : samples) all.merge(one.latency);
    return all;
}

std::vector<series> run_interleaved(site& on, std::vector<bench_case> const& cases,
                                    unsigned repeat) {
    std::vector<series> results;
    for (bench_case const& one : cases) results.emplace_back(one);
    warm_up(on, cases);
    for (unsigned repetition = 1; repetition <= repeat; ++repetition) {
        for (series& one : results) {
            show_progress(fmt::format("{}/{}: {}", repetition, repeat, describe(one.of)));
            one.samples.push_back(run_once(on, one.of));
        }
    }
    show_progress("");
    return results;
}

}  // namespace storh::bench
