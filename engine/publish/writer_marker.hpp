// publish/writer_marker.hpp
//
// The file `.storh/writers/<pid>.<8 hex>` that says: this process may have temp files here.
//
// Source of the protocol: storh-format section 5.3. PHP's markers are empty and count as alive while
// their process id exists. Ours has text in it and is locked for as long as we live, so whether one
// of ours is alive depends neither on process ids, which are reused and differ between containers,
// nor on the permission to signal. Between its making and its lock it is empty, and so the process id
// protects it.
//
// Threads: blocking; on a worker.

#pragma once

#include "io/unique_fd.hpp"

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace storh::publish {

class writer_marker {
public:
    writer_marker() = default;

    /// Makes the marker `name` in the writers directory below `collection`, and locks it.
    static boost::system::result<writer_marker> make(int collection, std::string_view name);

    /// Removes the file; a crash leaves it for the next one who opens.
    void remove(int collection) noexcept;

    [[nodiscard]] std::string const& name() const noexcept { return name_; }

private:
    std::string name_;
    io::unique_fd file_;
};

enum class writer_state { alive_ours, alive_foreign, dead };

/// Whether the writer behind marker `name` in the open directory `writers` is alive.
[[nodiscard]] writer_state state_of_writer(int writers, std::string_view name) noexcept;

/// The process id at the start of `<pid>.<rest>`, or 0 when there is none from 1 to 2^31-1.
[[nodiscard]] int process_of(std::string_view name) noexcept;

/// Whether a process of that id exists, of any user.
[[nodiscard]] bool process_exists(int pid) noexcept;

}  // namespace storh::publish
