#include "output.hpp"

#include "names.hpp"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

namespace storh::bench {

namespace {

std::string_view backend_column(bench_case const& one) {
    return one.what->has_backend ? to_string(one.settings.backend) : "-";
}

std::string_view durability_column(bench_case const& one) {
    return one.what->has_durability ? name_of(one.settings.durable) : "-";
}

std::string microseconds(latency_histogram const& latency, double q) {
    return latency.count() == 0 ? "-" : fmt::format("{:.1f}", latency.quantile_us(q));
}

json::object row_of(series const& one, std::string_view file_system) {
    latency_histogram const latency = one.latency();
    json::array samples;
    for (measurement const& sample : one.samples) samples.push_back(sample.seconds);
    json::object row;
    row["workload"] = one.of.what->name;
    row["backend"] = backend_column(one.of);
    row["durability"] = durability_column(one.of);
    row["in_flight"] = one.of.settings.in_flight;
    row["rings"] = one.of.settings.rings;
    row["records"] = one.of.settings.records;
    row["seconds"] = one.seconds();
    row["rate"] = one.rate();
    row["p50_us"] = latency.quantile_us(0.5);
    row["p99_us"] = latency.quantile_us(0.99);
    row["p999_us"] = latency.quantile_us(0.999);
    row["deviation"] = one.deviation();
    row["system_calls_each"] = one.enters_each();
    row["peak_kib"] = one.peak_kib();
    row["file_system"] = file_system;
    row["samples_seconds"] = std::move(samples);
    return row;
}

void print_row(series const& one) {
    latency_histogram const latency = one.latency();
    fmt::print("{:<17} {:<8} {:<9} {:>7} {:>8} {:>9.3f} {:>9.0f} {:>9} {:>9} {:>9} {:>4.0f}% {:>6}",
               one.of.what->name, backend_column(one.of), durability_column(one.of),
               one.of.settings.in_flight, one.of.settings.records, one.seconds(), one.rate(),
               microseconds(latency, 0.5), microseconds(latency, 0.99),
               microseconds(latency, 0.999), one.deviation() * 100,
               one.of.what->has_backend ? fmt::format("{:.2f}", one.enters_each()) : "-");
    if (one.peak_kib() > 0) fmt::print("  peak {:.1f} MiB", one.peak_kib() / 1024);
    fmt::print("\n");
}

}  // namespace

void print_table(std::vector<series> const& results) {
    fmt::print("{:<17} {:<8} {:<9} {:>7} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>5} {:>6}\n",
               "workload", "backend", "durable", "flight", "records", "seconds", "rate/s", "p50 us",
               "p99 us", "p999 us", "+-", "calls");
    for (series const& one : results) print_row(one);
}

void append_rows(json::array& rows, std::vector<series> const& results,
                 std::string_view file_system) {
    for (series const& one : results) rows.push_back(row_of(one, file_system));
}

void write_json(std::filesystem::path const& path, json::array const& rows) {
    std::ofstream file(path);
    char const* separator = "[\n";
    for (json::value const& row : rows) {
        file << separator << json::serialize(row);
        separator = ",\n";
    }
    file << (rows.empty() ? "[]\n" : "\n]\n");
    file.close();
    if (!file) throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace storh::bench
