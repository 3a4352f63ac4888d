#include "integration/support/acknowledged.hpp"

#include "integration/support/backend.hpp"
#include "integration/support/wait.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

namespace storh::test {
namespace {

/// Text that tells whether a record is whole: its length depends on its number.
json::object burst_document(std::int64_t n) {
    json::object document;
    document["n"] = n;
    document["text"] = std::string(static_cast<std::size_t>(n % 700), 'x');
    return document;
}

uuid_v7 id_of_bytes(char const* bytes) {
    std::string digits;
    for (int index = 0; index < 16; ++index) {
        char pair[3];
        (void)std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(bytes[index]));
        if (index == 4 || index == 6 || index == 8 || index == 10) digits += '-';
        digits += pair;
    }
    return uuid_v7::parse(digits).value();
}

}  // namespace

int write_burst(std::filesystem::path const& root, durability kind, int to) {
    engine on(options_under_test());
    doc_store store =
        must(doc_store::open(on, root.string(), "pages", store_options().durable(kind)));
    asio::io_context io;
    auto options = inserter_options().in_flight(256).on_durable([to](std::span<uuid_v7 const> ids) {
        std::int64_t const now = std::chrono::steady_clock::now().time_since_epoch().count();
        std::string bytes;
        for (uuid_v7 const& id : ids) {
            bytes.append(reinterpret_cast<char const*>(id.bytes()), 16);
            bytes.append(reinterpret_cast<char const*>(&now), sizeof now);
        }
        report(to, bytes);
    });
    inserter rows = store.make_inserter(io.get_executor(), options);
    std::int64_t n = 0;
    error_code failure;
    std::function<void()> next = [&] {
        rows.put(burst_document(n++),
                 asio::bind_executor(io.get_executor(), [&](error_code error, uuid_v7 const&) {
                     failure = error;
                     if (!error) next();
                 }));
    };
    next();
    io.run();
    return failure ? 0 : 1;
}

std::size_t count_missing(doc_store& store, std::string const& acknowledged,
                          std::chrono::steady_clock::time_point until) {
    std::vector<uuid_v7> ids;
    for (std::size_t at = 0; at + acknowledgement_bytes <= acknowledged.size();
         at += acknowledgement_bytes) {
        std::int64_t when = 0;
        std::memcpy(&when, acknowledged.data() + at + 16, sizeof when);
        if (when < until.time_since_epoch().count()) {
            ids.push_back(id_of_bytes(acknowledged.data() + at));
        }
    }
    std::size_t missing = 0;
    for (auto const& found : wait(store.get_many(std::move(ids))).value) {
        bool const is_whole =
            found && found->data() == burst_document(found->data().at("n").as_int64());
        missing += is_whole ? 0 : 1;
    }
    return missing;
}

}  // namespace storh::test
