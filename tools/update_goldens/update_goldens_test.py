"""Which of the tests of a file writes it."""

import unittest

from tools.update_goldens.update_goldens import names, writers


def _rule(name, *args):
    values = "".join(f'<string value="{arg}"/>' for arg in args)
    return (
        f'<rule class="cc_test" name="{name}"><list name="args">{values}</list></rule>'
    )


def _query(*rules):
    return "<query>" + "".join(rules) + "</query>"


class WritersTest(unittest.TestCase):
    def test_each_file_has_one_writer(self):
        query = _query(
            _rule("//d/b:conformance", "--cpu", "--golden=$(location x.golden)"),
            _rule(
                "//d/a:conformance_on_another_driver", "--golden=$(location x.golden)"
            ),
            _rule("//d/a:conformance", "--golden=$(location x.golden)"),
            _rule("//d/a:other", "--cpu"),
        )
        self.assertEqual(
            ["//d/a:conformance", "//d/b:conformance"], writers(query, "--golden=")
        )

    def test_one_of_all_cases_is_preferred(self):
        query = _query(
            _rule("//d:nodes", "--sample=4", "--delegated_nodes=$(location n.txt)"),
            _rule("//d:nodes_whole", "--delegated_nodes=$(location n.txt)"),
            _rule("//d:nodes_elsewhere", "--delegated_nodes=$(location n.txt)"),
        )
        self.assertEqual(["//d:nodes_whole"], writers(query, "--delegated_nodes="))

    def test_a_file_with_samples_only_has_a_writer(self):
        query = _query(_rule("//d:test", "--sample=4", "--golden=$(location x.golden)"))
        self.assertEqual(["//d:test"], writers(query, "--golden="))

    def test_without_tests_nothing_is_written(self):
        self.assertEqual([], writers(_query(), "--golden="))

    def test_each_test_of_digests_is_a_writer(self):
        query = _query(_rule("//d/b:programs_test"), _rule("//d/a:plans_test"))
        self.assertEqual(["//d/a:plans_test", "//d/b:programs_test"], names(query))


if __name__ == "__main__":
    unittest.main()
