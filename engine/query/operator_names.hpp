// query/operator_names.hpp
//
// The names of the operators in JSON. Source: storh 0.5.0 for PHP. Threads: constants.

#pragma once

#include <storh/condition.hpp>

#include <array>
#include <string_view>

namespace storh::queries {

struct operator_name {
    std::string_view name;
    query_operator op;
};

/// The first name of an operator is the one that is written.
inline constexpr std::array operator_names{operator_name{"eq", query_operator::eq},
                                           operator_name{"neq", query_operator::neq},
                                           operator_name{"in", query_operator::in},
                                           operator_name{"notIn", query_operator::not_in},
                                           operator_name{"not_in", query_operator::not_in},
                                           operator_name{"gt", query_operator::gt},
                                           operator_name{"gte", query_operator::gte},
                                           operator_name{"lt", query_operator::lt},
                                           operator_name{"lte", query_operator::lte},
                                           operator_name{"between", query_operator::between},
                                           operator_name{"exists", query_operator::exists},
                                           operator_name{"missing", query_operator::missing},
                                           operator_name{"prefix", query_operator::prefix}};

}  // namespace storh::queries
