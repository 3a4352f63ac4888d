#include "stream_job.hpp"

#include "failure.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "session.hpp"

#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>

#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace storh::tool {
namespace {

/// Text that is written at once.
constexpr std::size_t lines_bytes = std::size_t{64} << 10;

/// Damaged records that are named; the rest is only counted.
constexpr std::size_t damaged_named = 5;

int open_output(std::string const& file) {
    if (file == "-") return STDOUT_FILENO;
    int const descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) throw describe_errno(file);
    return descriptor;
}

asio::awaitable<record_stream> open_stream(doc_store store, record_query query) {
    co_return store.stream(std::move(query));
}

}  // namespace

stream_job::stream_job(engine& on, common_options common, std::string file, record_query query)
    : stream_job(
          on, std::move(common), std::move(file),
          [query = std::move(query)](doc_store store) { return open_stream(store, query); },
          [](record const& row) { return record_line(row, false); }) {}

stream_job::stream_job(engine& on, common_options common, std::string file, opener open,
                       line_function line)
    : engine_(on),
      common_(std::move(common)),
      file_(std::move(file)),
      open_(std::move(open)),
      line_(std::move(line)),
      descriptor_(open_output(file_)) {}

stream_job::~stream_job() {
    if (descriptor_ != STDOUT_FILENO) ::close(descriptor_);
}

asio::awaitable<void> stream_job::run() {
    doc_store store = co_await open_for_reading(engine_, common_);
    bool const mixes_with_lines = ::isatty(descriptor_) == 1;
    bar_.emplace(co_await asio::this_coro::executor, "exporting", !mixes_with_lines);
    record_stream rows = co_await open_(store);
    std::string lines;
    error_info info;
    for (;;) {
        auto const [error, found] = co_await rows.next(&info, as_result);
        if (error) {
            write(lines);
            throw describe(error, info, common_.path());
        }
        if (!found) break;
        lines.append(line_(*found));
        ++records_;
        bar_->counts()->add_records(1);
        if (lines.size() >= lines_bytes) write(std::exchange(lines, {}));
    }
    write(lines);
    seconds_ = bar_->seconds();
    bar_.reset();
    tell_skipped(rows);
    co_await store.close();
}

void stream_job::write(std::string_view lines) {
    if (file_ == "-") return print(lines);
    boost::system::error_code const error = write_all(descriptor_, lines);
    if (error == boost::system::errc::broken_pipe) throw reader_gone();
    if (error) throw describe(error, error_info(), file_);
}

void stream_job::tell_skipped(record_stream const& rows) {
    std::uint64_t const count = rows.skipped_count();
    std::size_t named = 0;
    for (error_info const& info : rows.skipped()) {
        if (++named > damaged_named) break;
        print_error(fmt::format("{}: skipped: {}", info.path(), info.detail()));
    }
    if (count > damaged_named) {
        print_error(fmt::format("{} skipped in all", counted(count, "damaged record")));
    }
}

}  // namespace storh::tool
