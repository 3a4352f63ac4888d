// Whatever a line of an import holds, it is a row, blank or refused; the line of a verbatim row is a
// record file that reads as the row's data.
#include "format/import_row.hpp"
#include "format/record_file.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t size) {
    std::string_view const line(reinterpret_cast<char const*>(bytes), size);
    auto const row = storh::parse_import_row(line);
    if (!row || !*row || !(*row)->verbatim) return 0;

    std::string file(storh::trim_line_end(line));
    file += '\n';
    auto const data = storh::decode_record((*row)->id.value(), file);
    if (!data || *data != (*row)->data) std::abort();
    return 0;
}
