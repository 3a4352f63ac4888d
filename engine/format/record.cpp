#include <storh/record.hpp>

#include "format/record_file.hpp"

#include <string>

namespace storh {

std::string record::to_line() const {
    // Throws what the encoder reports. The limit of a collection does not concern a line.
    std::string line = encode_record(id_, data_, std::string::npos).value();
    line.pop_back();  // the line feed
    return line;
}

}  // namespace storh
