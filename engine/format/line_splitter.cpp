#include "format/line_splitter.hpp"

namespace storh {

std::optional<input_line> line_splitter::next() {
    if (std::size_t const end = rest_.find('\n'); end != std::string_view::npos) {
        keep(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return finish_line();
    }
    if (!rest_.empty()) keep(std::exchange(rest_, {}));
    if (is_ended_ && has_begun_) return finish_line();
    return std::nullopt;
}

void line_splitter::keep(std::string_view part) {
    has_begun_ = true;
    if (part.size() > line_bytes_max_ - begun_.size()) is_too_long_ = true;
    if (is_too_long_) {
        std::string().swap(begun_);
    } else {
        begun_.append(part);
    }
}

input_line line_splitter::finish_line() {
    has_begun_ = false;
    return {std::exchange(begun_, {}), ++number_, std::exchange(is_too_long_, false)};
}

}  // namespace storh
