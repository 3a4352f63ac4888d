// publish/prepare_job.hpp
//
// A worker's share of making a collection's directories, lock file and marker before a first change.

#pragma once

#include "io/operation.hpp"
#include "publish/store_files.hpp"

namespace storh::publish {

struct prepare_job {
    explicit prepare_job(store_files& files) noexcept : files_(files) {
        op.job = &prepare_job::run;
        op.data = this;
    }

    io::operation op;
    error_info info;
    boost::system::error_code error;

private:
    static int run(io::operation& op) noexcept {
        prepare_job& self = *static_cast<prepare_job*>(op.data);
        self.error = self.files_.prepare_for_writing(self.info);
        return 0;
    }

    store_files& files_;
};

}  // namespace storh::publish
