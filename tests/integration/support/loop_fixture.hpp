// tests/integration/support/loop_fixture.hpp
//
// A ring on the backend under test, an open directory to work in, and ways to run operations from
// the test's thread. Nothing here asserts: Boost.Test may be used on the test's thread only.

#pragma once

#include <storh/detail/namespaces.hpp>

#include "integration/support/backend.hpp"
#include "integration/support/temp_directory.hpp"
#include "io/batch.hpp"
#include "io/ring_set.hpp"
#include "io/unique_fd.hpp"

#include <boost/asio/co_spawn.hpp>

#include <fcntl.h>

#include <cstdint>
#include <deque>
#include <exception>
#include <future>
#include <string>
#include <string_view>
#include <utility>

namespace storh::test {

/// Runs `work` on `loop` and waits for it.
inline void run_on(io::ring_loop& loop, io::task<void> work) {
    std::promise<void> ended;
    asio::co_spawn(loop.get_executor(), std::move(work), [&ended](std::exception_ptr failure) {
        failure ? ended.set_exception(failure) : ended.set_value();
    });
    ended.get_future().get();
}

using operations = std::deque<io::operation>;

/// Starts all of them at once and resumes when all are done. Jobs go to the workers.
inline io::task<void> complete_all(io::ring_loop* loop, operations* all) {
    io::batch together(*loop);
    for (io::operation& op : *all) {
        op.code == io::opcode::job ? together.start_job(op) : together.start(op);
    }
    co_await together.finished();
}

struct loop_fixture {
    loop_fixture() : loop_fixture(options_under_test()) {}
    explicit loop_fixture(engine_options options)
        : rings(options.rings(1)),
          fd(::open(directory.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

    [[nodiscard]] io::ring_loop& loop() { return rings.loop(0); }

    void run(operations& all) { run_on(loop(), complete_all(&loop(), &all)); }

    /// Runs one operation; its result.
    int run(io::operation& op) {
        run_on(loop(), complete_one(&loop(), &op));
        return op.result;
    }

    /// Makes `op` a request for `path` below the directory.
    void aim(io::operation& op, io::opcode code, char const* path, int flags = 0) const {
        op.code = code;
        op.directory = fd.get();
        op.path = path;
        op.flags = static_cast<std::uint32_t>(flags);
        op.mode = 0666;
    }

    /// The same with bytes to write.
    void aim(io::operation& op, io::opcode code, char const* path, std::string& bytes,
             int flags = O_WRONLY | O_CREAT | O_EXCL) const {
        aim(op, code, path, flags);
        op.data = bytes.data();
        op.length = static_cast<std::uint32_t>(bytes.size());
    }

    [[nodiscard]] std::filesystem::path path_of(std::string_view name) const {
        return directory.path() / name;
    }

    temp_directory directory;
    io::ring_set rings;
    io::unique_fd fd;

private:
    static io::task<void> complete_one(io::ring_loop* loop, io::operation* op) {
        io::batch one(*loop);
        op->code == io::opcode::job ? one.start_job(*op) : one.start(*op);
        co_await one.finished();
    }
};

}  // namespace storh::test
