#include "upkeep_job.hpp"

#include "failure.hpp"
#include "finding_text.hpp"
#include "output.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace storh::tool {

upkeep_job::upkeep_job(asio::any_io_executor const& executor, common_options common,
                       std::string verb, asio::cancellation_type cancellation)
    : common_(std::move(common)), executor_(executor) {
    shared_->cancellation = cancellation;
    shared_->is_json = common_.json;
    shared_->bar.emplace(executor, std::move(verb));
    interruption_.emplace(executor,
                          [shared = shared_] { shared->cancel.emit(shared->cancellation); });
}

upkeep_options upkeep_job::options() {
    upkeep_options asked;
    asked.report_to(shared_->bar->counts()).info(info_);
    asked.on_finding([shared = shared_, executor = executor_](finding const& found) {
        asio::post(executor, [shared, found] { shared->show(found); });
    });
    return asked;
}

void upkeep_job::shared_state::show(finding const& found) {
    if (!bar || failure) return;
    bar->clear();
    try {
        print(is_json ? finding_json(found) : finding_line(found));
    } catch (...) {
        // Nobody reads on, or nothing more can be written: there is no use in going on.
        failure = std::current_exception();
        cancel.emit(cancellation);
    }
}

void upkeep_job::end(boost::system::error_code error) {
    seconds_ = shared_->bar->seconds();
    shared_->bar.reset();
    int const signal = interruption_->signal();
    interruption_.reset();
    if (shared_->failure) std::rethrow_exception(shared_->failure);
    if (error == asio::error::operation_aborted && signal != 0) {
        throw failure(exit_code::signal_base + signal, common_.path(), "interrupted");
    }
    if (error) throw describe(error, info_, common_.path());
}

}  // namespace storh::tool
