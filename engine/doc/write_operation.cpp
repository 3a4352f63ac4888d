#include "doc/write_operation.hpp"

#include "base/xxh128.hpp"
#include "format/record_file.hpp"

#include <string>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

publish::write_condition condition_of(write_options const& options) {
    publish::write_condition condition;
    condition.if_absent = options.is_if_absent();
    condition.if_match = options.tag();
    return condition;
}

/// What both kinds share: the collection is held until the outcome is out.
template <class Completion>
class write_operation : public publish::write_request {
public:
    write_operation(std::shared_ptr<collection> state, std::shared_ptr<Completion> done)
        : state_(std::move(state)), done_(std::move(done)) {}

    [[nodiscard]] bool try_start() noexcept final { return done_->try_start(); }

    void finish() noexcept final {
        std::unique_ptr<write_operation> const self(this);
        if (error) {
            done_->complete_error(error, describe_failure(*state_, *this));
        } else {
            succeed(*done_);
        }
        state_->end();
    }

protected:
    virtual void succeed(Completion& done) = 0;

private:
    std::shared_ptr<collection> state_;
    std::shared_ptr<Completion> done_;
};

class put_operation final : public write_operation<put_completion> {
public:
    using write_operation::write_operation;
    json::object document;
    record_tag tag;

private:
    void succeed(put_completion& done) override {
        done.complete({}, record(id, std::move(document), tag));
    }
};

class remove_operation final : public write_operation<remove_completion> {
public:
    using write_operation::write_operation;

private:
    void succeed(remove_completion& done) override { done.complete({}, was_present); }
};

/// The same answer as the file system's, for a record that cannot be named.
template <class Completion>
bool refuse_nil(uuid_v7 const& id, Completion& done) {
    if (!id.is_nil()) return false;
    auto info = std::make_unique<error_info>();
    info->set_detail("the nil id names no record");
    done.complete_error(errc::invalid_id, std::move(info));
    return true;
}

}  // namespace

sys::error_code check_schema(uuid_v7 const& id, json::object const& document,
                             collection const& state, error_info& info) {
    auto const& schema = state.options().schema();
    sys::error_code const error = schema ? schema->check(document, &info) : sys::error_code();
    if (error) info.set_id(id);
    return error;
}

sys::error_code encode_into(publish::write_request& request, json::object const& document,
                            collection const& state, error_info& info) {
    if (auto const error = check_schema(request.id, document, state, info)) return error;
    auto encoded = encode_record(request.id, document, state.options().record_bytes_max());
    if (!encoded) {
        info.set_id(request.id);
        info.set_detail(encoded.error().message());
        return encoded.error();
    }
    request.bytes = std::move(*encoded);
    request.values = state.indexes().values_of(document);
    return {};
}

std::unique_ptr<error_info> describe_failure(collection const& state,
                                             publish::write_request& request) {
    if (request.info) {
        // Another record's id says more: whose value it is.
        if (!request.info->id()) request.info->set_id(request.id);
        return std::move(request.info);
    }
    auto info = state.describe(request.id);
    if (request.present_tag) info->set_present_tag(*request.present_tag);
    info->set_detail(request.error.message());
    return info;
}

void start_put(std::shared_ptr<collection> state, std::optional<uuid_v7> id, json::object document,
               put_options options, std::shared_ptr<put_completion> done) {
    done->report_to(options.info());
    if (id && refuse_nil(*id, *done)) return;
    if (auto const error = state->begin_write()) return done->complete_error(error);
    auto operation = std::make_unique<put_operation>(state, done);
    operation->id = id ? *id : uuid_v7::generate();
    operation->condition = condition_of(options);
    auto info = std::make_unique<error_info>();
    if (auto const error = encode_into(*operation, document, *state, *info)) {
        done->complete_error(error, std::move(info));
        return state->end();
    }
    operation->document = std::move(document);
    operation->tag = hash_bytes(operation->bytes);
    state->store().submit(*operation.release());
}

void start_remove(std::shared_ptr<collection> state, uuid_v7 const& id, remove_options options,
                  std::shared_ptr<remove_completion> done) {
    done->report_to(options.info());
    if (refuse_nil(id, *done)) return;
    if (auto const error = state->begin_write()) return done->complete_error(error);
    auto operation = std::make_unique<remove_operation>(state, done);
    operation->kind = publish::write_kind::remove;
    operation->id = id;
    operation->condition = condition_of(options);
    state->store().submit(*operation.release());
}

}  // namespace storh::doc
