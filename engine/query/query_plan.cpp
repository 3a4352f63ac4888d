#include <storh/query_plan.hpp>

#include "format/json_writer.hpp"

namespace storh {

std::string_view to_string(plan_action action) noexcept {
    switch (action) {
        case plan_action::take_ids: return "take_ids";
        case plan_action::scan_ids: return "scan_ids";
        case plan_action::filter: return "filter";
        case plan_action::sort: return "sort";
        case plan_action::top: return "top";
        case plan_action::read: return "read";
        case plan_action::limit: return "limit";
    }
    return "";
}

std::string query_plan::to_string() const {
    std::string text;
    for (plan_step const& step : steps_) {
        text.append(text.empty() ? "" : "\n").append(storh::to_string(step.action));
        if (!step.detail.empty()) text.append(" ").append(step.detail);
        text.append(": ").append(std::to_string(step.actual_rows)).append(" rows");
        if (step.estimated_rows) {
            text.append(", expected ").append(std::to_string(*step.estimated_rows));
        }
    }
    return text;
}

std::string query_plan::to_json() const {
    json::array steps;
    for (plan_step const& step : steps_) {
        std::string_view const action = storh::to_string(step.action);
        json::object made;
        made["action"] = json::string_view(action.data(), action.size());
        made["detail"] = json::string_view(step.detail);
        made["estimated_rows"] = nullptr;
        if (step.estimated_rows) {
            made["estimated_rows"] = static_cast<std::int64_t>(*step.estimated_rows);
        }
        made["actual_rows"] = static_cast<std::int64_t>(step.actual_rows);
        steps.push_back(std::move(made));
    }
    json::object all;
    all["steps"] = std::move(steps);
    std::string text;
    (void)append_json(text, all);
    return text;
}

}  // namespace storh
