// storh/doc_store.hpp
//
// Records in a collection, one durable file each.
//
// The files are canonical: `<root>/<collection>/data/<2 hex>/<id>.jsonc`, readable with cat, shared
// with storh for PHP. Not here: which rings and threads (engine.hpp).
//
// One file, though long: it is the list of what a store can do, each with its promise.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/detail/doc_store_calls.hpp>
#include <storh/engine.hpp>
#include <storh/error.hpp>
#include <storh/index_set.hpp>
#include <storh/inserter.hpp>
#include <storh/jsonl.hpp>
#include <storh/options.hpp>
#include <storh/put_row.hpp>
#include <storh/record.hpp>
#include <storh/record_query.hpp>
#include <storh/record_stream.hpp>
#include <storh/store_queries.hpp>
#include <storh/store_stats.hpp>
#include <storh/upkeep.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/json/object.hpp>

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace storh {

/// A handle of one open collection. Copies share it; the last one to go closes it in the background.
///
/// \par Completion
/// Every operation takes a completion token as its last argument, `asio::deferred` by default, so
/// that `co_await store.get(id)` throws boost::system::system_error on failure and
/// `co_await store.get(id, asio::as_tuple(asio::deferred))` gives the code. The handler runs on its
/// associated executor as if posted, never inside the initiating call.
///
/// \par Errors
/// Any operation: `errc::closed` after close() or after the engine has gone, `errc::forked` in a
/// child of fork(), or a code of the operating system. `error_info` in the options tells the file.
///
/// \par Cancellation
/// Total while the operation is still queued: it then completes with operation_aborted and has had
/// no effect. Later, partial and total are ignored; terminal completes at once, a write with
/// `errc::outcome_unknown`, and what was begun goes on in the background to its end.
///
/// \par Lifetimes
/// Arguments are taken by value and owned until completion. Handle, engine and the handler's
/// execution context may be destroyed while operations are in flight; those of a destroyed context
/// are not called.
///
/// \par Threads
/// All members may be called from any thread at any time. Writes of one id take effect in the order
/// in which one thread initiates them; a read sees every write that completed before it began, and of
/// one that is under way either nothing or all.
class doc_store : public store_queries {
public:
    /// An empty handle; every operation fails with errc::closed.
    doc_store() noexcept = default;

    /// Opens `collection` below `root`. Nothing is created: a collection that does not exist is
    /// empty, and its first write makes it; read-only access to it fails with ENOENT.
    ///
    /// Temp files of writers that died are removed, if the collection's lock is to be had within
    /// its timeout. After a clean close the cost does not depend on the number of records.
    ///
    /// \par Errors
    /// `errc::invalid_name`; `errc::wrong_engine` for the directory of a log or queue;
    /// `errc::foreign_indexes` for index files of storh for PHP; `errc::locked` for exclusive access.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, store_options>) static auto open(
        engine& on, std::string root, std::string collection,
        CompletionToken&& token = CompletionToken()) {
        return open(on, std::move(root), std::move(collection), store_options(), nullptr,
                    std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, error_info*>) static auto open(
        engine& on, std::string root, std::string collection, store_options options,
        CompletionToken&& token = CompletionToken()) {
        return open(on, std::move(root), std::move(collection), options, nullptr,
                    std::forward<CompletionToken>(token));
    }

    /// The same with options, and `info` (may be null) to describe a failure.
    template <class CompletionToken = asio::deferred_t>
    static auto open(engine& on, std::string root, std::string collection, store_options options,
                     error_info* info, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<doc_store>(
            token, asio::error::operation_aborted,
            detail::calls::start_open(on.implementation(), std::move(root), std::move(collection),
                                      options, info));
    }

    /// Stores `document` as a new record with an id made here.
    ///
    /// \par Durability
    /// At completion the record's file and its name survive power loss.
    ///
    /// \par Errors
    /// Nothing is changed by any but the last two:
    ///   - `errc::invalid_json`, `errc::too_deep`: it cannot be written as JSON (invalid UTF-8, NaN,
    ///     infinity; more than 510 levels).
    ///   - `errc::record_too_large`: its file would exceed store_options::record_bytes_max.
    ///   - `errc::schema_violation`: it is not as the store's schema wants it; error_info has the field.
    ///   - `errc::conflict`: the condition in the options does not hold; error_info has the tag.
    ///   - `errc::locked`: another process kept the collection's lock for the whole timeout.
    ///   - EROFS for a store opened read-only; ENOSPC and other codes from the file system.
    ///   - `errc::outcome_unknown`: the last sync failed, so the record may be the new or the old
    ///     one. The store is poisoned.
    ///   - `errc::poisoned`: an earlier sync failed; close the store and open it again.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, put_options>) auto put(
        json::object document, CompletionToken&& token = CompletionToken()) {
        return put(std::move(document), put_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto put(json::object document, put_options options,
             CompletionToken&& token = CompletionToken()) {
        return detail::initiate<record>(token, make_error_code(errc::outcome_unknown),
                                        detail::calls::start_put(state_, std::optional<uuid_v7>(),
                                                                 std::move(document), options));
    }

    /// Stores `document` under `id`, replacing what is there. Errors as above, and
    /// `errc::invalid_id` for a nil id.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, put_options>) auto put(
        uuid_v7 const& id, json::object document, CompletionToken&& token = CompletionToken()) {
        return put(id, std::move(document), put_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options: `if_absent()`, `if_match(tag)`.
    template <class CompletionToken = asio::deferred_t>
    auto put(uuid_v7 const& id, json::object document, put_options options,
             CompletionToken&& token = CompletionToken()) {
        return detail::initiate<record>(token, make_error_code(errc::outcome_unknown),
                                        detail::calls::start_put(state_, std::optional<uuid_v7>(id),
                                                                 std::move(document), options));
    }

    /// Stores many rows, in order for each id and otherwise side by side; not atomic. The results
    /// are in the order of the rows and tell for each what became of it; the operation's own error
    /// is that of the first row that failed. A plain co_await then throws it and the results are
    /// lost; `asio::as_tuple(asio::deferred)` gives both.
    template <class CompletionToken = asio::deferred_t>
    auto put_many(std::vector<put_row> rows, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::vector<put_result>>(
            token, make_error_code(errc::outcome_unknown),
            detail::calls::start_put_many(state_, std::move(rows)));
    }

    /// A window of writes with back-pressure; `executor` is where inserter_options::on_durable runs.
    [[nodiscard]] inserter make_inserter(asio::any_io_executor executor,
                                         inserter_options options = inserter_options());

    /// The record of `id`, or nothing when there is none. A reader sees each record whole: as some
    /// put left it.
    ///
    /// \par Errors
    /// `errc::corrupt_record`: its file is damaged; `errc::unsupported_record`: its data is a list;
    /// `errc::record_too_large`: its file exceeds the limit; ELOOP: it is a link, or lies behind one.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, get_options>) auto get(
        uuid_v7 const& id, CompletionToken&& token = CompletionToken()) {
        return get(id, get_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto get(uuid_v7 const& id, get_options options, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::optional<record>>(
            token, asio::error::operation_aborted, detail::calls::start_get(state_, id, options));
    }

    /// Many records at once, in the order of `ids`. When some fail, the operation's error is that of
    /// the first in order; the readable ones are in the result all the same, which asio::as_tuple gives.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, get_options>) auto get_many(
        std::vector<uuid_v7> ids, CompletionToken&& token = CompletionToken()) {
        return get_many(std::move(ids), get_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto get_many(std::vector<uuid_v7> ids, get_options options,
                  CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::vector<std::optional<record>>>(
            token, asio::error::operation_aborted,
            detail::calls::start_get_many(state_, std::move(ids), options));
    }

    /// Removes the record of `id`; false when there was none. Durable at completion; errors as for
    /// put(). A damaged record can be removed too.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, remove_options>) auto remove(
        uuid_v7 const& id, CompletionToken&& token = CompletionToken()) {
        return remove(id, remove_options(), std::forward<CompletionToken>(token));
    }

    /// The same under a condition. `if_absent()` with a removal is an error of the caller
    /// (std::invalid_argument).
    template <class CompletionToken = asio::deferred_t>
    auto remove(uuid_v7 const& id, remove_options options,
                CompletionToken&& token = CompletionToken()) {
        return detail::initiate<bool>(token, make_error_code(errc::outcome_unknown),
                                      detail::calls::start_remove(state_, id, options));
    }

    /// Applies a JSON Merge Patch (RFC 7396) to the record of `id` and gives the new version, or
    /// nothing when there is no record. The patch is applied to exactly the version that it replaces:
    /// when another writer comes in between, it is applied again to what that one wrote; with
    /// `if_match(tag)` it fails with errc::conflict instead. Other errors as for put() and get().
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, patch_options>) auto patch(
        uuid_v7 const& id, json::object merge_patch, CompletionToken&& token = CompletionToken()) {
        return patch(id, std::move(merge_patch), patch_options(),
                     std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto patch(uuid_v7 const& id, json::object merge_patch, patch_options options,
               CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::optional<record>>(
            token, make_error_code(errc::outcome_unknown),
            detail::calls::start_patch(state_, id, std::move(merge_patch), options));
    }

    /// The records that `query` selects, in id order over all buckets, read ahead of the consumer.
    /// Nothing happens before the first next().
    [[nodiscard]] record_stream stream(record_query query = record_query());

    /// The ids of all records in order, 16 bytes each. One that is added or removed meanwhile may be
    /// in it or not.
    template <class CompletionToken = asio::deferred_t>
    auto ids(CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::vector<uuid_v7>>(token, asio::error::operation_aborted,
                                                      detail::calls::start_ids(state_));
    }

    /// Counts the record files and their bytes without reading them, in bounded memory. Any
    /// cancellation ends it.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, upkeep_options>) auto stats(
        CompletionToken&& token = CompletionToken()) {
        return stats(upkeep_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto stats(upkeep_options options, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<store_stats>(
            token, asio::error::operation_aborted,
            detail::calls::start_stats(state_, std::move(options)));
    }

    /// Reads every record and looks at every other file of the collection; changes nothing and takes
    /// no lock. Bounded memory. Damage is in the report and not an error of the operation.
    ///
    /// \par Concurrency
    /// Writers may go on. What they add, replace or remove meanwhile is looked at before or after.
    ///
    /// \par Errors
    /// A directory that cannot be listed: the code of the operating system; error_info has the path.
    ///
    /// \par Cancellation
    /// Total, at any moment; reads that are under way end in the background.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, upkeep_options>) auto verify(
        CompletionToken&& token = CompletionToken()) {
        return verify(upkeep_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto verify(upkeep_options options, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<verify_report>(
            token, asio::error::operation_aborted,
            detail::calls::start_verify(state_, std::move(options)));
    }

    /// Verifies and mends: damaged files are moved to `.storh/corrupt/`, sound records in a wrong
    /// bucket into theirs if that has none of their id, temp files and markers of dead writers are
    /// removed. No record is ever deleted or overwritten; records that are unreadable for a reason
    /// outside their bytes and foreign files are left alone. Bounded memory.
    ///
    /// \par Durability
    /// At completion every move and removal survives power loss.
    ///
    /// \par Concurrency
    /// Writers may go on. Each file is looked at once more under the collection's write lock before it
    /// is moved, so that what somebody has just mended stays.
    ///
    /// \par Errors
    /// As for verify() and put(); what has been mended stays so.
    ///
    /// \par Cancellation
    /// Terminal: completes at once with operation_aborted, and the work ends after the records in
    /// flight.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, upkeep_options>) auto repair(
        CompletionToken&& token = CompletionToken()) {
        return repair(upkeep_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto repair(upkeep_options options, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<repair_report>(
            token, asio::error::operation_aborted,
            detail::calls::start_repair(state_, std::move(options)));
    }

    /// The collection's indexes.
    [[nodiscard]] index_set indexes() const { return index_set(state_); }

    /// Builds every index anew from the records, beside the old one, which is used until the new one
    /// takes its place; gives the number of records read. Writes may go on. Interrupted ones are built
    /// too. Errors and cancellation as for index_set::add; the old indexes then stay.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, index_options>) auto reindex(
        CompletionToken&& token = CompletionToken()) {
        return reindex(index_options(), std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto reindex(index_options options, CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::uint64_t>(
            token, asio::error::operation_aborted,
            detail::calls::start_build_indexes(state_, {}, std::move(options)));
    }

    /// Writes the records that the options select to `path`, one line each, and gives their number.
    ///
    /// The file appears as a whole: it is written under another name in the same directory, made
    /// durable, and put in the place of what was there, whose permissions it takes on; a link stays,
    /// and what it leads to is replaced. After a failure or a crash the old file is as it was; a crash
    /// may leave a file `.storh-export-*.tmp`, which the next export to that directory removes.
    ///
    /// \par Errors
    /// Those of record_stream::next(); `errc::not_a_file` where something else than a regular file is
    /// at `path`; ENOSPC and other codes of the operating system; `errc::closed` when the store is
    /// closed meanwhile. `errc::outcome_unknown` alone leaves the new file in place: its directory
    /// could not be synced, so power loss may bring the old one back.
    ///
    /// \par Cancellation
    /// Total until the new file takes the old one's place.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, export_options>) auto export_jsonl(
        std::string path, CompletionToken&& token = CompletionToken()) {
        return export_jsonl(std::move(path), export_options(),
                            std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto export_jsonl(std::string path, export_options options,
                      CompletionToken&& token = CompletionToken()) {
        return detail::initiate<std::uint64_t>(
            token, asio::error::operation_aborted,
            detail::calls::start_export(state_, std::move(path), std::move(options)));
    }

    /// Stores the lines of the file at `path` (a pipe or a terminal will do), as inserter::put_line
    /// does, and tells how many became durable, also on failure (asio::as_tuple gives it then).
    /// `/dev/stdin` and `/dev/fd/N` are read through a duplicate and left open.
    ///
    /// \par Errors
    /// Those of inserter::put_line and put(), and those of reading the file; error_info has file and
    /// line. Lines before a bad one are stored, none behind it; beside a write that failed, others in
    /// flight with it may be stored. `errc::closed`, with the report, when the store is closed
    /// meanwhile; EROFS or `errc::poisoned` before anything is read.
    ///
    /// \par Cancellation
    /// Partial: reading stops, and it completes with operation_aborted and its report when what was
    /// taken is durable. Terminal: completes at once.
    template <class CompletionToken = asio::deferred_t>
    requires(!std::same_as<std::decay_t<CompletionToken>, import_options>) auto import_jsonl(
        std::string path, CompletionToken&& token = CompletionToken()) {
        return import_jsonl(std::move(path), import_options(),
                            std::forward<CompletionToken>(token));
    }

    /// The same with options.
    template <class CompletionToken = asio::deferred_t>
    auto import_jsonl(std::string path, import_options options,
                      CompletionToken&& token = CompletionToken()) {
        return detail::initiate<import_report>(
            token, make_error_code(errc::outcome_unknown),
            detail::calls::start_import(state_, std::move(path), std::move(options)));
    }

    /// Completes when every operation begun before has ended and the store has let go of its files.
    /// Operations begun after it fail with errc::closed. Closing twice is fine. Cancelling it ends the
    /// wait only: the store closes all the same.
    template <class CompletionToken = asio::deferred_t>
    auto close(CompletionToken&& token = CompletionToken()) {
        return detail::initiate<>(token, asio::error::operation_aborted,
                                  detail::calls::start_close(state_));
    }

    /// For the library's own use.
    explicit doc_store(std::shared_ptr<doc::collection> state) noexcept
        : store_queries(std::move(state)) {}
};

}  // namespace storh
