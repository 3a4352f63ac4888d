// bench/support/put_operation.hpp
//
// Storing the sample data, record by record, for a closed loop.

#pragma once

#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"

#include <storh/doc_store.hpp>

#include <cstddef>
#include <stdexcept>
#include <utility>

namespace storh::bench {

class put_operation {
public:
    /// `data` must outlive the loop.
    put_operation(doc_store store, sample_data const& data)
        : store_(std::move(store)), data_(data) {}

    auto prepare(std::size_t index) { return store_.put(data_.id(index), data_.document(index)); }

    void accept(std::size_t index, record const& stored) const {
        if (stored.id() != data_.id(index)) throw std::runtime_error("put gave another id");
    }

private:
    doc_store store_;
    sample_data const& data_;
};

}  // namespace storh::bench
