// tests/support/manual_item.hpp
//
// A work item that notes when it runs.

#pragma once

#include "io/work_item.hpp"

namespace storh::test {

struct manual_item final : io::work_item {
    explicit manual_item(unsigned from = 0, unsigned which = 0) noexcept
        : work_item(&manual_item::note), producer(from), number(which) {}

    unsigned producer;
    unsigned number;
    unsigned runs = 0;

private:
    static void note(io::work_item& item) noexcept { ++static_cast<manual_item&>(item).runs; }
};

}  // namespace storh::test
