#include "doc/stream/stream_listing.hpp"

#include "doc/collection.hpp"
#include "io/batch.hpp"
#include "publish/listing/listing_job.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <iterator>
#include <numeric>
#include <utility>

namespace storh::doc {
namespace {

using bucket_numbers = std::vector<std::uint8_t>;

/// One job for so many buckets that have to be read: enough jobs to keep the workers busy, few enough
/// to hand over.
constexpr std::size_t buckets_a_job = 8;

/// From how many known buckets on all of them are looked at first, in one place, which takes less than
/// waking the workers for it. Where little is known it would keep them waiting.
constexpr std::size_t known_min = 128;

bucket_numbers all_buckets() {
    bucket_numbers all(256);
    std::iota(all.begin(), all.end(), std::uint8_t{0});
    return all;
}

/// One walk over what has to be listed.
struct listing {
    explicit listing(io::ring_loop& on) : batch(on) {}

    void start(int directory, bucket_numbers wanted, publish::listing_job::way how,
               publish::bucket_store& store) {
        auto& job = jobs.emplace_back(directory, std::move(wanted), how, store.listings(),
                                      store.is_local());
        batch.start_job(job.op);
    }

    /// Moves what the jobs have found to `lists` and what they have not to `missing`.
    boost::system::error_code take(std::vector<publish::id_list>& lists, bucket_numbers& missing) {
        boost::system::error_code error;
        for (publish::listing_job& job : jobs) {
            if (job.error()) error = job.error();
            std::ranges::move(job.lists, std::back_inserter(lists));
            missing.insert(missing.end(), job.missing.begin(), job.missing.end());
        }
        jobs.clear();
        return error;
    }

    io::batch batch;
    std::deque<publish::listing_job> jobs;
};

/// Takes what is known without reading, and gives the buckets that have to be read.
io::task<boost::system::error_code> take_known(listing& all, publish::bucket_store& store,
                                               std::vector<publish::id_list>& lists,
                                               bucket_numbers& rest) {
    using publish::listing_job;
    auto& known = store.listings();
    bool const is_worth_it = known.cache.size() >= known_min;
    if (is_worth_it && store.is_local() &&
        listing_job::look_here(store.directory(), known, lists, rest)) {
        co_return boost::system::error_code();
    }
    rest = all_buckets();
    if (!is_worth_it) co_return boost::system::error_code();
    all.start(store.directory(), std::move(rest), listing_job::way::look_only, store);
    co_await all.batch.finished();
    rest.clear();
    co_return all.take(lists, rest);
}

}  // namespace

io::task<boost::system::error_code> list_all(io::ring_loop& loop, publish::bucket_store& store,
                                             std::vector<publish::id_list>& lists) {
    int const directory = store.directory();
    if (directory < 0) co_return directory_error(directory);
    listing all(loop);
    bucket_numbers rest;
    if (auto const error = co_await take_known(all, store, lists, rest)) co_return error;
    for (std::size_t first = 0; first < rest.size(); first += buckets_a_job) {
        auto const begin = rest.begin() + static_cast<std::ptrdiff_t>(first);
        auto const count = std::min(buckets_a_job, rest.size() - first);
        bucket_numbers some(begin, begin + static_cast<std::ptrdiff_t>(count));
        all.start(directory, std::move(some), publish::listing_job::way::read, store);
    }
    co_await all.batch.finished();
    co_return all.take(lists, rest);
}

}  // namespace storh::doc
