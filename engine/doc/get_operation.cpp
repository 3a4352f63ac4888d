#include "doc/get_operation.hpp"

#include "base/xxh128.hpp"
#include "format/record_file.hpp"

#include <array>
#include <cerrno>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

using get_result = sys::result<std::optional<record>>;

/// The outcome where the collection's directory cannot be opened: empty when there is none.
void answer_without(int directory, collection const& state, get_completion& done) {
    sys::error_code const error = directory_error(directory);
    if (!error) return done.complete({}, std::nullopt);
    auto info = std::make_unique<error_info>();
    info->set_path(state.store().path());
    info->set_detail("cannot open the collection");
    done.complete_error(error, std::move(info));
}

/// A get that the ring carries out.
class get_operation final : public io::work_item {
public:
    get_operation(std::shared_ptr<collection> state, std::shared_ptr<get_completion> done,
                  uuid_v7 const& id)
        : work_item(&get_operation::begin),
          state_(std::move(state)),
          done_(std::move(done)),
          read_(&get_operation::read_done, this),
          id_(id) {}

    void submit() { state_->store().loop_of(id_).post(*this); }

private:
    static void begin(io::work_item& item) noexcept {
        get_operation& self = static_cast<get_operation&>(item);
        auto& store = self.state_->store();
        if (!self.done_->try_start()) return self.end();
        int const directory = store.directory();
        if (directory < 0) {
            answer_without(directory, *self.state_, *self.done_);
            return self.end();
        }
        self.read_.start(store.loop_of(self.id_), directory, self.id_,
                         self.state_->options().record_bytes_max());
    }

    static void read_done(publish::record_read& read) noexcept {
        get_operation& self = *static_cast<get_operation*>(read.owner);
        auto info = self.state_->describe(self.id_);
        get_result result = decode(read, info.get());
        if (result) {
            self.done_->complete({}, std::move(*result));
        } else {
            self.done_->complete_error(result.error(), std::move(info));
        }
        self.end();
    }

    void end() noexcept {
        std::unique_ptr<get_operation> const self(this);
        state_->end();
    }

    std::shared_ptr<collection> state_;
    std::shared_ptr<get_completion> done_;
    publish::record_read read_;
    uuid_v7 id_;
};

/// The record of `id`, or its absence, if the page cache can tell and the file is in order; nothing
/// when it has to be read by the ring.
std::optional<std::optional<record>> decode_cached(collection& state, uuid_v7 const& id) {
    std::array<char, publish::first_read_bytes> buffer;
    int const directory = state.store().directory();
    if (directory < 0) return std::nullopt;
    int const count = publish::try_read_cached(directory, id, buffer);
    if (count == -EAGAIN) return std::nullopt;
    if (count == -ENOENT) return std::optional<record>();
    std::string_view const bytes(buffer.data(), static_cast<std::size_t>(count));
    // What is wrong is described by the ring's way, once more from the file.
    if (bytes.size() > state.options().record_bytes_max()) return std::nullopt;
    get_result result = decode(id, bytes, nullptr);
    if (!result) return std::nullopt;
    return std::move(*result);
}

/// True when the outcome is there without the ring.
bool get_from_cache(collection& state, uuid_v7 const& id, get_completion& done) {
    if (state.store().rings().choice().kind != backend_kind::uring) return false;
    auto result = decode_cached(state, id);
    if (result) done.complete({}, std::move(*result));
    return result.has_value();
}

}  // namespace

get_result decode(uuid_v7 const& id, std::string_view bytes, error_info* info) {
    auto document = decode_record(id, bytes, info);
    if (!document) return document.error();
    return std::optional<record>(std::in_place, id, std::move(*document), hash_bytes(bytes));
}

get_result decode(publish::record_read const& read, error_info* info) {
    if (read.is_absent()) return std::optional<record>();
    if (auto const error = read.error()) {
        info->set_detail(error.message());
        return error;
    }
    return decode(read.id, read.bytes(), info);
}

void start_get(std::shared_ptr<collection> state, uuid_v7 const& id, get_options options,
               std::shared_ptr<get_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin()) return done->complete_error(error);
    if (get_from_cache(*state, id, *done)) return state->end();
    auto operation = std::make_unique<get_operation>(std::move(state), std::move(done), id);
    operation.release()->submit();
}

}  // namespace storh::doc
