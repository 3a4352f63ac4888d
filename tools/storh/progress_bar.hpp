// tools/storh/progress_bar.hpp
//
// A line on standard error that shows how far long work has come, if a person is looking.
//
// Guarantees: nothing is written unless standard error is a terminal, and then ten times a second.
//
// Threads: main thread, on whose executor it draws itself. As long as it is shown, the executor's
// context has work.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/progress.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace storh::tool {

class progress_bar {
public:
    using clock = std::chrono::steady_clock;

    progress_bar(asio::any_io_executor const& executor, std::string verb, bool is_wanted = true);

    /// Removes the line.
    ~progress_bar();
    progress_bar(progress_bar const&) = delete;
    progress_bar& operator=(progress_bar const&) = delete;

    /// What is shown; for the operation to count in.
    [[nodiscard]] std::shared_ptr<progress> const& counts() const noexcept {
        return state_->counts;
    }

    /// Removes the line, so that something else can be printed. It comes back by itself.
    void clear();

    /// Since this object was made.
    [[nodiscard]] double seconds() const { return state_->seconds(); }

private:
    // Outlives the object where the timer's handler is already on its way when that goes.
    struct state {
        state(asio::any_io_executor const& executor, std::string what);
        [[nodiscard]] double seconds() const;
        void draw();

        asio::steady_timer timer;
        std::string verb;
        std::shared_ptr<progress> counts = std::make_shared<progress>();
        clock::time_point begin = clock::now();
        bool is_drawn = false;
        bool is_over = false;
    };

    static void wait(std::shared_ptr<state> const& shared);

    std::shared_ptr<state> state_;
};

}  // namespace storh::tool
