// tests/integration/support/store_fixture.hpp
//
// An engine on the backend under test and an empty storage root.

#pragma once

#include <storh/doc_store.hpp>

#include "integration/support/backend.hpp"
#include "integration/support/temp_directory.hpp"
#include "integration/support/tree.hpp"
#include "integration/support/wait.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace storh {

/// For the framework: a failure as the code that it is.
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) {
    return out << make_error_code(code);
}

}  // namespace storh

namespace storh::test {

/// `{"n": n}`
inline json::object document_of(std::int64_t n) {
    json::object document;
    document["n"] = n;
    return document;
}

/// The collection's directory below `root`, and where a record lies in it.
inline std::filesystem::path collection_path(std::filesystem::path const& root) {
    return root / "pages";
}
inline std::filesystem::path record_path(std::filesystem::path const& root, uuid_v7 const& id) {
    std::string const text = id.to_string();
    return collection_path(root) / "data" / text.substr(24, 2) / (text + ".jsonc");
}

struct store_fixture {
    store_fixture() : on(std::make_unique<engine>(options_under_test())) {}

    /// Opens the collection `pages`.
    doc_store open(store_options options = store_options()) {
        return must(doc_store::open(*on, root(), "pages", options));
    }

    [[nodiscard]] std::string root() const { return directory.path().string(); }
    [[nodiscard]] std::filesystem::path collection() const {
        return collection_path(directory.path());
    }
    [[nodiscard]] std::filesystem::path file_of(uuid_v7 const& id) const {
        return record_path(directory.path(), id);
    }
    [[nodiscard]] std::vector<std::string> temps() const {
        return paths_ending(directory.path(), ".tmp");
    }

    /// Puts a record with this text as its file, as another program would.
    void place(uuid_v7 const& id, std::string_view bytes) const { write_file(file_of(id), bytes); }

    temp_directory directory;
    std::unique_ptr<engine> on;
};

}  // namespace storh::test
