"""Writes tests that compare headers with the recorded binary interface.

  gen_abi_test.py FACTS GROUP HEADER[,HEADER...] OUT.cc OUT.c

FACTS is c_abi.json. A group is the set of its entries that one library declares;
the HEADERs are this library's headers for them. OUT.cc holds a
GoogleTest for sizes, offsets and enum values, and static assertions for the
types of fields and functions; OUT.c asserts sizes, offsets and enum values in
C. No function is called, so nothing needs to be linked.
"""

import json
import re
import sys

# Which group has which entries. Headers are matched by a prefix of their
# upstream name; the longest match wins. Structs without a header in the facts
# belong to "c" unless named here.
_HEADER_GROUPS = {
    "tflite/": "c",
    "tflite/core/acceleration/": "stable_delegate",
    "tflite/delegates/external/": "external",
    "tflite/delegates/xnnpack/": "xnnpack",
    "tflite/delegates/gpu/": "gpu",
    "tflite/delegates/hexagon/": "hexagon",
    "tflite/delegates/utils/dummy_delegate/": "dummy",
}
_STRUCT_GROUPS = {
    "DummyDelegateOptions": "dummy",
    "TfLiteExternalDelegateOptions": "external",
    "TfLiteHexagonDelegateOptions": "hexagon",
    "TfLiteXNNPackDelegateOptions": "xnnpack",
    "TfLiteGpuDelegateOptionsV2": "gpu",
}
_UNNAMED = "::(unnamed)"


def group_of_header(header):
    best = max((p for p in _HEADER_GROUPS if header.startswith(p)), key=len)
    return _HEADER_GROUPS[best]


def cpp_type(text):
    """Returns the C++ spelling of a C type as written in the facts."""
    text = text.replace("struct __va_list_tag *", "va_list")
    return text.replace("_Bool", "bool")


def split_field(field):
    """Splits a declaration: 'const char *[256] keys' -> ('const char *[256]',
    'keys')."""
    declared, _, name = field.rpartition(" ")
    return declared, name


def _flat_structs(structs, group):
    """Returns pairs (name, layout) of a group; structs may be nested under a header."""
    for name, entry in structs.items():
        if isinstance(entry, dict):
            if group_of_header(name) == group:
                yield from entry.items()
        elif _STRUCT_GROUPS.get(name, "c") == group:
            yield name, entry


class Facts:
    """The entries of a group, in a form that both writers use."""

    def __init__(self, facts, group):
        def of_group(section):
            merged = {}
            for header, entries in facts[section].items():
                if group_of_header(header) == group:
                    merged.update(entries)
            return merged

        self.functions = of_group("functions")
        self.enums = of_group("enums")
        self.typedefs = of_group("typedefs")
        self.macros = facts["macros"] if group == "c" else {}
        layouts = {
            name: layout for name, layout in _flat_structs(facts["structs"], group)
        }
        # Name, size, fields as (offset, type, name).
        self.structs = [
            (
                name,
                size,
                [(int(offset), *split_field(field)) for offset, field in fields],
            )
            for name, (size, fields) in layouts.items()
            if _UNNAMED not in name
        ]
        # Unnamed structs are accessed through the field that has this type.
        self.unnamed = {n: size for n, (size, _) in layouts.items() if _UNNAMED in n}


def write_cpp(facts, headers):
    out = [
        "#include <cstdarg>",
        "#include <cstddef>",
        "#include <cstdint>",
        "#include <memory>",
        "#include <type_traits>",
        "",
        "#include <gtest/gtest.h>",
        "",
    ]
    out += [f'#include "{h}"' for h in headers]
    out += ["", "namespace {", ""]
    for name, size, fields in facts.structs:
        out.append(f"TEST(AbiStruct, {name}) {{")
        out.append(f"  EXPECT_EQ(sizeof({name}), {size}u);")
        for offset, declared, field in fields:
            out.append(f"  EXPECT_EQ(offsetof({name}, {field}), {offset}u);")
            if declared.endswith(_UNNAMED):
                size_of = facts.unnamed[declared.replace("struct ", "")]
                out.append(f"  EXPECT_EQ(sizeof({name}::{field}), {size_of}u);")
            else:
                out.append(
                    f"  static_assert(std::is_same<decltype({name}::{field}), "
                    f'{cpp_type(declared)}>::value, "{name}::{field}");'
                )
        out += ["}", ""]
    for name, values in facts.enums.items():
        out.append(f'TEST(AbiEnum, {name.replace(":", "_")}) {{')
        for value_name, value in values.items():
            out.append(
                "  EXPECT_EQ(static_cast<unsigned long long>"
                f"({value_name}), static_cast<unsigned long long>({value}"
                f'{"u" if value > 0 else ""}));'
            )
            if not name.startswith("anonymous:"):
                out.append(
                    f"  static_assert(std::is_same<decltype({value_name}), "
                    f'{name}>::value, "{value_name}");'
                )
        out += ["}", ""]
    for name, target in facts.typedefs.items():
        out.append(
            f"static_assert(std::is_same<{name}, {target}>::value, " f'"{name}");'
        )
    for name, prototype in facts.functions.items():
        # The cast selects the C function if C++ has overloads of it.
        out += [
            f"using {name}_t = {function_type(prototype)};",
            f"static_assert(std::is_same<decltype(static_cast<{name}_t*>"
            f'(&{name})), {name}_t*>::value, "{name}");',
        ]
    if facts.macros:
        out += ["", "TEST(AbiMacro, Values) {"]
        out += [f"  EXPECT_EQ({n}, {v});" for n, v in facts.macros.items()]
        out.append("}")
    out += ["", "}  // namespace", ""]
    return "\n".join(out)


def function_type(prototype):
    return re.sub(r"\(void\)$", "()", cpp_type(prototype))


def write_c(facts, headers):
    out = ["#include <stddef.h>", "#include <stdint.h>", ""]
    out += [f'#include "{h}"' for h in headers] + [""]
    for name, size, fields in facts.structs:
        out.append(f'_Static_assert(sizeof({name}) == {size}, "{name}");')
        for offset, _, field in fields:
            out.append(
                f"_Static_assert(offsetof({name}, {field}) == {offset}, "
                f'"{name}::{field}");'
            )
    for values in facts.enums.values():
        for value_name, value in values.items():
            suffix = "u" if value > 0 else ""
            out.append(
                f"_Static_assert({value_name} == {value}{suffix}, " f'"{value_name}");'
            )
    for name, value in facts.macros.items():
        out.append(f'_Static_assert({name} == {value}, "{name}");')
    return "\n".join(out) + "\n"


def main(argv):
    path, group, headers, cpp_path, c_path = argv[1:]
    with open(path, encoding="utf-8") as file:
        facts = Facts(json.load(file), group)
    if not facts.functions and not facts.structs:
        sys.exit(f"{path} has nothing of group {group}")
    with open(cpp_path, "w", encoding="utf-8") as file:
        file.write(write_cpp(facts, headers.split(",")))
    with open(c_path, "w", encoding="utf-8") as file:
        file.write(write_c(facts, headers.split(",")))


if __name__ == "__main__":
    main(sys.argv)
