// tools/storh/export_target.hpp
//
// Where an export goes: standard output, something that is no regular file, or a file that is
// replaced as a whole.
//
// Guarantees: a file holds the old export or the new one, never a part, also after a crash. The new
// one has the old one's permissions; a link stays, and what it leads to is replaced.
//
// Threads: main thread.

#pragma once

#include <string>
#include <string_view>

namespace storh::tool {

class export_target {
public:
    /// Opens `path`, or takes standard output for `-`. Throws failure.
    explicit export_target(std::string path);

    /// Removes what has not been committed.
    ~export_target();
    export_target(export_target const&) = delete;
    export_target& operator=(export_target const&) = delete;

    /// Throws failure, or reader_gone when a pipe's other end has been closed.
    void write(std::string_view bytes);

    /// Makes the new file durable and puts it in the place of the old one. Throws failure.
    void commit();

    /// Whether there is a file to be replaced, and so something to clean up.
    [[nodiscard]] bool is_file() const noexcept { return !temp_.empty(); }
    [[nodiscard]] bool is_standard_output() const noexcept { return path_.empty(); }

private:
    void open_temp(unsigned mode, bool is_replaced);
    void sync_directory() const;

    std::string path_;       // empty for standard output
    std::string directory_;  // of the file
    std::string temp_;       // empty unless a file is being made
    int descriptor_;
};

}  // namespace storh::tool
