#include "common_options.hpp"

#include "schema_file.hpp"
#include "suggestion.hpp"

#include <storh/record_tag.hpp>
#include <storh/uuid_v7.hpp>

#include <fmt/format.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <array>
#include <vector>

namespace storh::tool {
namespace {

template <class Value>
struct named_value {
    char const* name;
    Value value;
};

constexpr std::array backends{
    named_value<backend_kind>{"automatic", backend_kind::automatic},
    named_value<backend_kind>{"uring", backend_kind::uring},
    named_value<backend_kind>{"threads", backend_kind::threads},
    named_value<backend_kind>{"sync", backend_kind::sync},
};

constexpr std::array durabilities{
    named_value<durability>{"automatic", durability::automatic},
    named_value<durability>{"record", durability::record},
    named_value<durability>{"group", durability::group},
};

template <class Table>
auto value_of(Table const& table, std::string const& name) {
    for (auto const& entry : table) {
        if (entry.name == name) return entry.value;
    }
    return table.front().value;  // not reached: the command line has been checked
}

template <class Table>
void check_choice(CLI::Option& option, Table const& table) {
    std::vector<std::string> names;
    names.reserve(table.size());
    for (auto const& entry : table) names.emplace_back(entry.name);
    option.type_name(fmt::format("{}", fmt::join(names, "|")));
    auto const check = [names](std::string& typed) -> std::string {
        for (std::string const& name : names) {
            if (name == typed) return {};
        }
        auto const meant = suggestion(typed, names);
        return fmt::format("'{}' is none of {}{}", typed, fmt::join(names, ", "),
                           meant ? fmt::format("; did you mean {}?", *meant) : "");
    };
    option.check(CLI::Validator(check, ""));
}

void check_with(CLI::Option& option, char const* type,
                std::function<bool(std::string const&)> const& is_valid, char const* expected) {
    option.type_name(type)->check(CLI::Validator(
        [is_valid, expected](std::string& typed) {
            return is_valid(typed) ? std::string() : fmt::format("'{}' is {}", typed, expected);
        },
        ""));
}

}  // namespace

engine_options common_options::engine() const {
    return engine_options().backend(value_of(backends, backend)).rings(rings);
}

store_options common_options::store(access_mode access) const {
    store_options made = store_options()
                             .access(access)
                             .durable(value_of(durabilities, durability))
                             .drop_php_indexes(drop_php_indexes);
    if (!schema_file.empty()) made.schema(read_schema(schema_file));
    return made;
}

CLI::App& add_command_without_json(CLI::App& program, std::string const& name,
                                   std::string const& description, common_options& into) {
    CLI::App& command = *program.add_subcommand(name, description);
    command.add_option("ROOT", into.root, "The directory that holds the collections")->required();
    command.add_option("COLLECTION", into.collection, "The collection's name")->required();
    CLI::Option& backend = *command.add_option(
        "--backend", into.backend,
        "How to do the I/O; automatic is io_uring where it is allowed, else threads");
    check_choice(*backend.group("Common options"), backends);
    command
        .add_option("--rings", into.rings, "Rings that share the work; default: one a processor")
        ->type_name("N")
        ->check(CLI::Range(1U, 64U).description(""))
        ->group("Common options");
    CLI::Option& durable =
        *command.add_option("--durability", into.durability,
                            "How writes are made durable; the promise is always the same");
    check_choice(*durable.group("Common options"), durabilities);
    return command;
}

CLI::App& add_command(CLI::App& program, std::string const& name, std::string const& description,
                      common_options& into) {
    CLI::App& command = add_command_without_json(program, name, description, into);
    command.add_flag("--json", into.json, "Print the result for programs: JSON on standard output")
        ->group("Common options");
    return command;
}

CLI::Option& add_schema(CLI::App& command, std::string& into) {
    return *command
                .add_option("--schema", into,
                            "A file that says what documents have to look like; see storh schema")
                ->type_name("FILE");
}

CLI::Option& add_id(CLI::App& command, std::string const& name, std::string& into) {
    CLI::Option& option = *command.add_option(name, into, "The record's id");
    check_with(
        option, name == "ID" ? "" : "ID",
        [](std::string const& typed) { return uuid_v7::parse(typed).has_value(); },
        "no id, which looks like 01890a5d-ac96-774b-bcce-b302099a8057");
    return option;
}

CLI::Option& add_if_match(CLI::App& command, std::string& into) {
    CLI::Option& option =
        *command.add_option("--if-match", into, "Only if the stored record has this tag");
    check_with(
        option, "TAG",
        [](std::string const& typed) { return record_tag::parse(typed).has_value(); },
        "no tag, which has 32 hexadecimal digits; get --json prints it");
    return option;
}

}  // namespace storh::tool
