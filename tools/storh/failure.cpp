#include "failure.hpp"

#include "output.hpp"

#include <fmt/core.h>

#include <cerrno>

#include <unistd.h>

namespace storh::tool {
namespace {

// What to do about it; empty where the message says it all.
std::string_view hint_of(errc code) noexcept {
    switch (code) {
        case errc::invalid_id: return "an id looks like 01890a5d-ac96-774b-bcce-b302099a8057";
        case errc::invalid_row: return "each line has to be a JSON object";
        case errc::too_deep: return "at most 510 levels; flatten the document";
        case errc::corrupt_record: return "put the record again, or restore the file from a backup";
        case errc::unsupported_record: return "only storh for PHP reads it";
        case errc::schema_violation: return "correct the field";
        case errc::invalid_query: return "see storh query --help";
        case errc::sort_too_large: return "use --limit or --sort-memory";
        case errc::invalid_schema: return "see storh schema --help";
        case errc::conflict: return "get the record again and decide anew";
        case errc::locked: return "wait for the other process to end, then try again";
        case errc::outcome_unknown: return "get the record to see which version is there";
        case errc::poisoned: return "run the command again";
        case errc::wrong_engine: return "choose another collection";
        case errc::backend_unavailable: return "use --backend automatic";
        case errc::foreign_indexes: return "reading works; writing would make the indexes wrong";
        case errc::not_a_file: return "write to standard output instead";
        default: return {};
    }
}

std::string_view hint_of(boost::system::error_code error) noexcept {
    if (error.category() == storh_category()) return hint_of(static_cast<errc>(error.value()));
    if (error == boost::system::errc::permission_denied) {
        return "check the permissions of the file and of the directories above it";
    }
    if (error == boost::system::errc::read_only_file_system) return "choose a writable place";
    if (error == boost::system::errc::no_space_on_device) return "free some space and try again";
    if (error == boost::system::errc::too_many_files_open) return "raise the limit: ulimit -n";
    if (error == boost::system::errc::not_a_directory)
        return "a file stands where a directory has to";
    if (error == boost::system::errc::no_such_file_or_directory) return "check the name";
    return {};
}

// A wrong name can only come from the command line.
int code_of(boost::system::error_code error) noexcept {
    return error == errc::invalid_name ? exit_code::usage : exit_code::error;
}

std::string place_of(error_info const& info, std::string_view path) {
    std::string place(info.path().empty() ? path : std::string_view(info.path()));
    if (info.line() != 0) place += fmt::format(":{}", info.line());
    return place;
}

}  // namespace

failure::failure(int code, std::string_view path, std::string_view what, std::string_view hint)
    : text_(path), code_(code) {
    text_.append(path.empty() ? "" : ": ").append(what);
    add_hint(hint);
}

void failure::add_hint(std::string_view hint) {
    if (hint.empty()) return;
    if (has_hint_) text_.pop_back();
    text_.append(has_hint_ ? "; " : " (").append(hint).append(")");
    has_hint_ = true;
}

failure describe(boost::system::error_code error, error_info const& info, std::string_view path) {
    std::string what = error.message();
    if (!info.detail().empty() && info.detail() != what) what.append(": ").append(info.detail());
    failure described(code_of(error), place_of(info, path), what);
    if (info.offset()) described.add_hint(fmt::format("byte {}", *info.offset()));
    if (info.id()) described.add_hint("id " + info.id()->to_string());
    if (info.present_tag()) described.add_hint("present tag " + info.present_tag()->to_string());
    described.add_hint(hint_of(error));
    return described;
}

boost::system::error_code last_system_error() noexcept {
    return boost::system::error_code(errno, boost::system::system_category());
}

failure describe_errno(std::string_view path) {
    return describe(last_system_error(), error_info(), path);
}

void print_error(std::string_view text) noexcept try {
    std::string const line = "storh: " + one_line(text) + '\n';
    // Nobody is left to be told when this fails.
    (void)write_all(STDERR_FILENO, line);
} catch (std::exception const&) {
    // Out of memory: the exit code has to do.
}

}  // namespace storh::tool
