// tools/storh/upkeep_job.hpp
//
// What stats, verify and repair share: progress, findings printed as they come, an interruption
// that cancels.
//
// Threads: main thread. Findings come from the engine's threads and are posted to it.

#pragma once

#include "common_options.hpp"
#include "interruption.hpp"
#include "progress_bar.hpp"

#include <storh/upkeep.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_type.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace storh::tool {

class upkeep_job {
public:
    /// `cancellation` is what an interruption does to the operation.
    upkeep_job(asio::any_io_executor const& executor, common_options common, std::string verb,
               asio::cancellation_type cancellation);

    /// For the operation: counts, findings, and where to describe a failure.
    [[nodiscard]] upkeep_options options();
    [[nodiscard]] asio::cancellation_slot slot() const { return shared_->cancel.slot(); }

    /// To be called when the operation has ended. Throws what stopped it.
    void end(boost::system::error_code error);

    [[nodiscard]] double seconds() const noexcept { return seconds_; }

private:
    // A finding may still come when a cancelled operation has ended.
    struct shared_state {
        void show(finding const& found);
        asio::cancellation_signal cancel;
        asio::cancellation_type cancellation{};
        std::optional<progress_bar> bar;
        bool is_json = false;
        std::exception_ptr failure;  // of printing
    };

    common_options common_;
    asio::any_io_executor executor_;
    std::shared_ptr<shared_state> shared_ = std::make_shared<shared_state>();
    std::optional<interruption> interruption_;
    error_info info_;
    double seconds_ = 0;
};

}  // namespace storh::tool
