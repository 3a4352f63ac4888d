#include "support/bare_collection.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <stdexcept>

namespace storh::bench {

bare_collection::bare_collection(std::filesystem::path const& root, sample_data const& data)
    : data_(data), buckets_(make_buckets(root)) {
    for (std::size_t i = 0; i < data.size(); ++i) {
        names_.push_back(data.id(i).to_string() + ".jsonc");
        temps_.push_back('.' + names_.back() + ".1.0123abcd.tmp");
        bytes_.push_back(data.file_bytes(i));
    }
}

int bare_collection::bucket(std::size_t index) const noexcept {
    return buckets_[data_.id(index).bucket()].get();
}

descriptor bare_collection::create_and_write(std::size_t index) {
    descriptor file =
        open_file(bucket(index), temps_[index].c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    std::string const& bytes = bytes_[index];
    if (checked(::write(file.get(), bytes.data(), bytes.size()), "write") !=
        static_cast<ssize_t>(bytes.size())) {
        throw std::runtime_error("short write");
    }
    return file;
}

void bare_collection::write_temp(std::size_t index) {
    (void)create_and_write(index);
}

void bare_collection::write_temp_durably(std::size_t index) {
    descriptor const file = create_and_write(index);
    checked(::fsync(file.get()), "fsync");
}

void bare_collection::publish(std::size_t index) {
    int const directory = bucket(index);
    checked(::renameat(directory, temps_[index].c_str(), directory, names_[index].c_str()),
            "rename");
}

void bare_collection::publish_durably(std::size_t index) {
    publish(index);
    checked(::fsync(bucket(index)), "fsync of a directory");
}

}  // namespace storh::bench
