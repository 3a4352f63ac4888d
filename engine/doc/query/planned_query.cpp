#include "doc/query/planned_query.hpp"

#include "doc/stream/listed_ids.hpp"
#include "doc/stream/named_ids.hpp"
#include "doc/stream/sorted_ids.hpp"
#include "query/matcher.hpp"
#include "query/sorter.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace storh::doc {
namespace {

record_filter filter_of(query const& asked) {
    auto const match = std::make_shared<queries::matcher const>(asked);
    if (match->is_trivial()) return {};
    return [match](record const& candidate) { return match->matches(candidate); };
}

std::size_t conditions_of(std::vector<condition_group> const& groups) {
    std::size_t count = 0;
    for (condition_group const& group : groups) {
        for (condition const& one : group) {
            count += one.op() == query_operator::any ? conditions_of(one.groups()) : 1;
        }
    }
    return count;
}

plan_step with_rows(plan_step step, std::uint64_t rows) {
    step.actual_rows = rows;
    return step;
}

}  // namespace

planned_query::planned_query(std::shared_ptr<collection> state, query asked,
                             query_options const& options)
    : state_(std::move(state)),
      query_(std::move(asked)),
      ids_(query_),
      filter_(filter_of(query_)),
      on_error_(options.on_error()),
      sort_bytes_max_(options.sort_bytes_max()) {
    walk plan = is_id_order() ? in_id_order() : in_field_order();
    plan.limit = query_.limit();
    given_ = plan.counts;
    stream_ = std::make_shared<stream_state>(state_, std::move(plan));
}

bool planned_query::is_id_order() const noexcept {
    return !query_.order() || query_.order()->field == queries::id_field;
}

bool planned_query::is_descending() const noexcept {
    return query_.order() && query_.order()->direction == sort_direction::descending;
}

/// All that match, whatever their number.
walk planned_query::in_id_order() const {
    bool const is_reverse = is_id_order() && is_descending();
    std::unique_ptr<candidate_source> source;
    if (ids_.named()) {
        std::vector<uuid_v7> ids = *ids_.named();
        if (is_reverse) std::ranges::reverse(ids);
        source = std::make_unique<named_ids>(state_, std::move(ids));
    } else {
        source = std::make_unique<listed_ids>(state_, ids_.bounds(), is_reverse);
    }
    walk plan(std::move(source));
    plan.filter = filter_;
    plan.on_error = on_error_;
    plan.skips = skips_;
    plan.counts = matching_;
    return plan;
}

walk planned_query::in_field_order() {
    auto matching = std::make_shared<stream_state>(state_, in_id_order());
    walk plan(std::make_unique<sorted_ids>(
        std::move(matching), queries::sorter(*query_.order(), query_.limit(), sort_bytes_max_)));
    // What has been changed since it was sorted is looked at again.
    plan.filter = filter_;
    plan.on_error = on_error_;
    plan.skips = skips_;
    return plan;
}

plan_step planned_query::ids_step() const {
    std::string about = ids_.named() ? std::to_string(ids_.named()->size()) + " named by the query"
                                     : ids_.bounds().to_string();
    if (is_id_order() && is_descending()) about += about.empty() ? "descending" : ", descending";
    plan_step step(ids_.named() ? plan_action::take_ids : plan_action::scan_ids, std::move(about));
    step.estimated_rows = matching_->proposed.load();
    step.actual_rows = matching_->read;
    return step;
}

plan_step planned_query::match_step() const {
    std::size_t const count = conditions_of(query_.groups());
    plan_step step =
        filter_ ? plan_step(plan_action::filter, "by " + std::to_string(count) +
                                                     (count == 1 ? " condition" : " conditions"))
                : plan_step(plan_action::read, "each record");
    return with_rows(std::move(step), matching_->matched);
}

void planned_query::add_sort_steps(std::vector<plan_step>& to) const {
    std::string about = "by " + query_.order()->field;
    if (is_descending()) about += ", descending";
    plan_action const action = query_.limit() ? plan_action::top : plan_action::sort;
    if (query_.limit()) about += ", first " + std::to_string(*query_.limit());
    to.push_back(with_rows(plan_step(action, std::move(about)), given_->proposed));
    to.push_back(with_rows(plan_step(plan_action::read, "again, in that order"), given_->matched));
}

query_plan planned_query::explain() const {
    std::vector<plan_step> steps{ids_step(), match_step()};
    if (!is_id_order()) add_sort_steps(steps);
    if (query_.limit()) {
        steps.push_back(with_rows(plan_step(plan_action::limit, std::to_string(*query_.limit())),
                                  given_->delivered));
    }
    return query_plan(std::move(steps));
}

}  // namespace storh::doc
