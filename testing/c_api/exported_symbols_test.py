"""The shared library exports the C API under VERS_1.0, and nothing else."""

import json
import re
import subprocess
import sys
import unittest

# Names of earlier releases, kept for programs built with them.
_OLD_NAMES = [
    "TfLiteRegistrationExternal" + suffix
    for suffix in (
        "Create",
        "Delete",
        "GetBuiltInCode",
        "GetCustomName",
        "GetVersion",
        "SetInit",
        "SetFree",
        "SetPrepare",
        "SetInvoke",
        "SetAsyncKernel",
        "SetInplaceOperator",
    )
] + ["TfLiteInterpreterOptionsAddRegistrationExternal"]


def exported(library):
    """Returns pairs (name, version) of the symbols that the library defines."""
    text = subprocess.run(
        ["nm", "-D", "--defined-only", "--with-symbol-versions", library],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return {
        tuple(line.split()[-1].partition("@@")[::2])
        for line in text.splitlines()
        if " A " not in line
    }


class ExportedSymbolsTest(unittest.TestCase):
    library = None
    facts = None

    def test_exports_every_function_of_the_api(self):
        with open(self.facts, encoding="utf-8") as file:
            functions = json.load(file)["functions"]
        wanted = {
            name
            for header, names in functions.items()
            if re.match(
                r"tflite/(core/(async/.*|)c/|delegates/external/external_delegate.h)",
                header,
            )
            for name in names
        }
        self.assertGreater(len(wanted), 270)
        names = {name for name, _ in exported(self.library)}
        self.assertEqual(set(), (wanted | set(_OLD_NAMES)) - names)

    def test_every_symbol_has_the_version(self):
        symbols = exported(self.library)
        self.assertTrue(symbols)
        self.assertEqual({"VERS_1.0"}, {version for _, version in symbols})

    def test_nothing_else_is_visible(self):
        self.assertEqual(
            [],
            [
                name
                for name, _ in exported(self.library)
                if not name.startswith("TfLite")
            ],
        )


if __name__ == "__main__":
    ExportedSymbolsTest.library, ExportedSymbolsTest.facts = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
