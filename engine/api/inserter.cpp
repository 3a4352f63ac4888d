#include <storh/inserter.hpp>

#include "doc/insertion.hpp"

namespace storh {

void inserter::start_put::operator()(put_completion done) && {
    state->put(id, document, std::move(done));
}

void inserter::start_put_line::operator()(put_completion done) && {
    state->put_line(std::move(line), 0, std::move(done));
}

void inserter::start_finish::operator()(count_completion done) && {
    state->finish(std::move(done));
}

error_info inserter::last_error() const {
    return state_->last_error();
}

}  // namespace storh
