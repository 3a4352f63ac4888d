// tests/support/random_query.hpp
//
// Random queries over random documents, of values of all types that are often equal or nearly so.
//
// Threads: one.

#pragma once

#include <storh/json.hpp>
#include <storh/query.hpp>

#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace storh::test {

class random_query {
public:
    /// `ids` are those that conditions and cursors are about.
    random_query(std::uint64_t seed, std::vector<uuid_v7> ids)
        : random_(seed), ids_(std::move(ids)) {}

    [[nodiscard]] json::object document() {
        json::object made;
        for (std::string const& name : names()) {
            if (below(4) != 0) made[name] = value();
        }
        return made;
    }

    /// 1 to 3 groups of 1 to 3 conditions, now and then nested, with order, limit and cursor.
    [[nodiscard]] query make() {
        query made;
        made.groups(groups(0));
        if (below(2) == 0) {
            made.order_by(name(),
                          below(2) == 0 ? sort_direction::ascending : sort_direction::descending);
        }
        if (below(2) == 0) made.limit(below(12));
        if (below(4) == 0) made.cursor(id());
        return made;
    }

    [[nodiscard]] std::size_t below(std::size_t end) { return random_() % end; }

private:
    static std::array<std::string, 4> const& names() {
        static std::array<std::string, 4> const all{"a", "b.c", "7", std::string("n\0l\t", 4)};
        return all;
    }

    std::string name() { return below(6) == 0 ? "id" : names()[below(names().size())]; }

    uuid_v7 const& id() { return ids_[below(ids_.size())]; }

    json::value value() {
        static json::object const all =
            parse_document(
                R"({"all":[null,true,false,0,1,-1,7,10,0.0,-0.0,1.0,1.5,-2.5,9007199254740992,)"
                R"(9007199254740993,9007199254740992.0,-9007199254740993,9223372036854775807,)"
                R"(-9223372036854775808,9223372036854775808.0,1.0e300,5.0e-324,"","a","ab","b","A",)"
                R"("10","9","é","\u0000","\"","\u2028","\\",[],{},[1],[1.0],[0.0],[-0.0],[1,2],[[]],)"
                R"([{}],["a"],{"k":1},{"k":1.0},{"k":2},{"k":1,"l":2},{"l":2,"k":1},{"k":[]}]})")
                .value();
        json::array const& list = all.at("all").as_array();
        return list[below(list.size())];
    }

    json::value operand_for(std::string const& field) {
        if (field != "id" || below(4) == 0) return value();
        std::string const text = id().to_string();
        return json::value(json::string_view(text).substr(0, below(8) == 0 ? below(36) : 36));
    }

    std::vector<condition_group> groups(unsigned depth) {
        std::vector<condition_group> made(1 + below(3));
        for (condition_group& group : made) {
            for (std::size_t count = 1 + below(3); count > 0; --count) {
                bool const is_nested = depth < 3 && below(8) == 0;
                group.push_back(is_nested ? condition::any(groups(depth + 1)) : comparison());
            }
        }
        return made;
    }

    condition comparison() {
        std::string const of = name();
        field const left(of);
        switch (below(12)) {
            case 0: return left.eq(operand_for(of));
            case 1: return left.neq(operand_for(of));
            case 2: return left.in(list_for(of));
            case 3: return left.not_in(list_for(of));
            case 4: return left.gt(operand_for(of));
            case 5: return left.gte(operand_for(of));
            case 6: return left.lt(operand_for(of));
            case 7: return left.lte(operand_for(of));
            case 8: return left.between(operand_for(of), operand_for(of));
            case 9: return left.exists();
            case 10: return left.missing();
            default: return left.prefix(of == "id" ? "018" : (below(2) == 0 ? "a" : ""));
        }
    }

    std::vector<operand> list_for(std::string const& field) {
        std::vector<operand> list;
        for (std::size_t count = below(6); count > 0; --count)
            list.emplace_back(operand_for(field));
        return list;
    }

    std::mt19937_64 random_;
    std::vector<uuid_v7> ids_;
};

}  // namespace storh::test
