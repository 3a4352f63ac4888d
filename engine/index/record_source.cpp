#include "index/record_source.hpp"

#include "format/record_file.hpp"
#include "publish/record_path.hpp"
#include "publish/record_read.hpp"

#include <cerrno>
#include <string>

namespace storh::index {

boost::system::result<record_state> read_values(publish::store_files& files, catalog const& indexes,
                                                uuid_v7 const& id) {
    record_state state;
    state.version = indexes.version;
    std::string bytes;
    publish::record_path const path(id);
    int const result = publish::read_record_now(files.directory(), path.c_str(),
                                                files.options().record_bytes_max(), bytes);
    if (result == -ENOENT || result == -ENOTDIR) return state;
    if (result < 0) return publish::error_of_read(result);
    auto const document = decode_record(id, bytes);
    if (!document) return document.error();
    return indexes.values_of(*document);
}

}  // namespace storh::index
