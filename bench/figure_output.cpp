#include "figure_output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace storh::bench {

namespace {

std::string bound_text(figure const& one) {
    return fmt::format("{} {:g}", one.is_at_least ? "at least" : "at most", one.bound);
}

std::string number_text(figure_result const& one) {
    return one.value < 10 ? fmt::format("{:.2f}", one.value) : fmt::format("{:.1f}", one.value);
}

std::vector<std::string> file_systems_of(std::vector<figure_result> const& results) {
    std::vector<std::string> names;
    for (figure_result const& one : results) {
        if (std::find(names.begin(), names.end(), one.file_system) == names.end()) {
            names.push_back(one.file_system);
        }
    }
    return names;
}

std::string cell(std::vector<figure_result> const& results, int number, std::string const& name) {
    for (figure_result const& one : results) {
        if (one.of.number != number || one.file_system != name) continue;
        if (!one.of.reference) return number_text(one);
        return fmt::format("{} ({})", number_text(one), one.detail);
    }
    return "-";
}

}  // namespace

void print_figures(std::vector<figure_result> const& results) {
    for (figure_result const& one : results) {
        fmt::print("{:>2}  {}\n    {:<6} {:>7} ({:.2f} to {:.2f})  {:<13} {:<6}  {}\n",
                   one.of.number, one.of.text, one.file_system, number_text(one), one.least,
                   one.most, bound_text(one.of), one.is_met() ? "ok" : "MISSED", one.detail);
    }
}

std::string markdown_table(std::vector<figure_result> const& results) {
    auto const names = file_systems_of(results);
    std::string header = "| what |";
    std::string rule = "| --- |";
    for (std::string const& name : names) {
        header += fmt::format(" {} |", name);
        rule += " --- |";
    }
    std::string table = header + " bound |\n" + rule + " --- |\n";
    std::vector<int> done;
    for (figure_result const& one : results) {
        if (std::find(done.begin(), done.end(), one.of.number) != done.end()) continue;
        done.push_back(one.of.number);
        table += fmt::format("| {} |", one.of.text);
        for (std::string const& name : names) {
            table += fmt::format(" {} |", cell(results, one.of.number, name));
        }
        table += fmt::format(" {} |\n", bound_text(one.of));
    }
    return table;
}

}  // namespace storh::bench
