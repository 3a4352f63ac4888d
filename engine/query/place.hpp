// query/place.hpp
//
// Where in a JSON text something stands: `groups[0][1].op`.
//
// Threads: a value.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace storh::queries {

class place {
public:
    explicit place(std::string text) : text_(std::move(text)) {}

    [[nodiscard]] place operator/(std::size_t index) const {
        return place(text_ + "[" + std::to_string(index) + "]");
    }
    [[nodiscard]] place operator/(std::string_view member) const {
        return place(text_ + (text_.empty() ? "" : ".") + std::string(member));
    }
    [[nodiscard]] std::string const& text() const noexcept { return text_; }

private:
    std::string text_;
};

}  // namespace storh::queries
