// doc/open_operation.hpp
//
// Opening a collection: names and files are looked at by a worker.

#pragma once

#include <storh/error.hpp>
#include <storh/options.hpp>

#include "doc/collection.hpp"
#include "io/ring_set.hpp"

#include <boost/system/error_code.hpp>

#include <functional>
#include <memory>
#include <string>

namespace storh::doc {

/// Called on a ring's thread: the open collection, or an error and its description.
using opened_function = std::function<void(boost::system::error_code, std::unique_ptr<error_info>,
                                           std::shared_ptr<collection>)>;

/// Opens `name` below `root` and calls `opened`, unless `may_start` says that nobody wants it.
void open_collection(std::shared_ptr<io::ring_set> rings, std::string root, std::string name,
                     store_options options, std::function<bool()> may_start,
                     opened_function opened);

}  // namespace storh::doc
