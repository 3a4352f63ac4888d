#include "io/operation.hpp"

#include "io/ring_loop.hpp"

namespace storh::io {

void operation::finish(work_item& item) noexcept {
    operation& self = static_cast<operation&>(item);
    self.in_flight.loop->note_completion();
    self.on_complete(self);
}

}  // namespace storh::io
