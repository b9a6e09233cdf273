"""The plugin counts the same in every run, and what a loop executes."""

import os
import subprocess
import sys
import tempfile
import unittest

# The third program is for x86-64, where the emulator has to be named.
PLUGIN, GUESTS, GUEST_X86 = sys.argv[1], sys.argv[2:4], sys.argv[4]


def counts(*command):
    """Returns {mark: [instructions, memory, vector]} of a run."""
    with tempfile.NamedTemporaryFile("r") as out:
        environment = dict(
            os.environ, QEMU_PLUGIN=f"file={os.path.abspath(PLUGIN)},out={out.name}"
        )
        subprocess.run(command, env=environment, check=True)
        lines = [line.split() for line in out]
    return {mark: [int(n) for n in numbers] for _, mark, *numbers in lines}


class CountTest(unittest.TestCase):
    def test_counts_are_those_of_the_loop(self):
        for guest in GUESTS:
            with self.subTest(guest):
                run = counts(guest)
                instructions, memory, vector = (
                    more - less for more, less in zip(run["3"], run["2"])
                )
                # One store in each of 2000 more iterations, and the loop's own.
                self.assertEqual(memory, 2000)
                self.assertEqual(vector, 0)
                self.assertIn(instructions, (2000 * n for n in (2, 3, 4, 5)))

    def test_instructions_are_counted_on_x86(self):
        run = counts("qemu-x86_64", "-cpu", "Haswell", GUEST_X86)
        instructions, memory, vector = (
            more - less for more, less in zip(run["3"], run["2"])
        )
        self.assertIn(instructions, (2000 * n for n in (2, 3, 4, 5)))
        self.assertEqual((memory, vector), (0, 0))

    def test_counts_repeat(self):
        for guest in GUESTS:
            with self.subTest(guest):
                first, second = counts(guest), counts(guest)
                self.assertEqual(first["2"], second["2"])
                self.assertEqual(first["3"], second["3"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
