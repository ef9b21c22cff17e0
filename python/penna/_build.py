"""Declares the C library to cffi, from its own header: whatever include/penna.h has, Python has.

The extension holds the whole engine, so that a wheel needs nothing but NumPy and cffi. It is linked from $PENNA_STATIC, a libpenna.a,
or compiled from the sources in native/, which an sdist carries.
"""
import os
import pathlib
import re

from cffi import FFI

HERE = pathlib.Path(__file__).resolve().parent.parent
NATIVE = HERE / "native"


def declarations(header: str) -> str:
    """The header without comments, conditions and what only a compiler wants."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    text = re.sub(r'^#ifdef __cplusplus\n.*?^#endif\n', "", text, flags=re.M | re.S)
    constants = re.findall(r"^#define (PENNA_\w+) UINT32_MAX$", text, flags=re.M)
    text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.M)
    text = text.replace("PENNA_API ", "").replace("_Bool", "int")
    return text + "".join(f"\n#define {name} ...\n" for name in constants)


def builder() -> FFI:
    header = NATIVE / "include" / "penna.h"
    ffi = FFI()
    ffi.cdef(declarations(header.read_text(encoding="utf-8")))
    ffi.cdef('extern "Python" PennaMove penna_python_choose(void *, const PennaState *, int, PennaRng *);')
    static = os.environ.get("PENNA_STATIC")
    if static:
        more = {"extra_objects": [static]}
    else:
        sources = sorted(str(path.relative_to(HERE)) for path in NATIVE.rglob("*.c"))
        version = re.search(r'^version = "(.*)"', (HERE / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
        more = {"sources": sources, "define_macros": [("_GNU_SOURCE", None), ("NDEBUG", None), ("PENNA_VERSION", f'"{version}"')],
                "extra_compile_args": ["-O3", "-ffp-contract=off", "-fvisibility=hidden", "-std=gnu11"]}
    ffi.set_source("penna._native", '#include "penna.h"\n', include_dirs=[str(NATIVE / "include"), str(NATIVE / "src")],
                   libraries=["pthread", "m"], **more)
    return ffi


ffibuilder = builder()
