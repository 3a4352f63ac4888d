#include "support/process.hpp"

#include "support/descriptor.hpp"
#include "support/interrupt.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace storh::bench {

namespace {

std::pair<descriptor, descriptor> make_pipe() {
    std::array<int, 2> ends{};
    checked(::pipe2(ends.data(), O_CLOEXEC), "pipe2");
    return {descriptor(ends[0]), descriptor(ends[1])};
}

pid_t spawn(std::vector<std::string> const& arguments, int output) {
    std::vector<char*> argv;
    for (std::string const& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    pid_t child = 0;
    int const error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::system_error(error, std::generic_category(), arguments[0]);
    return child;
}

std::string read_to_end(int fd) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        ssize_t const count = ::read(fd, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (checked(count, "read") == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

std::string run_program(std::vector<std::string> const& arguments) {
    auto [read_end, write_end] = make_pipe();
    pid_t const child = spawn(arguments, write_end.get());
    write_end = descriptor();  // swaps: the temporary closes it, so that reading sees the end
    std::string text = read_to_end(read_end.get());
    int const status = wait_for(child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        check_interrupted();
        throw std::runtime_error(arguments[0] + " failed");
    }
    return text;
}

}  // namespace storh::bench
