// doc/get_operation.hpp
//
// Reading one record for a caller.
//
// On the ring backend a record in the page cache is read on the caller's thread, because a thread
// hop costs more than the read; the ring does what would have to wait.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/options.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"
#include "publish/record_read.hpp"

#include <boost/system/result.hpp>

#include <memory>
#include <optional>

namespace storh::doc {

using get_completion = detail::completion<std::optional<record>>;

/// Begins doc_store::get.
void start_get(std::shared_ptr<collection> state, uuid_v7 const& id, get_options options,
               std::shared_ptr<get_completion> done);

/// The record in the bytes of its file; `info` describes a failure.
[[nodiscard]] boost::system::result<std::optional<record>> decode(uuid_v7 const& id,
                                                                  std::string_view bytes,
                                                                  error_info* info);

/// The record that a finished read found, or nothing, or what is wrong with its file.
[[nodiscard]] boost::system::result<std::optional<record>> decode(publish::record_read const& read,
                                                                  error_info* info);

}  // namespace storh::doc
