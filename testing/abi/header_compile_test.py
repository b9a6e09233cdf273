"""Compiles each header given as argument alone, with no warnings allowed.

Every combination of C11, C++17, C++20 and the compilers of the machine is
tried. GCC must be installed; Clang is used if it is installed.
"""

import concurrent.futures
import shutil
import subprocess
import sys
import unittest

_LANGUAGES = [("c", "c11"), ("c++", "c++17"), ("c++", "c++20")]


def compile_header(compiler, language, standard, header):
    """Returns the compiler's messages, or an empty string if there are none."""
    command = [
        compiler,
        f"-x{language}",
        f"-std={standard}",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        "-I.",
        "-",
    ]
    # Included twice, because a second inclusion must add nothing.
    source = f'#include "{header}"\n' * 2 + "int main(void) { return 0; }\n"
    result = subprocess.run(
        command, input=source, capture_output=True, text=True, check=False
    )
    return result.stderr if result.returncode else ""


class HeaderCompileTest(unittest.TestCase):
    headers = []

    def check(self, compiler):
        self.assertTrue(self.headers)
        jobs = [
            (compiler, language, standard, header)
            for header in self.headers
            for language, standard in _LANGUAGES
        ]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda job: compile_header(*job), jobs))
        failed = [
            f'{" ".join(job)}\n{text}' for job, text in zip(jobs, results) if text
        ]
        self.assertEqual([], failed, "\n".join(failed))

    def test_gcc(self):
        self.check("gcc")

    @unittest.skipUnless(shutil.which("clang"), "clang is not installed")
    def test_clang(self):
        self.check("clang")


if __name__ == "__main__":
    HeaderCompileTest.headers = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
