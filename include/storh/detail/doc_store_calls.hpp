// storh/detail/doc_store_calls.hpp
//
// The operations of doc_store as function objects: each holds its arguments until the completion token
// starts it. Called once.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/index.hpp>
#include <storh/jsonl.hpp>
#include <storh/options.hpp>
#include <storh/put_row.hpp>
#include <storh/record.hpp>
#include <storh/store_stats.hpp>
#include <storh/upkeep.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace storh {

class doc_store;

namespace doc {
class collection;
}
namespace io {
class ring_set;
}

namespace detail::calls {

using state_pointer = std::shared_ptr<doc::collection>;
template <class... Values>
using done_pointer = std::shared_ptr<completion<Values...>>;

struct start_open {
    start_open(std::shared_ptr<io::ring_set> on, std::string at, std::string named,
               store_options with, error_info* report)
        : rings(std::move(on)),
          root(std::move(at)),
          name(std::move(named)),
          options(with),
          info(report) {}
    void operator()(done_pointer<doc_store> done) &&;
    std::shared_ptr<io::ring_set> rings;
    std::string root;
    std::string name;
    store_options options;
    error_info* info;
};

struct start_put {
    start_put(state_pointer to, std::optional<uuid_v7> under, json::object what, put_options with)
        : state(std::move(to)), id(under), document(std::move(what)), options(with) {}
    void operator()(done_pointer<record> done) &&;
    state_pointer state;
    std::optional<uuid_v7> id;
    json::object document;
    put_options options;
};

struct start_put_many {
    start_put_many(state_pointer to, std::vector<put_row> what)
        : state(std::move(to)), rows(std::move(what)) {}
    void operator()(done_pointer<std::vector<put_result>> done) &&;
    state_pointer state;
    std::vector<put_row> rows;
};

struct start_get {
    start_get(state_pointer from, uuid_v7 const& which, get_options with)
        : state(std::move(from)), id(which), options(with) {}
    void operator()(done_pointer<std::optional<record>> done) &&;
    state_pointer state;
    uuid_v7 id;
    get_options options;
};

struct start_get_many {
    start_get_many(state_pointer from, std::vector<uuid_v7> which, get_options with)
        : state(std::move(from)), ids(std::move(which)), options(with) {}
    void operator()(done_pointer<std::vector<std::optional<record>>> done) &&;
    state_pointer state;
    std::vector<uuid_v7> ids;
    get_options options;
};

struct start_remove {
    start_remove(state_pointer from, uuid_v7 const& which, remove_options with);
    void operator()(done_pointer<bool> done) &&;
    state_pointer state;
    uuid_v7 id;
    remove_options options;
};

struct start_patch {
    start_patch(state_pointer in, uuid_v7 const& which, json::object how, patch_options with)
        : state(std::move(in)), id(which), merge_patch(std::move(how)), options(with) {}
    void operator()(done_pointer<std::optional<record>> done) &&;
    state_pointer state;
    uuid_v7 id;
    json::object merge_patch;
    patch_options options;
};

struct start_ids {
    explicit start_ids(state_pointer of) : state(std::move(of)) {}
    void operator()(done_pointer<std::vector<uuid_v7>> done) &&;
    state_pointer state;
};

struct start_stats {
    start_stats(state_pointer of, upkeep_options with)
        : state(std::move(of)), options(std::move(with)) {}
    void operator()(done_pointer<store_stats> done) &&;
    state_pointer state;
    upkeep_options options;
};

struct start_verify {
    start_verify(state_pointer of, upkeep_options with)
        : state(std::move(of)), options(std::move(with)) {}
    void operator()(done_pointer<verify_report> done) &&;
    state_pointer state;
    upkeep_options options;
};

struct start_repair {
    start_repair(state_pointer of, upkeep_options with)
        : state(std::move(of)), options(std::move(with)) {}
    void operator()(done_pointer<repair_report> done) &&;
    state_pointer state;
    upkeep_options options;
};

struct start_export {
    start_export(state_pointer of, std::string to, export_options with)
        : state(std::move(of)), path(std::move(to)), options(std::move(with)) {}
    void operator()(done_pointer<std::uint64_t> done) &&;
    state_pointer state;
    std::string path;
    export_options options;
};

struct start_import {
    start_import(state_pointer into, std::string from, import_options with)
        : state(std::move(into)), path(std::move(from)), options(std::move(with)) {}
    void operator()(done_pointer<import_report> done) &&;
    state_pointer state;
    std::string path;
    import_options options;
};

struct start_list_indexes {
    explicit start_list_indexes(state_pointer of) : state(std::move(of)) {}
    void operator()(done_pointer<std::vector<index_status>> done) &&;
    state_pointer state;
};

/// Without a definition it builds all anew.
struct start_build_indexes {
    start_build_indexes(state_pointer in, std::vector<index_definition> what, index_options with)
        : state(std::move(in)), wanted(std::move(what)), options(std::move(with)) {}
    void operator()(done_pointer<std::uint64_t> done) &&;
    state_pointer state;
    std::vector<index_definition> wanted;
    index_options options;
};

struct start_drop_index {
    start_drop_index(state_pointer in, index_definition what)
        : state(std::move(in)), unwanted(std::move(what)) {}
    void operator()(done_pointer<bool> done) &&;
    state_pointer state;
    index_definition unwanted;
};

struct start_close {
    explicit start_close(state_pointer of) : state(std::move(of)) {}
    void operator()(done_pointer<> done) &&;
    state_pointer state;
};

}  // namespace detail::calls
}  // namespace storh
