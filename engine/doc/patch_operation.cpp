#include "doc/patch_operation.hpp"

#include "base/xxh128.hpp"
#include "doc/get_operation.hpp"
#include "doc/merge_patch.hpp"
#include "doc/write_operation.hpp"
#include "publish/record_read.hpp"

#include <cerrno>
#include <utility>

namespace storh::doc {
namespace {

/// How often a patch is applied again because another process came in between.
constexpr unsigned attempts_max = 100;

}  // namespace

/// One patch: a read and a conditional write in turn, all on the ring of the id.
class patch_operation final : public publish::write_request {
public:
    patch_operation(std::shared_ptr<collection> state, std::shared_ptr<patch_completion> done,
                    json::object merge_patch, std::optional<record_tag> wanted)
        : state_(std::move(state)),
          done_(std::move(done)),
          patch_(std::move(merge_patch)),
          wanted_(wanted),
          read_(&patch_operation::read_done, this),
          arrival_(*this) {}

    void submit() { state_->store().loop_of(id).post(arrival_); }

    /// The write asks before its first side effect; a later attempt has had none either.
    [[nodiscard]] bool try_start() noexcept override {
        return done_->try_start() || !done_->is_done();
    }

    void finish() noexcept override {
        bool const may_try_again = error == errc::conflict && !wanted_;
        if (may_try_again && ++attempts_ < attempts_max && !done_->is_done()) {
            error.clear();
            return read();
        }
        if (error) return fail(error, describe_failure(*state_, *this));
        succeed(record(id, std::move(document_), hash_bytes(bytes)));
    }

private:
    struct arrival final : io::work_item {
        explicit arrival(patch_operation& of) noexcept
            : work_item([](io::work_item& item) noexcept {
                  static_cast<arrival&>(item).patch.arrived();
              }),
              patch(of) {}
        patch_operation& patch;
    };

    [[nodiscard]] patch_turns& turns() const noexcept {
        return state_->patches(state_->store().loop_of(id).index());
    }

    void arrived() noexcept {
        if (turns().arrive(id, *this)) read();
    }

    void read() noexcept {
        int const directory = state_->store().directory();
        if (auto const failure = directory_error(directory)) {
            return fail(failure, state_->describe(id));
        }
        if (directory < 0) return succeed(std::nullopt);
        read_.start(state_->store().loop_of(id), directory, id,
                    state_->options().record_bytes_max());
    }

    static void read_done(publish::record_read& read) noexcept {
        static_cast<patch_operation*>(read.owner)->merge_and_write();
    }

    void merge_and_write() noexcept {
        auto details = state_->describe(id);
        auto present = decode(read_, details.get());
        if (!present) return fail(present.error(), std::move(details));
        if (!*present) return succeed(std::nullopt);
        record_tag const tag = (*present)->tag();
        if (wanted_ && *wanted_ != tag) {
            details->set_present_tag(tag);
            details->set_detail("the record has changed since it was read");
            return fail(errc::conflict, std::move(details));
        }
        document_ = std::move(**present).data();
        if (auto const failed = apply_merge_patch(document_, patch_)) {
            return fail(failed, std::move(details));
        }
        if (auto const failed = encode_into(*this, document_, *state_, *details)) {
            return fail(failed, std::move(details));
        }
        condition.if_match = tag;
        state_->store().submit(*this);
    }

    void succeed(std::optional<record> result) noexcept {
        done_->complete({}, std::move(result));
        end();
    }

    void fail(boost::system::error_code failure, std::unique_ptr<error_info> details) noexcept {
        done_->complete_error(failure, std::move(details));
        end();
    }

    void end() noexcept {
        std::unique_ptr<patch_operation> const self(this);
        if (patch_operation* const next = turns().leave(id)) next->read();
        state_->end();
    }

    std::shared_ptr<collection> state_;
    std::shared_ptr<patch_completion> done_;
    json::object patch_;
    json::object document_;
    std::optional<record_tag> wanted_;
    publish::record_read read_;
    arrival arrival_;
    unsigned attempts_ = 0;
};

void start_patch(std::shared_ptr<collection> state, uuid_v7 const& id, json::object merge_patch,
                 patch_options options, std::shared_ptr<patch_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin_write()) return done->complete_error(error);
    auto operation = std::make_unique<patch_operation>(std::move(state), std::move(done),
                                                       std::move(merge_patch), options.tag());
    operation->id = id;
    operation.release()->submit();
}

}  // namespace storh::doc
