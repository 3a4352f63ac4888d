#include "support/store_session.hpp"

#include <string>

namespace storh::bench {

namespace {

asio::awaitable<void> open_into(doc_store* target, storh::engine* on, std::string root,
                                store_options options) {
    auto opening = doc_store::open(*on, std::move(root), collection_name, options);
    *target = co_await std::move(opening);
}

asio::awaitable<void> close_store(doc_store store) {
    auto closing = store.close();
    co_await std::move(closing);
}

}  // namespace

void run_to_end(asio::io_context& context, asio::awaitable<void> task) {
    std::exception_ptr failure;
    asio::co_spawn(context, std::move(task),
                   [&failure](std::exception_ptr thrown) { failure = std::move(thrown); });
    context.restart();
    context.run();
    if (failure) std::rethrow_exception(failure);
}

engine_options engine_options_of(run_settings const& settings) {
    engine_options options;
    options.backend(settings.backend).rings(settings.rings);
    return options;
}

store_options store_options_of(run_settings const& settings, access_mode access) {
    store_options options;
    options.durable(settings.durable).access(access);
    return options;
}

store_session::store_session(std::filesystem::path const& root, run_settings const& settings,
                             access_mode access)
    : engine_(engine_options_of(settings)) {
    run_to_end(context_,
               open_into(&store_, &engine_, root.string(), store_options_of(settings, access)));
}

void store_session::close() {
    run_to_end(context_, close_store(store_));
}

}  // namespace storh::bench
