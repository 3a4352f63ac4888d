// What a first user does: makes an id, and stores a record and reads it back.
#include <storh/uuid_v7.hpp>

#include <iostream>

#if __has_include(<storh/storh.hpp>)

#include <storh/storh.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>

boost::asio::awaitable<bool> keeps_a_record(storh::engine& engine) {
    storh::doc_store pages = co_await storh::doc_store::open(engine, "root", "pages");
    boost::json::object page{{"slug", "home"}};
    storh::record const stored = co_await pages.put(page);
    std::optional<storh::record> const found = co_await pages.get(stored.id());
    co_await pages.close();
    co_return found && found->data() == page;
}

bool store_works() {
    storh::engine engine;
    boost::asio::io_context io;
    bool kept = false;
    boost::asio::co_spawn(io, keeps_a_record(engine), [&](std::exception_ptr failure, bool result) {
        if (failure) std::rethrow_exception(failure);
        kept = result;
    });
    io.run();
    return kept;
}

#else

bool store_works() { return true; }

#endif

int main() {
    storh::uuid_v7 const id = storh::uuid_v7::generate();
    std::cout << id << '\n';
    return storh::uuid_v7::parse(id.to_string()).value() == id && store_works() ? 0 : 1;
}
