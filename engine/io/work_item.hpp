// io/work_item.hpp
//
// The unit that a ring loop runs: an intrusive list node with a function pointer.
//
// Guarantees: queueing one never allocates; whoever owns an item keeps it alive until it has run.
//
// Not here: the queues (work_queue.hpp), requests to the kernel (operation.hpp).
//
// Threads: an item is in at most one queue at a time.

#pragma once

namespace storh::io {

/// Something to run on a ring's thread.
class work_item {
public:
    using function = void (*)(work_item&) noexcept;

    explicit work_item(function call) noexcept : run_(call) {}
    work_item(work_item const&) = delete;
    work_item& operator=(work_item const&) = delete;

    /// Runs the item. The item may be gone afterwards.
    void run() noexcept { run_(*this); }

protected:
    ~work_item() = default;

private:
    friend class work_list;
    friend class remote_queue;

    work_item* next_ = nullptr;
    function run_;
};

}  // namespace storh::io
