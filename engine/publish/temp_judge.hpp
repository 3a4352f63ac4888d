// publish/temp_judge.hpp
//
// Whether a temp file or a marker belongs to a writer that has died.
//
// Source of the rules: storh-format section 5.4. What may still belong to somebody is kept: PHP takes
// a process that it may not signal for dead, we do not. A writer without a marker may be in another
// container and have registered after the markers were read, so its own is looked for before its
// process id decides, and then its file has to be old as well.
//
// Threads: blocking; on workers, several at once.

#pragma once

#include "io/unique_fd.hpp"

#include <ctime>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace storh::publish {

/// The markers of a collection, by the state of their writers.
struct writer_census {
    writer_census() = default;
    std::vector<std::string> alive;
    std::vector<std::string> dead;
    bool has_foreign_alive = false;
};

/// Whether the file `name`, last changed at `changed`, may be removed. Pure but for asking whether a
/// process exists.
[[nodiscard]] bool is_abandoned_temp(std::string_view name, std::time_t changed, std::time_t now,
                                     writer_census const& writers);

class temp_judge {
public:
    /// Reads the markers below `collection`; there are none when there is no such directory.
    explicit temp_judge(int collection);

    /// Whether the regular file `name`, last changed at `changed`, may be removed.
    [[nodiscard]] bool is_abandoned(std::string_view name, std::time_t changed);

    /// The markers that were dead at the start. They may go when every temp file has been judged.
    [[nodiscard]] std::vector<std::string> const& dead_markers() const noexcept {
        return dead_markers_;
    }

private:
    void take_census();
    void look_for_marker(std::string_view writer);
    void note(std::string_view writer);

    io::unique_fd markers_;
    std::vector<std::string> dead_markers_;
    std::mutex mutex_;
    writer_census writers_;  // guarded by mutex_; grows by what is found later
};

}  // namespace storh::publish
