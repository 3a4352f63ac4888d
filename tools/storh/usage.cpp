#include "usage.hpp"

#include "suggestion.hpp"

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <vector>

namespace storh::tool {
namespace {

std::vector<std::string> command_names(CLI::App const& program) {
    std::vector<std::string> names;
    for (CLI::App const* command : program.get_subcommands([](CLI::App const*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> option_names(CLI::App const& command) {
    std::vector<std::string> names;
    for (CLI::Option const* option : command.get_options()) {
        for (std::string const& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

failure unknown(std::string_view place, std::string_view kind, std::string_view typed,
                std::vector<std::string> const& words, std::string_view help) {
    auto const meant = suggestion(typed, words);
    return failure(
        exit_code::usage, place, fmt::format("unknown {} '{}'", kind, typed),
        meant ? fmt::format("did you mean {}? See {}", *meant, help) : fmt::format("see {}", help));
}

/// Its name with those of the commands above it.
std::string full_name(CLI::App const& command) {
    CLI::App const* const above = command.get_parent();
    bool const is_first = above == nullptr || above->get_parent() == nullptr;
    return is_first ? command.get_name() : full_name(*above) + " " + command.get_name();
}

failure describe_in_command(CLI::App const& command, CLI::ParseError const& complaint) {
    std::string const name_of_command = full_name(command);
    std::string const help = fmt::format("storh {} --help", name_of_command);
    auto const below = command_names(command);
    std::vector<std::string> const extra = command.remaining();
    auto const option = std::find_if(extra.begin(), extra.end(), [](std::string const& word) {
        return word.size() > 1 && word.front() == '-';
    });
    if (option != extra.end()) {
        std::string const name = option->substr(0, option->find('='));
        return unknown(name_of_command, "option", name, option_names(command), help);
    }
    if (!below.empty()) {
        if (extra.empty())
            return failure(exit_code::usage, name_of_command, "what of it?", "see " + help);
        return unknown(name_of_command, "command", extra.front(), below, help);
    }
    if (!extra.empty()) {
        return failure(exit_code::usage, name_of_command,
                       fmt::format("unexpected argument '{}'", extra.front()), "see " + help);
    }
    return failure(exit_code::usage, name_of_command, complaint.what(), "see " + help);
}

}  // namespace

failure describe_usage(CLI::App const& program, CLI::ParseError const& complaint,
                       std::string_view first_argument) {
    auto called = program.get_subcommands();
    while (!called.empty()) {
        auto const deeper = called.front()->get_subcommands();
        if (deeper.empty()) return describe_in_command(*called.front(), complaint);
        called = deeper;
    }
    if (first_argument.empty()) {
        return failure(exit_code::usage, "", "no command is given", "see storh --help");
    }
    if (first_argument.front() == '-') {
        return unknown("", "option", first_argument, option_names(program), "storh --help");
    }
    return unknown("", "command", first_argument, command_names(program), "storh --help");
}

}  // namespace storh::tool
