"""Reads what the compiler noted of each file in the index store of a debug build: definitions and references."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

DEFINITION, REFERENCE = 2, 4
RECORD = 2


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode("utf-8", "replace") if self.length else ""


def library():
    compiler = Path(_swiftc())
    name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
    loaded = ctypes.CDLL(str(compiler.parent.parent / "lib" / name))
    pointer = ctypes.c_void_p
    for function, result, arguments in [
        ("store_create", pointer, [ctypes.c_char_p, ctypes.POINTER(pointer)]),
        ("store_units_apply_f", ctypes.c_bool, [pointer, ctypes.c_uint, pointer, pointer]),
        ("unit_reader_create", pointer, [pointer, ctypes.c_char_p, ctypes.POINTER(pointer)]),
        ("unit_reader_dispose", None, [pointer]),
        ("unit_reader_dependencies_apply_f", ctypes.c_bool, [pointer, pointer, pointer]),
        ("unit_dependency_get_kind", ctypes.c_int, [pointer]),
        ("unit_dependency_get_name", Text, [pointer]),
        ("unit_dependency_get_filepath", Text, [pointer]),
        ("record_reader_create", pointer, [pointer, ctypes.c_char_p, ctypes.POINTER(pointer)]),
        ("record_reader_dispose", None, [pointer]),
        ("record_reader_occurrences_apply_f", ctypes.c_bool, [pointer, pointer, pointer]),
        ("occurrence_get_symbol", pointer, [pointer]),
        ("occurrence_get_roles", ctypes.c_uint64, [pointer]),
        ("occurrence_get_line_col", None, [pointer, ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint)]),
        ("symbol_get_usr", Text, [pointer]),
        ("symbol_get_name", Text, [pointer]),
    ]:
        declared = getattr(loaded, "indexstore_" + function)
        declared.restype, declared.argtypes = result, arguments
    return loaded


def _swiftc():
    find = ["xcrun", "-f", "swiftc"] if sys.platform == "darwin" else ["which", "swiftc"]
    return os.path.realpath(subprocess.check_output(find, text=True).strip())


def occurrences(store_path, root):
    """Yields (file, line, roles, usr, name) for every occurrence of a symbol in a file below a folder."""
    lib, error = library(), ctypes.c_void_p()
    store = lib.indexstore_store_create(os.fsencode(store_path), ctypes.byref(error))
    if not store:
        return
    units, records, found = [], {}, []
    on_unit = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)(lambda _, name: units.append(str(name)) or True)
    lib.indexstore_store_units_apply_f(store, 0, None, ctypes.cast(on_unit, ctypes.c_void_p))
    each = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)

    def on_dependency(_, dependency):
        if lib.indexstore_unit_dependency_get_kind(dependency) == RECORD:
            path = str(lib.indexstore_unit_dependency_get_filepath(dependency))
            # A store keeps what it knew of files that were removed.
            if path.startswith(f"{root}{os.sep}") and os.path.exists(path):
                records[str(lib.indexstore_unit_dependency_get_name(dependency))] = os.path.relpath(path, root)
        return True

    callback = each(on_dependency)
    for unit in units:
        reader = lib.indexstore_unit_reader_create(store, unit.encode(), ctypes.byref(error))
        if reader:
            lib.indexstore_unit_reader_dependencies_apply_f(reader, None, ctypes.cast(callback, ctypes.c_void_p))
            lib.indexstore_unit_reader_dispose(reader)

    for record, file in records.items():

        def on_occurrence(_, occurrence):
            symbol, line, column = lib.indexstore_occurrence_get_symbol(occurrence), ctypes.c_uint(), ctypes.c_uint()
            lib.indexstore_occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
            found.append((
                file, line.value, lib.indexstore_occurrence_get_roles(occurrence),
                str(lib.indexstore_symbol_get_usr(symbol)), str(lib.indexstore_symbol_get_name(symbol)),
            ))  # fmt: skip
            return True

        reader = lib.indexstore_record_reader_create(store, record.encode(), ctypes.byref(error))
        if reader:
            callback = each(on_occurrence)
            lib.indexstore_record_reader_occurrences_apply_f(reader, None, ctypes.cast(callback, ctypes.c_void_p))
            lib.indexstore_record_reader_dispose(reader)
    yield from found
