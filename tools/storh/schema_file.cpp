#include "schema_file.hpp"

#include "failure.hpp"

#include <cerrno>
#include <fstream>

namespace storh::tool {
namespace {

constexpr std::streamsize bytes_max = std::streamsize{1} << 20;

std::string read_text(std::string const& file) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string text(static_cast<std::size_t>(bytes_max) + 1, '\0');
    if (in) in.read(text.data(), bytes_max + 1);
    if (!in && (!in.eof() || in.bad())) throw describe_errno(file);
    if (in.gcount() > bytes_max) {
        throw failure(exit_code::error, file, "larger than 1 MiB", "a schema is a list of fields");
    }
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

}  // namespace

schema read_schema(std::string const& file) {
    error_info info;
    auto made = schema::parse(read_text(file), &info);
    if (!made) throw describe(made.error(), info, file);
    return std::move(*made);
}

}  // namespace storh::tool
