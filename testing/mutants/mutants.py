"""Plants small bugs in kernels and delegates, and counts those no test detects.

    ./bazelw run //testing/mutants -- --seed=1 --count=200

Selects a random line of kernels/ or delegates/, then a random edit of it (sites.py),
until --count edits compile. All are built together into a copy of the checkout, each
with a switch that programs read when they start (mutants.inc). A run with all bugs
disabled records which tests reach which bug, and how Bazel starts them. Then each bug
is enabled alone, and the default tests that reach it run, without Bazel, the quickest
first, until one fails.

Results are saved in --work after each bug: a command that was stopped continues there,
if seed, count and commit are the same. Exits with 1 if fewer than 95 % of the bugs are
detected, not counting those in equivalent.txt, or if more than 5 % are in that file.

Tests that all switches together disturb, such as those that count instructions, do not
pass with all bugs disabled. For a bug that no other test detects, they run at the end:
with this bug alone, built in without a switch, and where they fail, with its text in
place but disabled, which they have to pass.

--under limits where bugs are drawn, --tests what is built and run: a few folders take
minutes, everything takes hours.

GPU kernels (.kernel), tests, and code that needs instructions which this processor
lacks, or that is not compiled here, are not edited, nor where it is offered: that gives
null here. Code for Hexagon is: the program under qemu reads the switch too.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from testing.mutants import bazel
from testing.mutants import sites

# delegates/dsp/bench is a test of vector kernels and counts their packets.
_LEFT_OUT = re.compile(
    r"(_test|_test_fixture|_cases|_bench|_benchmark|_golden)\.(cc|h)$|/testing/|/tests/|/test_|"
    r"^delegates/dsp/bench/"
)
# Guards of headers are #ifndef.
_CONDITIONAL = re.compile(r"^\s*#\s*(if|ifdef|elif|else)\b", re.MULTILINE)
# Places that compilers name.
_PLACE = re.compile(r"((?:kernels|delegates)/[\w/.]+):(\d+)")
_ERROR = re.compile(_PLACE.pattern + r":\d+: (?:fatal )?error")
# Bug 1 in a source.
_PLANTED = re.compile(r"::tfll_mutants::(On\(1\)|M<1>|Extreme<1>)")
# Instruction sets that a file name indicates, as named in /proc/cpuinfo.
_INSTRUCTIONS = {
    "/arm/": "asimd",
    "amx": "amx_int8",
    "avx512": "avx512f",
    "avxvnni": "avx_vnni",
    "neon": "asimd",
    "vnni_": "avx512_vnni",
    "512vnni": "avx512_vnni",
}


def say(text):
    print(text, flush=True)


def _git(root, *arguments):
    return subprocess.check_output(["git", "-C", root, *arguments], text=True)


def _folders(options):
    """Returns the folders of --under: of a pattern, the part without wildcards."""
    return sorted({re.sub(r"/[^/]*\*.*", "", name) for name in options.under})


def _is_foreign(name, missing):
    return any(word in name for word in missing)


def calls_foreign(line, missing):
    """Whether a line of code asks for a row of functions, such as GemmNeon()."""
    names = re.findall(r"(\w+)\(\)", line)
    return any(_is_foreign(name.lower(), missing) for name in names)


def _missing_instructions():
    """Returns the words of file names that this processor cannot run."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = set(file.read().split())
    return [name for name, flag in _INSTRUCTIONS.items() if flag not in processor]


def _sources(root, folders, missing):
    """Returns the files to edit, and prints which are left out."""
    files = [
        name
        for name in sorted(_git(root, "ls-files", *folders).splitlines())
        if name.endswith((".cc", ".h")) and not _LEFT_OUT.search(name)
    ]
    foreign = [name for name in files if _is_foreign(name, missing)]
    if foreign:
        say(f"left out, for this processor cannot run them: {foreign}")
    return sorted(set(files) - set(foreign))


class Copy:
    """A copy of the checkout's tracked files, with planted bugs."""

    def __init__(self, checkout, work):
        self.root = os.path.join(work, "tree")
        self.texts = {}
        with open(_beside("mutants.inc"), encoding="utf-8") as switch:
            self._switch = switch.read()
        if not os.path.isdir(self.root):
            os.makedirs(self.root)
            archive = subprocess.Popen(
                ["git", "-C", checkout, "archive", "HEAD"], stdout=subprocess.PIPE
            )
            subprocess.run(
                ["tar", "-x", "-C", self.root], stdin=archive.stdout, check=True
            )
            # checkout_test and the formatter list the files with git.
            for command in (["init", "-q"], ["add", "-A"]):
                subprocess.run(["git", "-C", self.root, *command], check=True)
            shared = os.path.realpath(os.path.join(checkout, "..", "shared"))
            link = os.path.join(work, "shared")
            if os.path.isdir(shared) and not os.path.islink(link):
                os.symlink(shared, link)

    def original(self, path):
        if path not in self.texts:
            self.texts[path] = _git(self.root, "show", f":{path}")
        return self.texts[path]

    def write(self, path, planted, alone=None):
        """Writes the file with planted bugs, {number: site}; without any, as it was."""
        with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
            file.write(self.edited(path, planted, alone))

    def edited(self, path, planted, alone=None):
        """Returns the text that write() writes. `alone`: there is no switch, and the
        bugs are enabled or disabled."""
        text = self.original(path)
        if planted:
            text = f'{self._switch}#line 1 "{path}"\n' + sites.planted(text, planted)
        if planted and alone is not None:
            text = f"#define TFLL_MUTANTS_ALONE {int(alone)}\n" + text
        return text


def _beside(name):
    return os.path.join(os.path.dirname(os.path.realpath(__file__)), name)


class Compiler:
    """Checks whether a source compiles with a bug planted."""

    def __init__(self, tree, copy, missing):
        self._missing = missing
        self._commands = tree.compile_commands()
        self._hexagon = tree.hexagon_commands()
        self._folder = tree.execution_root()
        self._copy = copy
        self._includers = {}
        for source in _git(copy.root, "ls-files", "kernels", "delegates").split():
            if source.endswith((".cc", ".h")):
                text = copy.original(source)
                for name in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
                    self._includers.setdefault(name, []).append(source)

    def _units(self, path, commands):
        """Yields the command of each source that is or includes `path`."""
        seen, ahead = {path}, [path]
        for name in ahead:
            if name.endswith(".cc") and name in commands:
                yield name, commands[name]
            new = [user for user in self._includers.get(name, []) if user not in seen]
            seen.update(new)
            ahead += new

    def accepts(self, path, site):
        units = list(self._units(path, self._commands))
        tried = units[:1]
        if path in self._hexagon:
            foreign = list(self._units(path, self._hexagon))
            units += foreign
            tried += foreign[:1]
        # Beside the copy, so that several edits can be checked at once.
        with tempfile.TemporaryDirectory() as overlay:
            edited = os.path.join(overlay, path)
            os.makedirs(os.path.dirname(edited))
            with open(edited, "w", encoding="utf-8") as file:
                file.write(self._copy.edited(path, {1: site}))
            return (
                bool(tried)
                and all(self._compiles(command, path, overlay) for _, command in tried)
                and self._is_compiled(units, path, overlay)
            )

    def _is_compiled(self, units, path, overlay):
        """Whether the edit is in code that this machine can run, rather than in that
        of another branch of the preprocessor."""
        if not _CONDITIONAL.search(self._copy.original(path)):
            return True
        return any(
            _PLANTED.search(self._compile(command, path, overlay, "-E").stdout)
            for name, command in units
            if not _is_foreign(name, self._missing)
        )

    def _compiles(self, command, path, overlay):
        done = self._compile(command, path, overlay, "-fsyntax-only")
        return done.returncode == 0

    def _compile(self, command, path, overlay, mode):
        """Runs the command with the file `path` of the folder `overlay`."""
        edited = os.path.join(overlay, path)
        arguments = [edited if flag == path else flag for flag in command]
        for flag in ("-MF", "-o"):
            if flag in arguments:
                at = arguments.index(flag)
                del arguments[at : at + 2]
        arguments = [flag for flag in arguments[1:] if flag != "-MD"]
        return subprocess.run(
            [command[0], "-iquote", overlay, *arguments, mode, "-w"],
            cwd=self._folder,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
        )


class Campaign:
    """The state of a run, saved in a file."""

    def __init__(self, work, options, revision):
        self._path = os.path.join(work, "state.json")
        self.key = {"seed": options.seed, "count": options.count, "commit": revision}
        self.key.update(under=options.under, tests=options.tests)
        self.bugs = []
        self.tests = None
        if os.path.exists(self._path):
            with open(self._path, encoding="utf-8") as file:
                state = json.load(file)
            if state["key"] == self.key:
                self.bugs, self.tests = state["bugs"], state["tests"]

    def save(self):
        state = {"key": self.key, "bugs": self.bugs, "tests": self.tests}
        with open(self._path + ".new", "w", encoding="utf-8") as file:
            json.dump(state, file, indent=1)
        os.replace(self._path + ".new", self._path)

    def planted(self):
        """Returns {path: {number: site}} of all remaining bugs."""
        result = {}
        for bug in self.bugs:
            if bug["state"] != "does not build":
                site = sites.Site(*bug["site"])
                result.setdefault(bug["path"], {})[bug["number"]] = site
        return result


def _candidates(copy, paths, seed, missing):
    """Yields (path, site) endlessly: a random line, then a random edit of it."""
    lines = {}
    for path in paths:
        source = copy.original(path).splitlines()
        for site in sites.sites_of(copy.original(path)):
            if calls_foreign(source[site.line - 1], missing):
                continue
            lines.setdefault((path, site.line), []).append(site)
    chance = random.Random(seed)
    order = sorted(lines)
    chance.shuffle(order)
    for path, line in order:
        yield path, chance.choice(lines[path, line])


def _checked(candidates, compiler, jobs):
    """Yields (path, site, whether it compiles), in the given order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while True:
            some = list(itertools.islice(candidates, jobs))
            if not some:
                return
            accepted = pool.map(lambda candidate: compiler.accepts(*candidate), some)
            for (path, site), accepts in zip(some, accepted):
                yield path, site, accepts


def draw(campaign, copy, compiler, options):
    chosen_lines, refused = set(), 0
    missing = _missing_instructions()
    paths = _sources(copy.root, options.under, missing)
    candidates = _candidates(copy, paths, options.seed, missing)
    jobs = options.jobs or os.cpu_count()
    for path, site, accepts in _checked(candidates, compiler, jobs):
        if len(campaign.bugs) >= options.count:
            break
        near = {(path, line) for line in range(site.line - 3, site.line + 4)}
        if near & chosen_lines:
            continue
        if not accepts:
            refused += 1
            continue
        chosen_lines.add((path, site.line))
        number = len(campaign.bugs) + 1
        source = copy.original(path).splitlines()[site.line - 1].strip()
        campaign.bugs.append(
            {
                "number": number,
                "path": path,
                "line": site.line,
                "source": source,
                "kind": site.kind,
                "site": list(site),
                "state": "drawn",
            }
        )
        if number % 20 == 0:
            say(f"{number} of {options.count} bugs drawn")
    say(f"{refused} edits were skipped, for they do not compile or never run here")
    campaign.save()


def at_fault(bugs, errors):
    """Returns the bugs for which the copy does not build."""
    # Of errors; in templates, they name another line than their notes do.
    places = set(_ERROR.findall(errors)) or set(_PLACE.findall(errors))
    drawn = [bug for bug in bugs if bug["state"] == "drawn"]
    # A place may be the first line of a call whose arguments take a few.
    for lines in range(4):
        found = [b for b in drawn if (b["path"], str(b["line"] - lines)) in places]
        if found:
            return found
    return []


def plant(campaign, copy, tree):
    """Writes the bugs into the copy and builds it."""
    while True:
        planted = campaign.planted()
        for path in {bug["path"] for bug in campaign.bugs}:
            copy.write(path, planted.get(path, {}))
        say("building the copy with all bugs")
        errors = tree.build(flags=["--build_tests_only"])
        if errors is None:
            return
        found = at_fault(campaign.bugs, errors)
        if not found:
            raise RuntimeError(f"the copy does not build:\n{errors[-6000:]}")
        for bug in found:
            bug["state"] = "does not build"
        campaign.save()


class Switch:
    def __init__(self, work):
        self._active = os.path.join(work, "active")
        self.reached = os.path.join(work, "reached")
        self.environment = {
            "TFLL_MUTANT": self._active,
            "TFLL_MUTANTS_REACHED": self.reached,
        }
        self.set(0)

    def set(self, number):
        with open(self._active, "w", encoding="utf-8") as file:
            file.write(f"{number}\n")


def record(campaign, tree, switch):
    """Finds the tests that pass without bugs, and the bugs that each of them
    reaches."""
    say("running all tests with no bug switched on")
    if os.path.exists(switch.reached):
        os.remove(switch.reached)
    switch.set(-1)
    results = tree.test(tree.targets, switch.environment)
    switch.set(0)
    campaign.tests = {
        label: result.seconds for label, result in results.items() if result.passed
    }
    left_out = sorted(set(results) - set(campaign.tests))
    say(f"{len(results)} tests ran; left out, for they fail anyway: {left_out}")
    reached = {}
    with open(switch.reached, encoding="utf-8") as lines:
        for line in lines:
            number, label = line.split()
            reached.setdefault(int(number), set()).add(label)
    for bug in campaign.bugs:
        tests = reached.get(bug["number"], set()) & set(campaign.tests)
        bug["tests"] = sorted(tests, key=campaign.tests.get)
        bug["disturbed"] = sorted(reached.get(bug["number"], set()) & set(left_out))
    campaign.save()


class Hunt:
    """Runs the tests that reach a bug, without Bazel, until one detects it."""

    def __init__(self, campaign, tree, work):
        self._seconds = campaign.tests
        self._tree = tree
        self._work = work
        self._sound = {}  # by label: passes without a bug

    def _passes(self, label, number):
        with tempfile.NamedTemporaryFile("w", dir=self._work, suffix=".on") as active:
            active.write(f"{number}\n")
            active.flush()
            environment = {"TFLL_MUTANT": active.name}
            limit = 60 + 10 * self._seconds[label]
            return self._tree.passes(label, environment, limit)

    def _detects(self, label, number):
        if not self._sound.get(label, True) or self._passes(label, number):
            return False
        if label not in self._sound:
            self._sound[label] = self._passes(label, 0)
            if not self._sound[label]:
                say(f"left out, for it fails outside of Bazel: {label}")
        return self._sound[label]

    def __call__(self, bug):
        for label in bug["tests"]:
            if self._detects(label, bug["number"]):
                return bug, "caught", label
        return bug, "survived" if bug["tests"] else "not reached", None


class Alone:
    """Tests that do not pass with all switches, with one bug that has none."""

    def __init__(self, campaign, copy, tree, switch):
        self._copy = copy
        self._tree = tree
        self._environment = switch.environment
        for path in {bug["path"] for bug in campaign.bugs}:
            copy.write(path, {})
        tree.compile_as_usual()

    def _results(self, bug, labels, on):
        planted = {bug["number"]: sites.Site(*bug["site"])}
        self._copy.write(bug["path"], planted, alone=on)
        try:
            return self._tree.test(labels, self._environment)
        except RuntimeError as error:
            say(f"{bug['number']} does not build alone: {error}")
            return {}
        finally:
            self._copy.write(bug["path"], {})

    def __call__(self, bug):
        """Returns a test that fails if the bug is on, and passes if it is off; or
        None."""
        on = self._results(bug, bug["disturbed"], True)
        failed = sorted(label for label, result in on.items() if not result.passed)
        if not failed:
            return None
        off = self._results(bug, failed, False)
        passed = [label for label, result in off.items() if result.passed]
        return passed[0] if passed else None


def hunt_alone(campaign, copy, tree, switch):
    """Runs the disturbed tests of the bugs that are left."""
    left = [
        bug
        for bug in campaign.bugs
        if bug["state"] in ("survived", "not reached") and bug.get("disturbed")
    ]
    alone = Alone(campaign, copy, tree, switch) if left else None
    for bug in left:
        label = alone(bug)
        if label is not None:
            bug["state"], bug["by"] = "caught", label
        bug["disturbed"] = []
        campaign.save()
        say(f"{bug['number']}: alone: {bug['state']} {label or ''}")


def lines_of_excuses():
    """Returns [((path, source, kind), reason)] of equivalent.txt."""
    result = []
    with open(_beside("equivalent.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                *key, reason = (part.strip() for part in line.split("|#|"))
                result.append((tuple(key), reason))
    return result


def excuses():
    """Returns {(path, source, kind): reason} of equivalent.txt."""
    return dict(lines_of_excuses())


def report(campaign):
    """Prints the results of all bugs; returns whether enough were detected."""
    excused_edits = excuses()
    counts = {}
    for bug in campaign.bugs:
        excused = (bug["path"], bug["source"], bug["kind"]) in excused_edits
        state = bug["state"]
        if state in ("survived", "not reached"):
            state = "excused" if excused else state
            say(f"{state}: {bug['path']}:{bug['line']}: {bug['kind']}: {bug['source']}")
        counts[state] = counts.get(state, 0) + 1
    say(", ".join(f"{count} {state}" for state, count in sorted(counts.items())))
    total = len(campaign.bugs) - counts.get("does not build", 0)
    excused = counts.get("excused", 0)
    caught = counts.get("caught", 0)
    share = caught / max(1, total - excused)
    say(f"{share:.1%} of {total - excused} caught; {excused} of {total} excused")
    return share >= 0.95 and excused <= 0.05 * total


def _options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, required=True, help="of the draw")
    parser.add_argument("--count", type=int, default=200, help="of bugs (200)")
    parser.add_argument(
        "--under",
        type=str.split,
        default=["kernels", "delegates"],
        help="folders, or patterns such as kernels/*.h, of the files where bugs are "
        "planted, in one argument",
    )
    parser.add_argument(
        "--tests",
        type=str.split,
        default=["//..."],
        help="patterns of the tests, in one argument, such as "
        "'//... -//delegates/gpu/...' (//...)",
    )
    parser.add_argument("--jobs", type=int, help="as Bazel's")
    parser.add_argument("--report", action="store_true", help="print what is known")
    parser.add_argument(
        "--work",
        default=os.path.expanduser("~/.cache/tensorflow_lite_lite/mutants"),
        help="folder of the copy and of what was found",
    )
    return parser.parse_args()


def main():
    options = _options()
    if not 1 <= options.count < 4096:
        sys.exit("mutants: --count is to be from 1 to 4095")
    checkout = os.environ.get("BUILD_WORKSPACE_DIRECTORY", os.getcwd())
    revision = _git(checkout, "rev-parse", "HEAD").strip()
    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    campaign = Campaign(work, options, revision)
    if options.report:
        sys.exit(0 if report(campaign) else 1)
    if not campaign.bugs:
        shutil.rmtree(os.path.join(work, "tree"), ignore_errors=True)
    copy = Copy(checkout, work)
    tree = bazel.Tree(copy.root, options.jobs, options.tests)
    switch = Switch(work)
    if not campaign.bugs:
        say("building the generated headers")
        errors = tree.build_headers([f"//{name}/..." for name in _folders(options)])
        if errors:
            sys.exit(f"mutants: the checkout does not build:\n{errors[-6000:]}")
        compiler = Compiler(tree, copy, _missing_instructions())
        draw(campaign, copy, compiler, options)
    tree.compile_quickly({bug["path"] for bug in campaign.bugs})
    if campaign.tests is None:
        plant(campaign, copy, tree)
        record(campaign, tree, switch)
    drawn = [bug for bug in campaign.bugs if bug["state"] == "drawn"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs or os.cpu_count()) as pool:
        for bug, state, label in pool.map(Hunt(campaign, tree, work), drawn):
            bug["state"], bug["by"] = state, label
            campaign.save()
            place = f"{bug['path']}:{bug['line']}: {bug['kind']}"
            say(f"{bug['number']}: {place}: {state} {label or ''}")
    hunt_alone(campaign, copy, tree, switch)
    sys.exit(0 if report(campaign) else 1)


if __name__ == "__main__":
    main()
