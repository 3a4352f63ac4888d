#!/usr/bin/env python3
"""Extracts the C++ examples of README.md and of header comments into source files.

    extract_examples.py OUTPUT_DIRECTORY FILE...     writes NAME.cpp each, prints the names
    extract_examples.py --self-test

An example is a fenced block (```cpp in Markdown, \\code{.cpp} ... \\endcode in a header comment)
whose preceding line is `<!-- example: NAME -->`. In Markdown every ```cpp block must have a name, so
that none goes untested. A block without a main function is the body of a coroutine in which
`storh::engine& engine` is at hand.
"""

import pathlib
import re
import sys

MARK = re.compile(r"<!-- example: ([a-z0-9_]+) -->\s*$")
PRELUDE = """#include <storh/storh.hpp>

#include <boost/asio.hpp>
#include <boost/json.hpp>

#include <exception>
#include <iostream>

namespace asio = boost::asio;
namespace json = boost::json;

static asio::awaitable<void> example([[maybe_unused]] storh::engine& engine) {
"""
POSTLUDE = """    co_return;
}

int main() {
    storh::engine engine;
    asio::io_context io;
    std::exception_ptr failure;
    asio::co_spawn(io, example(engine), [&](std::exception_ptr e) { failure = e; });
    io.run();
    if (failure) std::rethrow_exception(failure);
}
"""


class extraction_error(Exception):
    pass


def extract(where, text):
    """The examples of one file, as (name, line, code)."""
    markdown = where.endswith(".md")
    opening, closing = ("```cpp", "```") if markdown else ("\\code{.cpp}", "\\endcode")
    found, name, body, start = [], None, None, 0
    for number, line in enumerate(text.splitlines(), 1):
        content = line if markdown else re.sub(r"^\s*///? ?", "", line)
        if body is not None:
            if content.strip() == closing:
                found.append((name, start, "\n".join(body) + "\n"))
                name, body = None, None
            else:
                body.append(content)
        elif content.strip() == opening:
            if name is None and markdown:
                raise extraction_error(f"{where}:{number}: this block has no example name above it")
            start = number + 1
            body = [] if name is not None else None
        elif content.strip():
            mark = MARK.match(content.strip())
            name = mark.group(1) if mark else None
    if body is not None:
        raise extraction_error(f"{where}:{start}: this block has no end")
    return found


def program(where, line, code):
    # The #line directive makes a compiler's complaint point at the document.
    code = f'#line {line} "{where}"\n{code}'
    return code if re.search(r"\bmain\s*\(", code) else PRELUDE + code + POSTLUDE


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def run(output, files):
    output = pathlib.Path(output)
    output.mkdir(parents=True, exist_ok=True)
    seen = {}
    for where in files:
        for name, line, code in extract(where, pathlib.Path(where).read_text()):
            if name in seen:
                raise extraction_error(f"{where}:{line}: {name} is already in {seen[name]}")
            seen[name] = f"{where}:{line}"
            write_if_changed(output / f"{name}.cpp", program(where, line, code))
            print(name)


def self_test():
    page = "<!-- example: one -->\n```cpp\nint main() {}\n```\n"
    assert extract("a.md", page) == [("one", 3, "int main() {}\n")]
    assert program("a.md", 3, "int main() {}\n") == '#line 3 "a.md"\nint main() {}\n'
    header = "/// text\n/// <!-- example: two -->\n/// \\code{.cpp}\n///     f();\n/// \\endcode\n"
    assert extract("a.hpp", header) == [("two", 4, "    f();\n")]
    assert "example(" in program("a.hpp", 4, "    f();\n")
    assert extract("a.hpp", "/// \\code{.cpp}\n/// f();\n/// \\endcode\n") == []
    for wrong in ("```cpp\nf();\n```\n", "<!-- example: x -->\n```cpp\nf();\n"):
        try:
            extract("a.md", wrong)
        except extraction_error:
            continue
        raise AssertionError(f"not refused: {wrong!r}")
    print("extract_examples: self-test passed")


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["--self-test"]:
            self_test()
        else:
            run(sys.argv[1], sys.argv[2:])
    except extraction_error as error:
        sys.exit(str(error))
