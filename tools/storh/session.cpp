#include "session.hpp"

#include "failure.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <memory>
#include <tuple>
#include <utility>

namespace storh::tool {
namespace {

std::unique_ptr<engine> make_engine(common_options const& options) try {
    return std::make_unique<engine>(options.engine());
} catch (boost::system::system_error const& error) {
    if (error.code() != errc::backend_unavailable) throw;
    failure described = describe(error.code(), error_info(), "--backend " + options.backend);
    described.add_hint(error.what());
    throw described;
}

asio::awaitable<doc_store> open_as(engine& on, common_options options, access_mode access) {
    error_info info;
    store_options const how = options.store(access);
    std::string const path = options.path();
    auto [error, store] = co_await doc_store::open(
        on, std::move(options.root), std::move(options.collection), how, &info, as_result);
    if (error == boost::system::errc::no_such_file_or_directory &&
        access == access_mode::read_only) {
        throw failure(exit_code::not_found, path, "no such collection",
                      "check ROOT and COLLECTION; nothing was created");
    }
    if (error) throw describe(error, info, path);
    co_return std::move(store);
}

}  // namespace

int run_session(common_options const& options,
                std::function<asio::awaitable<int>(engine&)> const& body) {
    // The context outlives the engine, which may still have something to tell it.
    asio::io_context io(1);
    std::unique_ptr<engine> const running = make_engine(options);
    int code = exit_code::error;
    std::exception_ptr thrown;
    asio::co_spawn(io, body(*running), [&](std::exception_ptr raised, int returned) {
        thrown = std::move(raised);
        code = returned;
    });
    io.run();
    if (thrown) std::rethrow_exception(thrown);
    return code;
}

asio::awaitable<doc_store> open_for_writing(engine& on, common_options options) {
    return open_as(on, std::move(options), access_mode::read_write);
}

asio::awaitable<doc_store> open_for_reading(engine& on, common_options options) {
    return open_as(on, std::move(options), access_mode::read_only);
}

}  // namespace storh::tool
