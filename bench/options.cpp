#include "options.hpp"

#include "names.hpp"
#include "registry.hpp"

#include <CLI/CLI.hpp>

namespace storh::bench {

namespace {

constexpr char footer[] = R"(Examples:
  storh-bench --list
  storh-bench --workload put,floor --backend uring,sync --in-flight 1,256 --image ext4
  storh-bench --workload get-warm,bare-get --dir /srv/scratch --json figures.json
  storh-bench --figures --fs xfs --only 1,2
  storh-bench --figures --fs ext4 --only 15,16,17

Exit codes: 0 fine, 1 error, 2 usage, 3 a figure missed its bound, 130 interrupted.)";

/// Lists as CLI11 reads them, before they become values.
struct texts {
    std::vector<std::string> workloads{"put"};
    std::vector<std::string> backends{"automatic", "sync"};
    std::vector<std::string> durabilities{"automatic"};
};

template <class List, class Name>
std::vector<std::string> names(List const& list, Name name) {
    std::vector<std::string> found;
    for (auto const& one : list) found.emplace_back(name(one));
    return found;
}

template <class Value>
CLI::Option* add_list(CLI::App& app, std::string const& flag, Value& target,
                      std::string const& help) {
    return app.add_option(flag, target, help)->delimiter(',')->capture_default_str();
}

void add_cases(CLI::App& app, options& to, texts& lists) {
    auto const workload_names = names(all_workloads(), [](auto one) { return one->name; });
    auto const backend_names = names(backends, [](auto one) { return to_string(one); });
    auto const durability_names = names(durabilities, [](auto one) { return name_of(one); });
    add_list(app, "--workload", lists.workloads, "what to measure; see --list")
        ->check(CLI::IsMember(workload_names).description(""));
    add_list(app, "--backend", lists.backends, "how to do I/O")
        ->check(CLI::IsMember(backend_names));
    add_list(app, "--durability", lists.durabilities, "how writes become durable")
        ->check(CLI::IsMember(durability_names));
    add_list(app, "--in-flight", to.in_flight, "operations at once")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20U));
    app.add_option("--records", to.records, "records of each run")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
        ->capture_default_str();
    app.add_option("--size", to.record_bytes, "bytes of a record's file; at least about 120")
        ->check(CLI::Range(std::size_t{1}, std::size_t{16} << 20U))
        ->capture_default_str();
}

void add_conduct(CLI::App& app, options& to) {
    app.add_option("--repeat", to.repeat, "repetitions; all cases are interleaved within each")
        ->check(CLI::Range(1U, 1'000U))
        ->capture_default_str();
    app.add_option("--rings", to.rings, "rings of each engine; 0: the engine's default")
        ->check(CLI::Range(0U, 64U))
        ->capture_default_str();
    app.add_option("--seed", to.seed, "of ids, documents and orders")->capture_default_str();
    auto* const directory =
        app.add_option("--dir", to.directory, "work in a new directory in this one")
            ->check(CLI::ExistingDirectory)
            ->capture_default_str();
    app.add_option("--image", to.image, "work on new images of this file system (root)")
        ->check(CLI::IsMember({"ext4", "xfs", "btrfs"}))
        ->excludes(directory);
    app.add_option("--json", to.json_file, "write the results to this file too");
    app.add_flag("--list", to.lists_workloads, "say what the workloads are");
    app.add_option("--measure-import", to.import_root)->group("");
    app.add_option("--measure-stream", to.stream_root)->group("");
}

void add_figures(CLI::App& app, options& to) {
    auto* const figures = app.add_flag("--figures", to.makes_figures,
                                       "measure the figures that storh promises (root)");
    add_list(app, "--only", to.figures_only,
             "figures of these numbers; default: 1 to 10. 11 to 14: walks over 100,000 "
             "records; 15 to 21: over 1,000,000 (5 GB of disk)")
        ->needs(figures);
    add_list(app, "--fs", to.figures_on, "on images of these file systems")
        ->check(CLI::IsMember({"ext4", "xfs", "btrfs"}))
        ->needs(figures);
    app.add_flag("--markdown", to.prints_markdown, "print the figures as a Markdown table too")
        ->needs(figures);
}

void take(options& to, texts const& lists) {
    for (auto const& name : lists.workloads) to.workloads.push_back(find_workload(name));
    for (auto const& name : lists.backends) to.backends.push_back(backend_named(name));
    for (auto const& name : lists.durabilities) to.durabilities.push_back(durability_named(name));
}

}  // namespace

std::variant<options, int> parse_options(int count, char const* const* arguments) {
    CLI::App app("Measures storh, and the system calls it is made of.", "storh-bench");
    app.footer(footer);
    options to;
    texts lists;
    add_cases(app, to, lists);
    add_conduct(app, to);
    add_figures(app, to);
    try {
        app.parse(count, arguments);
    } catch (CLI::ParseError const& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    take(to, lists);
    return to;
}

}  // namespace storh::bench
