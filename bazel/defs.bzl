"""The project's own rules: thin wrappers that keep one shape and one direction.

tfll_library  a cc_library that is private unless it says otherwise
tfll_test     a cc_test with GoogleTest's main()
tfll_kernel_test  a cc_test of operators, written for TensorFlow Lite
tfll_op       the targets of one operator's folder
tfll_delegate the targets of one back-end's folder
tfll_graph_test  small graphs and random ones on a delegate

The directions of dependencies are those of docs/ARCHITECTURE.md, "Layers".
tfll_delegate, tfll_kernel_test and tfll_test work in other workspaces as well.
"""

load("//bazel:cc.bzl", "cc_binary", "cc_library", "cc_test")
load("//bazel:labels.bzl", "called_from_ours", "ours", "ours_all", "package_and_target")

# What no library may stand on: programs, tests and (for operators) back-ends.
_NEVER = ["//testing", "//tools", "//examples"]
_OP_NEVER = _NEVER + [
    "//delegates",
    "//tensorflow_lite_lite/core",
    "//tensorflow_lite_lite/c_api",
    "//kernels/register",
]
_EVALUATION = ["reference", "cpu"]

_OP_DEPS = ["//tensorflow_lite_lite/base"]

def _within(package, folder):
    return package == folder or package.startswith(folder + "/")

def _forbid(name, deps, folders):
    for dep in deps:
        package, _ = package_and_target(dep)
        if package == None:
            continue
        for folder in folders:
            if _within(package, folder):
                fail("//%s:%s must not depend on %s: nothing there may stand on %s (docs/ARCHITECTURE.md, Layers)" %
                     (native.package_name(), name, dep, folder))

def tfll_forbid(name, deps, folders):
    """Fails where a target stands on one of the folders, as Layers has it."""
    _forbid(name, deps, folders)

def _forbid_evaluation(name, deps):
    here = "//" + native.package_name()
    for dep in deps:
        package, target = package_and_target(dep)
        if (package != None and package != here and _within(package, "//kernels") and
            target in _EVALUATION):
            fail("%s:%s must not depend on %s: an operator may use another one's meaning, never its evaluation" %
                 (here, name, dep))

def tfll_library(name, deps = [], visibility = ["//visibility:private"], **kwargs):
    """A cc_library, private by default, that stands on no test or tool."""
    package = "//" + native.package_name()
    if not kwargs.get("testonly") and not [f for f in _NEVER if _within(package, f)]:
        _forbid(name, deps, _NEVER)
    cc_library(name = name, deps = deps, visibility = visibility, **kwargs)

def tfll_test(name, srcs = None, deps = [], size = "small", **kwargs):
    """A cc_test of `<name>.cc` with GoogleTest's main()."""
    cc_test(
        name = name,
        size = size,
        srcs = srcs or [name + ".cc"],
        deps = deps + [ours("//third_party/gtest:gtest_main")],
        **kwargs
    )

def tfll_kernel_test(name, srcs = None, deps = [], size = "small", copts = [], flags = {}, **kwargs):
    """A test of operators written for TensorFlow Lite: its headers and its main().

    The program takes GoogleTest's flags and those of every delegate provider:
    `--use_xnnpack=true` as one of `args` runs the models on that delegate.

    Args:
      name: of the test.
      srcs: its sources; `<name>.cc` if not given.
      deps: what it needs besides.
      size: of the test.
      copts: options of the compiler, besides those that choose C++20.
      flags: more runs of the same program: for each name a test `<name>_<run>`
        with these flags, {"xnnpack": ["--use_xnnpack=true"]}.
      **kwargs: as in cc_test.
    """
    cc_test(
        name = name,
        size = size,
        srcs = srcs if srcs != None else [name + ".cc"],
        copts = ["-std=c++20"] + copts,
        deps = deps + ours_all([
            "//tensorflow_lite_lite/compat:kernel_test",
            "//testing/kernel_tests:test_main",
        ]),
        **kwargs
    )
    for run, args in flags.items():
        native.sh_test(
            name = name + "_" + run,
            size = size,
            srcs = [":" + name],
            args = args,
            data = [":" + name],
        )

def _present(patterns):
    return native.glob(patterns, allow_empty = True)

def tfll_op(
        name,
        deps = [],
        reference_deps = [],
        cpu_deps = [],
        case_deps = [],
        test_deps = [],
        test_size = "small",
        copts = [],
        reference_copts = [],
        cpu_copts = []):
    """The targets of the operator folder kernels/<name>, by the files it holds.

    :<name>       all other .h and .cc files  parameters, constraints, shapes: Bind
    :reference    *_reference*.{h,cc}         plain loops, the oracle
    :cpu          *_cpu*.{h,cc}               the fast path, where the folder has one
    :cases        *_cases.{h,cc}              conformance cases, where it has them
    :<name>_test  *_test.cc                   a test each

    Args:
      name: the folder's name.
      deps: of Bind, hence of all the others. //tensorflow_lite_lite/base is added.
      reference_deps: more for :reference.
      cpu_deps: more for :cpu.
      case_deps: more for :cases; these may name //testing.
      test_deps: more for the tests; these may name //testing.
      test_size: size of every test.
      copts: compiler options of :<name>.
      reference_copts: compiler options of :reference, where it serves as the fast
        path too.
      cpu_copts: compiler options of :cpu.
    """
    if native.package_name().split("/")[-1] != name:
        fail("tfll_op(%s) stands in //%s: an operator is named as its folder" %
             (name, native.package_name()))
    all_deps = deps + reference_deps + cpu_deps
    _forbid(name, all_deps, _OP_NEVER)
    _forbid_evaluation(name, all_deps)

    others = _present([
        "*_test.cc",
        "*_cases.cc",
        "*_cases.h",
        "*_reference*.cc",
        "*_reference*.h",
        "*_cpu*.cc",
        "*_cpu*.h",
    ])
    cc_library(
        name = name,
        srcs = [f for f in _present(["*.cc"]) if f not in others],
        hdrs = [f for f in _present(["*.h"]) if f not in others],
        copts = copts,
        # Back-ends of other workspaces lower operators too.
        visibility = ["//visibility:public"],
        deps = _OP_DEPS + deps,
    )

    tests = _present(["*_test.cc"])
    evaluation = []
    for kind, more, copts in [
        ("reference", reference_deps, reference_copts),
        ("cpu", cpu_deps, cpu_copts),
    ]:
        pattern = "*_" + kind + "*"
        sources = [f for f in _present([pattern + ".cc"]) if f not in tests]
        if not sources:
            continue
        evaluation.append(":" + kind)
        cc_library(
            name = kind,
            srcs = sources,
            hdrs = _present([pattern + ".h"]),
            copts = copts,
            visibility = [
                "//kernels/register:__subpackages__",
                "//testing:__subpackages__",
            ],
            deps = [":" + name] + _OP_DEPS + deps + more,
        )

    cc_library(
        name = "cases",
        testonly = True,
        srcs = _present(["*_cases.cc"]),
        hdrs = _present(["*_cases.h"]),
        # The table adds itself to the suite when it is linked in.
        alwayslink = True,
        visibility = ["//delegates:__subpackages__", "//kernels:__subpackages__", "//testing:__subpackages__"],
        deps = [":" + name, "//testing/conformance:case"] + _OP_DEPS + deps + case_deps,
    )

    for test in tests:
        tfll_test(
            name = test[:-len(".cc")],
            size = test_size,
            deps = [":" + name] + evaluation + _OP_DEPS + deps + test_deps,
        )

# What a back-end must not stand on: other back-ends, the insides of the runtime
# (a plugin has none of them) and the operators' evaluation. The sources of flags
# and plugin may use //tools, for flags and log lines.
_DELEGATE_NEVER = [
    "//examples",
    "//kernels/register",
    "//tensorflow_lite_lite/c_api",
    "//tensorflow_lite_lite/core",
    "//tensorflow_lite_lite/schema",
    "//testing",
]
_DELEGATES_SHARED = ["//delegates/common"]

def delegate_dep_fault(here, dep, tools_allowed = False):
    """Why the back-end in package `here` ("//delegates/x") may not use `dep`; None if it may."""
    package, target = package_and_target(dep)
    if package == None or (called_from_ours() and _within(package, here)):
        return None
    for folder in _DELEGATE_NEVER + ([] if tools_allowed else ["//tools"]):
        if _within(package, folder):
            return "a back-end must not stand on " + folder
    if _within(package, "//delegates"):
        for folder in _DELEGATES_SHARED:
            if _within(package, folder):
                return None
        return "a back-end must not stand on another one"
    if _within(package, "//kernels") and target in _EVALUATION:
        return "a back-end may use an operator's meaning, never its evaluation"
    return None

def _check_delegate_deps(here, name, deps, tools_allowed = False):
    for dep in deps:
        fault = delegate_dep_fault(here, dep, tools_allowed)
        if fault != None:
            fail("%s:%s must not depend on %s: %s (docs/ARCHITECTURE.md, Layers)" %
                 (here, name, dep, fault))

_TOOLS_WITH_DELEGATES = {
    "benchmark_model": ["//tools/benchmark:benchmark_model_main"],
    "demo": ["//examples/digits:demo_main"],
    "inference_diff": [
        "//tools/evaluation/tasks:task_executor_main",
        "//tools/evaluation/tasks/inference_diff:run_eval_lib",
    ],
}

def tfll_graph_test(
        name,
        flags,
        delegate_provider = None,
        graphs = 100,
        size = "medium",
        tags = [],
        **kwargs):
    """A test of graphs of several nodes on a delegate: testing/conformance/graphs.

    Partitions of small graphs, what happens around a delegate, and random graphs
    by seed, each in a process of its own. <name>_long, tagged fuzz, runs many.

    Args:
      name: of the test.
      flags: those of the provider that ask for its delegate; none for the CPU's.
      delegate_provider: target of the delegate's provider.
      graphs: number of random graphs.
      size: of the test.
      tags: of the test.
      **kwargs: of the test.
    """
    for test, count, more_tags, its_size in [
        (name, graphs, [], size),
        (name + "_long", 100 * graphs, ["fuzz"], "enormous"),
    ]:
        cc_test(
            name = test,
            size = its_size,
            args = flags + ["--graphs=%d" % count],
            tags = tags + more_tags,
            deps = [ours("//testing/conformance/graphs:graphs_main")] +
                   ([delegate_provider] if delegate_provider else []),
            **kwargs
        )

def tfll_delegate(
        name,
        srcs = None,
        hdrs = None,
        deps = [],
        provider_deps = [],
        external_deps = [],
        test_deps = [],
        test_data = [],
        test_size = "small",
        copts = [],
        linkopts = [],
        tools = True,
        graph_tests = None,
        graphs = 100):
    """The targets of a back-end's folder <name>, by the files it holds.

    The folder is one of delegates/, or any folder of another workspace.

    :<name>_delegate              all other .h and .cc files, unless srcs and
                                  hdrs say otherwise
    :<name>_provider              <name>_provider.cc, the flags; link it into a tool
    :<name>_external_delegate.so  <name>_external.cc, the plugin, which exports
                                  tflite_plugin_* and nothing else
    :<name>_..._test              *_test.cc, a test each
    :<tool>_plus_<name>_delegate  tools that have the provider
    :<name>_graph_test            graphs of several nodes, where it has a provider:
                                  tfll_graph_test

    Args:
      name: the folder's name.
      srcs: of the delegate, where the folder is divided into more libraries.
      hdrs: its headers, likewise.
      deps: of the delegate, hence of all the others; no other back-end, nothing of
        //tensorflow_lite_lite/core, no operator's evaluation.
      provider_deps: more for the provider; these may name //tools.
      external_deps: more for the plugin; these may name //tools.
      test_deps: more for the tests; these may name anything.
      test_data: files that the tests read; the plugin is one of them always.
      test_size: size of every test.
      copts: compiler options of the delegate.
      linkopts: linker options of the delegate.
      tools: False to leave the tools out.
      graph_tests: names of such tests, each with the flags that ask for the
        delegate; {"<name>_graph_test": ["--use_<name>_delegate=true"]} if not
        given.
      graphs: random graphs in each of them.
    """
    here = "//" + native.package_name()
    if native.package_name().split("/")[-1] != name:
        fail("tfll_delegate(%s) stands in %s: a back-end is named as its folder" % (name, here))
    delegate = name + "_delegate"
    provider = name + "_provider"
    plugin = name + "_external_delegate.so"
    _check_delegate_deps(here, delegate, deps)
    _check_delegate_deps(here, provider, provider_deps, tools_allowed = True)
    _check_delegate_deps(here, plugin, external_deps, tools_allowed = True)

    tests = _present(["*_test.cc"])
    provider_srcs = _present([provider + ".cc"])
    external_srcs = _present([name + "_external.cc"])
    others = tests + provider_srcs + external_srcs
    headers = hdrs if hdrs != None else [f for f in _present(["**/*.h"]) if f not in others]
    cc_library(
        name = delegate,
        srcs = srcs if srcs != None else [f for f in _present(["**/*.cc"]) if f not in others],
        hdrs = headers,
        copts = copts,
        linkopts = linkopts,
        visibility = ["//visibility:public"],
        deps = deps,
    )
    native.exports_files(headers, visibility = [ours("//tensorflow_lite_lite/compat:__pkg__")])

    if provider_srcs:
        cc_library(
            name = provider,
            srcs = provider_srcs,
            # It is reached through the registrar alone.
            alwayslink = True,
            visibility = ["//visibility:public"],
            deps = [
                ":" + delegate,
                ours("//tools/delegates:delegate_provider"),
                ours("//tools/delegates:simple_delegate_params"),
            ] + deps + provider_deps,
        )
        for tool, tool_deps in _TOOLS_WITH_DELEGATES.items() if tools else []:
            cc_binary(
                name = tool + "_plus_" + delegate,
                visibility = ["//visibility:public"],
                deps = [":" + provider] + ours_all(tool_deps),
            )

        if graph_tests == None:
            graph_tests = {name + "_graph_test": ["--use_%s_delegate=true" % name]}
        for test, flags in graph_tests.items():
            tfll_graph_test(
                name = test,
                delegate_provider = ":" + provider,
                flags = flags,
                graphs = graphs,
            )

    if external_srcs:
        cc_binary(
            name = plugin,
            srcs = external_srcs,
            additional_linker_inputs = [ours("//bazel:plugin.lds")],
            linkopts = [
                "-Wl,--version-script=$(location %s)" % ours("//bazel:plugin.lds"),
                "-Wl,-soname," + plugin,
            ],
            linkshared = True,
            visibility = ["//visibility:public"],
            deps = [":" + delegate, ours("//third_party/libstdcxx:hidden")] + deps + external_deps,
        )

    for test in tests:
        tfll_test(
            name = test[:-len(".cc")],
            size = test_size,
            data = ([":" + plugin] if external_srcs else []) + test_data,
            deps = [":" + delegate] + deps + test_deps,
        )
