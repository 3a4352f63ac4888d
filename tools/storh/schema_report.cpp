#include "schema_report.hpp"

#include "failure.hpp"
#include "numbers.hpp"
#include "output.hpp"

#include <storh/json.hpp>

#include <fmt/core.h>

namespace storh::tool {

void schema_report::add_broken(std::string const& place, error_info const& info) {
    ++count_;
    ++broken_;
    if (!is_json_) return print(fmt::format("{}: {}\n", place, one_line(info.detail())));
    json::object shown;
    if (noun_ == "line") {
        shown["line"] = std::stoull(place);
    } else {
        shown["id"] = json::string_view(place);
    }
    shown["field"] = json::string_view(info.field());
    shown["detail"] = json::string_view(info.detail());
    print(to_json(json::value(std::move(shown))).value() + '\n');
}

int schema_report::finish() const {
    print(is_json_ ? fmt::format("{{\"checked\":{},\"broken\":{}}}\n", count_, broken_)
                   : fmt::format("{} checked, {} the schema\n", counted(count_, noun_),
                                 broken_ == 1 ? "1 breaks" : grouped(broken_) + " break"));
    return broken_ == 0 ? exit_code::fine : exit_code::damage;
}

}  // namespace storh::tool
