// tools/storh/common_options.hpp
//
// What every command takes: the place of a collection, and how to do the I/O.

#pragma once

#include <storh/engine_options.hpp>
#include <storh/options.hpp>

#include <CLI/App.hpp>

#include <functional>
#include <optional>
#include <string>

namespace storh::tool {

/// The options of every command.
struct common_options {
    std::string root;
    std::string collection;
    std::string backend = "automatic";
    std::string durability = "automatic";
    unsigned rings = 0;
    bool json = false;
    bool drop_php_indexes = false;  ///< repair's own
    std::string schema_file;        ///< of commands that write

    [[nodiscard]] engine_options engine() const;
    /// Throws failure if the schema cannot be read.
    [[nodiscard]] store_options store(access_mode access) const;

    /// The collection as a path, for messages.
    [[nodiscard]] std::string path() const { return root + "/" + collection; }
};

/// What a command does once the command line has been read; gives the exit code.
using action = std::function<int()>;

/// Makes a command with the common options but `--json`, bound to `into`.
CLI::App& add_command_without_json(CLI::App& program, std::string const& name,
                                   std::string const& description, common_options& into);

/// Makes a command with the common options, bound to `into`.
CLI::App& add_command(CLI::App& program, std::string const& name, std::string const& description,
                      common_options& into);

/// Adds the positional argument ID, or with another name an option, that has to be a UUIDv7.
CLI::Option& add_id(CLI::App& command, std::string const& name, std::string& into);

/// Adds `--schema FILE`.
CLI::Option& add_schema(CLI::App& command, std::string& into);

/// Adds `--if-match TAG`.
CLI::Option& add_if_match(CLI::App& command, std::string& into);

}  // namespace storh::tool
