#include "query/id_selection.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace storh::queries {
namespace {

using ids = std::vector<uuid_v7>;

uuid_v7 id_of(unsigned number) {
    return uuid_v7::parse("018bcfe5-aa68-7011-8001-81af1551700" + std::to_string(number)).value();
}

ids all_ids() {
    ids all;
    for (unsigned number = 0; number < 10; ++number) all.push_back(id_of(number));
    return all;
}

/// Which of ten ids are inside the bounds.
std::vector<unsigned> inside(query const& asked) {
    ids const all = all_ids();
    auto const part = id_selection(asked).bounds().cut(all);
    std::vector<unsigned> numbers;
    for (uuid_v7 const& one : part) {
        numbers.push_back(static_cast<unsigned>(std::ranges::find(all, one) - all.begin()));
    }
    return numbers;
}

void check(query const& asked, std::vector<unsigned> const& expected) {
    BOOST_TEST(inside(asked) == expected, boost::test_tools::per_element());
}

field const id("id");
field const n("n");

}  // namespace

BOOST_AUTO_TEST_SUITE(id_selection_suite)

BOOST_AUTO_TEST_CASE(the_cursor_and_conditions_on_the_id_narrow_the_range) {
    check(query().cursor(id_of(6)), {7, 8, 9});
    check(query().where(id.gt(id_of(7))), {8, 9});
    check(query().where(id.gte(id_of(7))).where(id.lt(id_of(9))), {7, 8});
    check(query().where(id.lte(id_of(1))), {0, 1});
    check(query().where(id.between(id_of(3), id_of(5))).cursor(id_of(3)), {4, 5});
    check(query().where(id.between(id_of(5), id_of(3))), {});
}

BOOST_AUTO_TEST_CASE(several_groups_span_what_lies_between_them) {
    check(query().or_where({id.lt(id_of(2))}).or_where({id.between(id_of(4), id_of(5))}),
          {0, 1, 2, 3, 4, 5});
    check(query().or_where({id.gt(id_of(8))}).or_where({n.eq(1)}), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    check(query().or_where({id.gt(id_of(7))}).or_where({id.gte(id_of(7))}), {7, 8, 9});
    check(query().or_where({id.lte(id_of(1))}).or_where({id.lt(id_of(1))}), {0, 1});
}

BOOST_AUTO_TEST_CASE(what_is_no_id_narrows_nothing) {
    std::vector<unsigned> const all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    check(query().where(id.gt("018bcfe5")), all);
    check(query().where(id.gt(5)), all);
    check(query().where(id.gt("018BCFE5-AA68-7011-8001-81AF15517007")), all);
    check(query().where(n.gt(id_of(5))), all);
    check(query().where(id.neq(id_of(5))), all);
}

BOOST_AUTO_TEST_CASE(ids_that_every_group_names_need_no_range) {
    auto const named = [](query const& asked) { return id_selection(asked).named(); };
    BOOST_TEST((*named(query().where(id.eq(id_of(3)))) == ids{id_of(3)}));
    BOOST_TEST((*named(query().where(id.in({id_of(7), "nope", 3, id_of(2), id_of(7)}))) ==
                ids{id_of(2), id_of(7)}));
    BOOST_TEST((*named(query().or_where({id.eq(id_of(3))}).or_where({n.eq(1), id.eq(id_of(1))})) ==
                ids{id_of(1), id_of(3)}));
    BOOST_TEST(
        (*named(query().where(id.in({id_of(1), id_of(2)})).cursor(id_of(1))) == ids{id_of(2)}));
    BOOST_TEST((named(query().where(id.eq("nope")))->empty()));
    BOOST_TEST(!named(query().or_where({id.eq(id_of(3))}).or_where({n.eq(1)})).has_value());
    BOOST_TEST(!named(query()).has_value());
}

BOOST_AUTO_TEST_CASE(bounds_are_told_to_people) {
    auto const text = [](query const& asked) { return id_selection(asked).bounds().to_string(); };
    BOOST_TEST(text(query()) == "");
    BOOST_TEST(text(query().cursor(id_of(1))) == "from behind " + id_of(1).to_string());
    BOOST_TEST(text(query().where(id.between(id_of(1), id_of(2)))) ==
               "from " + id_of(1).to_string() + " to " + id_of(2).to_string());
    BOOST_TEST(text(query().where(id.lt(id_of(2)))) == "to before " + id_of(2).to_string());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::queries
