"""Turns the public headers into what cffi needs; run by CMake.

    declarations.py COMPILER INCLUDE_FOLDER OUT_FOLDER [NAME_OF_EXTENSION]

Writes OUT_FOLDER/_declarations.py, with which the package opens the shared library where the compiled
extension does not fit, and with a name the C source of that extension, OUT_FOLDER/NAME.c. The headers
are preprocessed and cut, never repeated by hand.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def preprocess(compiler: str, include: str) -> str:
    """What the public headers declare, without what they include from the system."""
    wanted = os.path.join(include, "catenaria") + os.sep
    text = subprocess.run([compiler, "-std=c17", "-E", "-I", include, "-"], check=True, text=True,
                          input='#include "catenaria/catenaria.h"\n#include "catenaria/rt.h"\n',
                          stdout=subprocess.PIPE).stdout
    kept, ours = [], False
    for line in text.splitlines():
        marker = re.match(r'#\s+\d+\s+"([^"]*)"', line)
        if marker:
            ours = marker.group(1).startswith(wanted)
        elif ours and line.strip():
            kept.append(line)
    # bodies are of no use: a function that is defined in a header is not in the library
    return re.sub(r"static inline [^{;]*\{.*?^\}", "", "\n".join(kept), flags=re.S | re.M) + "\n"


def prototypes() -> "tuple[str, dict[str, str]]":
    """Struct and functions of host.h: the text for cffi, and each function as a type."""
    with open(os.path.join(HERE, "host.h"), encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    struct = re.search(r"typedef struct CatPyHost.*?CatPyHost;", text, flags=re.S).group(0)
    found = re.findall(r"^PYTHON (.+?)(cat_py_\w+)\((.*?)\);", text, flags=re.S | re.M)
    return struct, {name: f"{result.strip()} (*)({args})" for result, name, args in found}


def emit(out: str, name: str, declarations: str, struct: str, functions: "dict[str, str]") -> None:
    import cffi
    with open(os.path.join(HERE, "host.h"), encoding="utf-8") as file:
        host = file.read()
    ffi = cffi.FFI()
    ffi.cdef(declarations)
    ffi.cdef(struct)
    ffi.cdef("int cat_py_poll(void *user);")
    for function, kind in functions.items():
        ffi.cdef('extern "Python" ' + kind.replace("(*)", function) + ";")
    ffi.set_source(f"catenaria.{name}",
                   '#include "catenaria/catenaria.h"\n#include "catenaria/rt.h"\n' + host)
    ffi.emit_c_code(os.path.join(out, name + ".c"))


def main() -> None:
    compiler, include, out = sys.argv[1:4]
    declarations = preprocess(compiler, include)
    struct, functions = prototypes()
    with open(os.path.join(out, "_declarations.py"), "w", encoding="utf-8") as file:
        file.write("# Made by python/declarations.py from the public headers.\n")
        file.write(f"DECLARATIONS = {declarations + struct + chr(10)!r}\n")
        file.write(f"CALLBACKS = {functions!r}\n")
    if len(sys.argv) > 4:
        emit(out, sys.argv[4], declarations, struct, functions)


if __name__ == "__main__":
    main()
