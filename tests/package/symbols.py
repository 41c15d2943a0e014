"""Prints the functions and tables that the shared libraries export, one per line, with readable names:

    python3 tests/package/symbols.py build/src/libmimebase*.so >tests/package/symbols.txt
"""

import os
import re
import subprocess
import sys

SHORT = (("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"),
         ("std::basic_string_view<char, std::char_traits<char> >", "std::string_view"),
         ("[abi:cxx11]", ""), ("mimebase::v0_2::", ""))


def exported(library):
    """(whether it is weak, its name) of each that is public: not those that libmimebase exports for libmimebase-archive. Headers
    define weak symbols; compilers differ in how many they keep."""
    listed = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library], check=True,
                            stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
    return [(kind in "WVu", name)
            for kind, name in re.findall(r"^[0-9a-f]* +(\w) (.*)@@MIMEBASE_[0-9.]+$", listed, re.M) if kind != "A"]


def shortened(name):
    for long, short in SHORT:
        name = name.replace(long, short)
    return re.sub(r"std::vector<([\w:]+), std::allocator<\1> >", r"std::vector<\1>", name)


def own(libraries):
    return sorted({shortened(name) for library in libraries for is_weak, name in exported(library) if not is_weak})


if __name__ == "__main__":
    print("\n".join(own(sys.argv[1:])))
