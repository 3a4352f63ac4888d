#include "acks_file.hpp"

#include "failure.hpp"
#include "output.hpp"

#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace storh::tool {

acks_file::acks_file(std::string path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) throw describe_errno(path_);
}

acks_file::~acks_file() {
    ::close(descriptor_);
}

boost::system::error_code acks_file::append(std::span<uuid_v7 const> ids) {
    constexpr std::size_t line_bytes = uuid_v7::text_bytes + 1;
    std::string lines(ids.size() * line_bytes, '\n');
    char* place = lines.data();
    for (uuid_v7 const& id : ids) {
        id.write_to(place);
        place += line_bytes;
    }
    return write_all(descriptor_, lines);
}

}  // namespace storh::tool
