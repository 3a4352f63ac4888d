// Power loss in the middle of a burst: file systems of their own are cut off from their disk
// without a flush of the log and mounted again. What was acknowledged is there and whole.

#include "integration/support/acknowledged.hpp"
#include "integration/support/mounted_image.hpp"
#include "integration/support/store_fixture.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <random>
#include <thread>

namespace storh::test {
namespace {

constexpr std::uint64_t image_bytes = std::uint64_t{320} << 20;

void check_power_cut(char const* type) {
    std::mt19937_64 random(random_seed(type));
    mounted_image image(type, image_bytes);
    for (durability const kind : {durability::record, durability::group, durability::automatic}) {
        child writer([&](int to) { return write_burst(image.path(), kind, to); });
        std::string acknowledged = writer.read(acknowledgement_bytes * (1 + random() % 500));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 50000));
        auto const cut = std::chrono::steady_clock::now();
        image.cut_power();
        acknowledged += writer.read_all();
        BOOST_TEST(writer.wait() == 0);
        image.remount();
        engine on(options_under_test());
        doc_store store = must(doc_store::open(on, image.path().string(), "pages"));
        // No program lives on after a real cut, so what XFS answers then does not count: a sync of
        // a directory succeeds although nothing is written any more.
        BOOST_TEST(count_missing(store, acknowledged, cut) == 0U);
        BOOST_TEST(!wait(store.get_many(must(store.ids()))).error.failed());
        BOOST_TEST(paths_ending(image.path(), ".tmp").empty());
        must(store.put(document_of(1)));
    }
}

/// Cuts the power while `count` puts are in flight.
std::vector<outcome<record>> cut_during_burst(mounted_image const& image, doc_store& store,
                                              std::size_t count, unsigned delay_us) {
    burst<record> puts;
    for (std::size_t n = 0; n < count; ++n) puts.add(store.put(document_of(1)));
    while (puts.poll() < count / 4) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
    image.cut_power();
    return puts.run();
}

bool is_expected(error_code error) {
    bool const is_ours = error == errc::outcome_unknown || error == errc::poisoned;
    return !error || is_ours || error.category() == boost::system::system_category();
}

/// One power cut under a store that lives on; whether it left writes of unknown outcome.
bool cut_under_store(mounted_image const& image, durability kind, unsigned delay_us,
                     std::vector<uuid_v7>& acknowledged) {
    engine on(options_under_test());
    // Alone, a put spends as much time in the sync after its rename as in the one before.
    std::size_t const together = kind == durability::record ? 1 : 64;
    auto const options = store_options().durable(kind).generation_max(together);
    doc_store store = must(doc_store::open(on, image.path().string(), "pages", options));
    auto const results = cut_during_burst(image, store, 100 + 30 * together, delay_us);
    BOOST_TEST(count_errors(results, error_code()) < results.size());
    for (auto const& one : results) {
        BOOST_TEST(is_expected(one.error), one.error.message());
        if (!one.error) acknowledged.push_back(one.value.id());
    }
    bool const is_poisoned = count_errors(results, errc::outcome_unknown) > 0;
    auto const later = wait(store.put(document_of(1)));
    BOOST_TEST(later.error.failed());
    if (is_poisoned) BOOST_TEST(later.error == errc::poisoned);
    // What the cache still has may be read; the rest is an error.
    (void)wait(store.get_many(acknowledged));
    (void)wait(store.ids());
    must(store.close());
    return is_poisoned;
}

/// Cuts the power until a sync has failed after a rename, which is a matter of luck.
void check_poisoned(char const* type, durability kind) {
    std::mt19937 random(static_cast<unsigned>(random_seed(type)));
    mounted_image image(type, image_bytes);
    bool was_poisoned = false;
    for (int round = 0; round < 20 && !was_poisoned; ++round) {
        std::vector<uuid_v7> acknowledged;
        was_poisoned = cut_under_store(image, kind, static_cast<unsigned>(random() % 3000), acknowledged);
        image.remount();
        engine on(options_under_test());
        doc_store store = must(doc_store::open(on, image.path().string(), "pages"));
        for (auto const& found : must(store.get_many(acknowledged))) BOOST_TEST(found.has_value());
        must(store.put(document_of(1)));
    }
    // Where the cut falls is luck, so the rounds prove what each of them checks, and no more.
    BOOST_WARN_MESSAGE(was_poisoned, "no cut fell between a rename and its sync");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(power_cut_suite, *utf::precondition(can_mount))

BOOST_AUTO_TEST_CASE(what_was_acknowledged_on_ext4_survives) {
    check_power_cut("ext4");
}

BOOST_AUTO_TEST_CASE(what_was_acknowledged_on_xfs_survives) {
    check_power_cut("xfs");
}

BOOST_AUTO_TEST_CASE(a_failed_sync_of_directories_poisons_the_store) {
    check_poisoned("ext4", durability::record);
}

BOOST_AUTO_TEST_CASE(a_failed_barrier_poisons_the_store) {
    check_poisoned("xfs", durability::group);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
