#include "support/sample_data.hpp"

#include <storh/record.hpp>

#include <algorithm>
#include <random>
#include <stdexcept>

namespace storh::bench {

namespace {

using random_engine = std::mt19937_64;

/// The version and variant digits have fixed places in the text; the rest behind the time is random.
uuid_v7 make_id(std::uint64_t ms, random_engine& random) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "00000000-0000-7000-8000-000000000000";
    std::uint64_t time = ms;
    for (std::size_t const place : {12U, 11U, 10U, 9U, 7U, 6U, 5U, 4U, 3U, 2U, 1U, 0U}) {
        text[place] = digits[time & 15U];
        time >>= 4U;
    }
    std::uint64_t bits = random();
    for (std::size_t place = 35; place >= 24; --place) {
        text[place] = digits[bits & 15U];
        bits >>= 4U;
    }
    for (std::size_t const place : {22U, 21U, 20U}) {
        text[place] = digits[bits & 15U];
        bits >>= 4U;
    }
    auto const id = uuid_v7::parse(text);
    if (!id) throw std::logic_error("sample_data made a bad id");
    return *id;
}

std::string make_body(std::size_t bytes, random_engine& random) {
    std::string body;
    std::uniform_int_distribution<int> letter('a', 'z');
    while (body.size() < bytes) body.push_back(static_cast<char>(letter(random)));
    return body;
}

}  // namespace

sample_data::sample_data(std::size_t records, std::size_t bytes, std::uint64_t seed) {
    constexpr std::uint64_t first_ms = 1'700'000'000'000;
    constexpr std::uint64_t records_per_ms = 16;
    random_engine random(seed);
    ids_.reserve(records);
    for (std::size_t i = 0; i < records; ++i) {
        ids_.push_back(make_id(first_ms + i / records_per_ms, random));
    }
    if (records == 0) return;
    std::size_t const least = file_bytes(0).size();
    body_ = make_body(bytes > least ? bytes - least : 0, random);
}

json::object sample_data::document(std::size_t index) const {
    std::string number = std::to_string(index);
    number.insert(0, 9 - std::min<std::size_t>(9, number.size()), '0');
    json::object made;
    made.reserve(3);
    made["slug"] = "page-" + number;
    made["kind"] = "page";
    made["body"] = body_;
    return made;
}

std::string sample_data::file_bytes(std::size_t index) const {
    return record(id(index), document(index)).to_line() + '\n';
}

std::vector<uuid_v7> shuffled(std::vector<uuid_v7> ids, std::uint64_t seed) {
    random_engine random(seed + 1);
    std::shuffle(ids.begin(), ids.end(), random);
    return ids;
}

}  // namespace storh::bench
