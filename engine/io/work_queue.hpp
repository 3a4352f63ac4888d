// io/work_queue.hpp
//
// The two queues of a ring loop: a plain list for its own thread, and the hand-over from other
// threads.
//
// The hand-over is one atomic pointer. A producer pushes at the head; the loop takes everything by
// one exchange and reverses it, which keeps one order for all producers. Compared with a bounded
// lock-free queue it costs a tenth per item and needs no capacity of its own: the items belong to
// operations that exist anyway.
//
// Threads: `work_list` belongs to one thread. `remote_queue::push` may be called from any thread,
// `take_all` from the loop's only.

#pragma once

#include "io/work_item.hpp"

#include <atomic>
#include <utility>

namespace storh::io {

/// First in, first out, on one thread.
class work_list {
public:
    work_list() = default;
    work_list(work_list&& other) noexcept
        : head_(std::exchange(other.head_, nullptr)), tail_(std::exchange(other.tail_, nullptr)) {}
    work_list& operator=(work_list&&) = delete;

    [[nodiscard]] bool empty() const noexcept { return head_ == nullptr; }

    void push(work_item& item) noexcept {
        item.next_ = nullptr;
        (head_ == nullptr ? head_ : tail_->next_) = &item;
        tail_ = &item;
    }

    void push_front(work_item& item) noexcept {
        item.next_ = head_;
        head_ = &item;
        if (tail_ == nullptr) tail_ = &item;
    }

    work_item* pop() noexcept {
        work_item* item = head_;
        if (item != nullptr) {
            head_ = item->next_;
            if (head_ == nullptr) tail_ = nullptr;
        }
        return item;
    }

    /// Appends all of `other`, which is empty afterwards.
    void splice(work_list& other) noexcept {
        if (other.empty()) return;
        (head_ == nullptr ? head_ : tail_->next_) = other.head_;
        tail_ = other.tail_;
        other.head_ = other.tail_ = nullptr;
    }

private:
    work_item* head_ = nullptr;
    work_item* tail_ = nullptr;
};

/// Items from any thread to one.
class remote_queue {
public:
    /// Adds an item. What the producer wrote before is visible to whoever runs the item.
    void push(work_item& item) noexcept {
        work_item* head = head_.load(std::memory_order_relaxed);
        do {
            item.next_ = head;
        } while (!head_.compare_exchange_weak(head, &item, std::memory_order_seq_cst,
                                              std::memory_order_relaxed));
    }

    [[nodiscard]] bool empty() const noexcept {
        return head_.load(std::memory_order_seq_cst) == nullptr;
    }

    /// Moves everything to the end of `into`, oldest first.
    void take_all(work_list& into) noexcept {
        work_item* item = head_.exchange(nullptr, std::memory_order_acquire);
        work_list oldest_first;
        while (item != nullptr) {
            work_item* const next = item->next_;
            oldest_first.push_front(*item);
            item = next;
        }
        into.splice(oldest_first);
    }

private:
    std::atomic<work_item*> head_{nullptr};
};

}  // namespace storh::io
