// doc/write_operation.hpp
//
// A put or a removal that a caller waits for.
//
// It is made on the caller's thread, where the document is encoded, and deletes itself when its
// outcome has been handed over.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/options.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"
#include "publish/commit/write_request.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <optional>

namespace storh::doc {

using put_completion = detail::completion<record>;
using remove_completion = detail::completion<bool>;

/// Begins doc_store::put. Without an id it makes one.
void start_put(std::shared_ptr<collection> state, std::optional<uuid_v7> id, json::object document,
               put_options options, std::shared_ptr<put_completion> done);

/// Begins doc_store::remove.
void start_remove(std::shared_ptr<collection> state, uuid_v7 const& id, remove_options options,
                  std::shared_ptr<remove_completion> done);

/// Whether `document` is as the store's schema wants it, if there is one; `info` says what is wrong.
[[nodiscard]] boost::system::error_code check_schema(uuid_v7 const& id,
                                                     json::object const& document,
                                                     collection const& state, error_info& info);

/// Fills `request` with the record file of `document`, if the schema allows it; on failure `info` says
/// what is wrong.
[[nodiscard]] boost::system::error_code encode_into(publish::write_request& request,
                                                    json::object const& document,
                                                    collection const& state, error_info& info);

/// What a request's failure is to be described by.
[[nodiscard]] std::unique_ptr<error_info> describe_failure(collection const& state,
                                                           publish::write_request& request);

}  // namespace storh::doc
