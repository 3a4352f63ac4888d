// Whatever a record file holds, it is read or refused; what was read is written so that it reads the
// same again.
#include "format/record_file.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t size) {
    static storh::uuid_v7 const id =
        storh::uuid_v7::parse("01890a5d-ac96-774b-bcce-b302099a8057").value();

    std::string_view const text(reinterpret_cast<char const*>(bytes), size);
    auto const data = storh::decode_record(id, text);
    if (!data) return 0;

    auto const written = storh::encode_record(id, *data);
    if (!written) std::abort();
    auto const again = storh::decode_record(id, *written);
    if (!again || *again != *data) std::abort();
    return 0;
}
