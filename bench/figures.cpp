#include "figures.hpp"

#include "support/statistics.hpp"
#include "workloads/workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace storh::bench {

namespace {

double side_value(figure_kind kind, measurement const& one) {
    switch (kind) {
        case figure_kind::rate_ratio: return one.rate();
        case figure_kind::p50_ratio: return one.latency.quantile_us(0.5);
        case figure_kind::peak_mib: return static_cast<double>(one.peak_kib) / 1024;
    }
    return 0;
}

std::vector<double> side_values(figure_kind kind, series const& of) {
    std::vector<double> values;
    for (measurement const& one : of.samples) values.push_back(side_value(kind, one));
    return values;
}

std::string side_text(figure_kind kind, double value) {
    switch (kind) {
        case figure_kind::rate_ratio: return fmt::format("{:.0f}/s", value);
        case figure_kind::p50_ratio: return fmt::format("{:.1f} us", value);
        case figure_kind::peak_mib: return fmt::format("{:.1f} MiB", value);
    }
    return "";
}

series const& find(std::vector<series> const& results, bench_case const& wanted) {
    auto const found = std::find_if(results.begin(), results.end(),
                                    [&](series const& one) { return one.of == wanted; });
    if (found == results.end()) throw std::logic_error("not measured: " + describe(wanted));
    return *found;
}

bool concerns(figure const& one, std::string_view file_system) {
    return one.only_on.empty() || one.only_on == file_system;
}

void add_once(std::vector<bench_case>& cases, bench_case const& one) {
    if (std::find(cases.begin(), cases.end(), one) == cases.end()) cases.push_back(one);
}

figure_result evaluate_one(figure const& one, std::vector<series> const& results) {
    std::vector<double> values = side_values(one.kind, find(results, one.measured));
    figure_result result;
    result.of = one;
    result.detail = side_text(one.kind, median(values));
    if (one.reference) {
        auto const others = side_values(one.kind, find(results, *one.reference));
        result.detail += " : " + side_text(one.kind, median(others));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] /= others[i];
    }
    auto const [least, most] = std::minmax_element(values.begin(), values.end());
    result.least = *least;
    result.most = *most;
    result.value = median(values);
    return result;
}

}  // namespace

std::vector<bench_case> cases_of(std::vector<figure> const& wanted, std::string_view file_system) {
    std::vector<bench_case> cases;
    for (figure const& one : wanted) {
        if (!concerns(one, file_system)) continue;
        if (one.reference) add_once(cases, *one.reference);
        add_once(cases, one.measured);
    }
    return cases;
}

std::vector<figure_result> evaluate(std::vector<figure> const& wanted,
                                    std::vector<series> const& results,
                                    std::string_view file_system) {
    std::vector<figure_result> evaluated;
    for (figure const& one : wanted) {
        if (!concerns(one, file_system)) continue;
        evaluated.push_back(evaluate_one(one, results));
        evaluated.back().file_system = file_system;
    }
    return evaluated;
}

}  // namespace storh::bench
