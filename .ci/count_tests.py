"""Prints "N passed, N failed" of a Bazel test run, from its build events.

count_tests.py EVENTS STATUS: EVENTS is the file of --build_event_json_file, STATUS
Bazel's exit status. Exits non-zero unless every test passed and STATUS is 0.
"""

import json
import sys


def count(lines):
    """Returns (number passed, labels of those that failed) of the test targets.

    A test that the tag filters leave out has neither a summary nor a failure.
    """
    tests = set()
    passed = set()
    failed = set()
    for line in lines:
        event = json.loads(line)
        identity = event.get("id", {})
        if "targetConfigured" in identity:
            if "testSize" in event.get("configured", {}):
                tests.add(identity["targetConfigured"]["label"])
        elif "targetCompleted" in identity:
            label = identity["targetCompleted"]["label"]
            if label in tests and not event.get("completed", {}).get("success"):
                failed.add(label)
        elif "testSummary" in identity:
            label = identity["testSummary"]["label"]
            status = event.get("testSummary", {}).get("overallStatus")
            (passed if status in ("PASSED", "FLAKY") else failed).add(label)
    return len(passed - failed), sorted(failed)


def main(argv):
    status = int(argv[2])
    with open(argv[1], encoding="utf-8") as events:
        passed, failed = count(events)
    if status and not failed:
        failed = ["the build (status %d)" % status]
    for label in failed:
        print("failed: %s" % label)
    print("%d passed, %d failed" % (passed, len(failed)), flush=True)
    return 1 if status or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
