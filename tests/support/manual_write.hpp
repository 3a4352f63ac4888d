// tests/support/manual_write.hpp
//
// A write that no store carries out: what is pure about writes is tested with these.

#pragma once

#include "publish/commit/write_request.hpp"
#include "support/ids.hpp"

namespace storh::test {

class manual_write final : public publish::write_request {
public:
    explicit manual_write(uuid_v7 const& of, unsigned number_of = 0) : number(number_of) {
        id = of;
    }

    [[nodiscard]] bool try_start() noexcept override { return true; }
    void finish() noexcept override { ++finished; }

    unsigned number;
    unsigned finished = 0;
};

}  // namespace storh::test
