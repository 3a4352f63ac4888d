#include "support/collection_filling.hpp"

#include "support/bucket_directories.hpp"
#include "support/caches.hpp"
#include "support/interrupt.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

namespace storh::bench {

namespace {

void write_record(int bucket, uuid_v7 const& id, std::string const& bytes) {
    std::string const name = id.to_string() + ".jsonc";
    descriptor const file = open_file(bucket, name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    ssize_t const written = checked(::write(file.get(), bytes.data(), bytes.size()), "write");
    if (written != static_cast<ssize_t>(bytes.size())) throw std::runtime_error("short write");
}

/// The first `count` records, as far as they lie in the buckets from `first` up to `end`: threads
/// that share no directory do not wait for each other.
void write_share(std::array<descriptor, bucket_count> const& buckets, sample_data const& data,
                 std::size_t count, std::size_t first, std::size_t end) {
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t const bucket = data.id(i).bucket();
        if (bucket < first || bucket >= end) continue;
        if (is_interrupted()) return;
        write_record(buckets[bucket].get(), data.id(i), data.file_bytes(i));
    }
}

void write_plainly(std::filesystem::path const& root, sample_data const& data, std::size_t count) {
    auto const buckets = make_buckets(root);
    std::size_t const threads = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    std::vector<std::future<void>> shares;
    for (std::size_t i = 0; i < threads; ++i) {
        shares.push_back(std::async(std::launch::async, [&, i] {
            write_share(buckets, data, count, i * bucket_count / threads,
                        (i + 1) * bucket_count / threads);
        }));
    }
    for (auto& share : shares) share.get();
    check_interrupted();
}

asio::awaitable<void> put_one(doc_store store, uuid_v7 id, json::object document) {
    auto putting = store.put(id, std::move(document));
    co_await std::move(putting);
}

}  // namespace

void fill_collection(std::filesystem::path const& root, run_settings const& settings) {
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    if (data.size() == 0) return;
    std::size_t const last = data.size() - 1;
    write_plainly(root, data, last);
    write_back(root);
    store_session session(root, run_settings());
    run_to_end(session.context(), put_one(session.store(), data.id(last), data.document(last)));
    session.close();
    write_back(root);
}

}  // namespace storh::bench
