// doc/upkeep_run.hpp
//
// What verify, repair and stats have in common: their work runs on the collection's ring with a state
// of its own, and its report becomes the caller's answer.
//
// Threads: start_upkeep() on any.

#pragma once

#include <storh/detail/completion.hpp>

#include "doc/upkeep/upkeep_state.hpp"
#include "io/spawn.hpp"

#include <memory>
#include <utility>

namespace storh::doc {

using upkeep_work = io::task<void> (*)(io::ring_loop& loop, upkeep_state& state);

template <class T>
using upkeep_answer = T (*)(collection& state, repair_report report);

template <class T>
io::task<void> run_upkeep(std::shared_ptr<collection> state, upkeep_options options,
                          std::shared_ptr<detail::completion<T>> done, upkeep_work work,
                          upkeep_answer<T> answer) {
    upkeep_outcome result;
    {
        // Gone before the caller has the outcome, and with it the caller's functions.
        upkeep_state shared(*state, std::move(options), *done);
        co_await work(state->loop(), shared);
        result = shared.take_outcome();
    }
    if (result.error) {
        done->complete_error(result.error, std::move(result.info));
    } else {
        done->complete({}, answer(*state, std::move(result.report)));
    }
    state->end();
}

/// Starts it; the collection has been begun for it.
template <class T>
void start_upkeep(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<detail::completion<T>> done, upkeep_work work,
                  upkeep_answer<T> answer) {
    io::ring_loop& loop = state->loop();
    io::spawn(loop,
              run_upkeep(std::move(state), std::move(options), std::move(done), work, answer));
}

}  // namespace storh::doc
