#include "numbers.hpp"

namespace storh::tool {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return grouped(number).append(" ").append(noun).append(number == 1 ? "" : "s");
}

std::uint64_t rate(std::uint64_t count, double seconds) noexcept {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(count) / seconds) : 0;
}

}  // namespace storh::tool
