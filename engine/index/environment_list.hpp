// index/environment_list.hpp
//
// The environments that this process has open, because LMDB forbids to open one twice: its file locks
// would be let go of with the first that closes.
//
// What a parent process had open is none of ours: LMDB does not follow a fork, so it is left as it is.
//
// Threads: any; one opens or closes at a time.

#pragma once

#include <boost/system/error_code.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace storh::index {

class environment;

class environment_list {
public:
    /// Held while one is looked for and opened.
    class opening {
    public:
        opening();

        /// The open environment whose file this is; null when there is none. A file that is missing
        /// is an error unless it `may` be `made`; one that is empty has not been made yet.
        [[nodiscard]] std::shared_ptr<environment> find(std::string const& file, bool may_make,
                                                        boost::system::error_code& error) const;

        /// Notes the one whose file was looked for last.
        void add(std::shared_ptr<environment> const& opened);

    private:
        std::unique_lock<std::recursive_mutex> lock_;
        mutable std::string key_;
    };

    /// Closes one when nobody uses it any more.
    struct close {
        void operator()(environment* one) const noexcept;
    };
};

}  // namespace storh::index
