// publish/collection_scan.hpp
//
// A look at everything of a collection but what is inside its buckets: which buckets there are, what
// is foreign beside them, and what dead writers have left there.
//
// Threads: `op` is started on a ring's thread and runs on a worker, which calls `found`; the results
// are for the ring's thread afterwards. `temps` may be used by other workers then.

#pragma once

#include <storh/upkeep.hpp>

#include "io/operation.hpp"
#include "publish/listing/directory_pieces.hpp"
#include "publish/temp_judge.hpp"

#include <bitset>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace storh::publish {

class collection_scan {
public:
    /// Called with each finding, and between pieces to ask whether nobody wants the rest.
    using found_function = std::function<void(finding)>;
    using over_function = std::function<bool()>;

    /// `collection` is the open directory at `path`.
    collection_scan(int collection, std::string path, found_function found, over_function is_over);

    [[nodiscard]] boost::system::error_code error() const noexcept;
    [[nodiscard]] std::string const& failed_path() const noexcept { return failed_path_; }

    io::operation op;
    std::bitset<256> buckets;
    std::optional<temp_judge> temps;

private:
    using meaning_function = entry_meaning (*)(std::string_view, entry_kind) noexcept;

    static int run(io::operation& op) noexcept;
    int scan();
    int scan_directory(char const* relative, meaning_function meaning);
    int scan_private(int parent, std::string const& name, std::string const& path, unsigned depth);
    int list(directory_pieces& directory, std::string const& path, auto take);
    void take_foreign(std::string const& path, std::string_view detail);
    void take_temp(int directory, std::string_view name, std::string const& path);

    std::string path_;
    found_function found_;
    over_function is_over_;
    std::string failed_path_;
};

}  // namespace storh::publish
