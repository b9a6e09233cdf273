"""The project's rules, which check the structure of packages and dependencies.

tfll_library      a cc_library, private by default
tfll_test         a cc_test with GoogleTest's main()
tfll_kernel_test  a cc_test of operators, written for TensorFlow Lite
tfll_op           the targets of an operator's folder
tfll_delegate     the targets of a back-end's folder
tfll_graph_test   a test of small and random graphs on a delegate

docs/ARCHITECTURE.md, "Layers", defines the allowed dependencies.
tfll_delegate, tfll_kernel_test and tfll_test also work in other workspaces.
"""

load("//bazel:cc.bzl", "cc_binary", "cc_library", "cc_test")
load("//bazel:labels.bzl", "called_from_ours", "ours", "ours_all", "package_and_target")

# No library may depend on programs and tests, and no operator on back-ends.
_NEVER = ["//testing", "//tools", "//examples"]
_OP_NEVER = _NEVER + [
    "//delegates",
    "//tensorflow_lite_lite/core",
    "//tensorflow_lite_lite/c_api",
    "//kernels/register",
]
_EVALUATION = ["reference", "compute", "cpu"]

# The one back-end that may use :compute targets, the operators' kernels on plain
# memory: the plan over a whole graph for the processor.
_COMPUTE = "compute"
_USES_COMPUTE = "//delegates/cpu"

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
    """Fails if a dependency of the target is in one of the folders (see Layers)."""
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
    """A cc_library, private by default, that must not depend on tests and tools.

    In a folder of a back-end, it must not depend on anything that tfll_delegate
    does not allow either.
    """
    package = "//" + native.package_name()
    if not kwargs.get("testonly") and not [f for f in _NEVER if _within(package, f)]:
        _forbid(name, deps, _NEVER)
        back_end = back_end_of(package)
        if back_end != None:
            _check_delegate_deps(back_end, name, deps)
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
    """A test of operators written for TensorFlow Lite, with its headers and main().

    The program has GoogleTest's flags and those of every delegate provider:
    `--use_xnnpack=true` in `args` runs the models on that delegate.

    Args:
      name: of the test.
      srcs: its sources; by default `<name>.cc`.
      deps: additional dependencies.
      size: of the test.
      copts: compiler options in addition to those that select C++20.
      flags: more runs of the same program: for each key <run>, a test `<name>_<run>`
        with these flags, e.g. {"xnnpack": ["--use_xnnpack=true"]}.
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

def _evaluation_libraries(deps, kinds):
    """Defines those of :reference, :compute and :cpu that an operator has; returns their labels.

    Args:
      deps: dependencies of each.
      kinds: name, additional dependencies and compiler options of each.
    """
    labels = []
    for kind, more, copts in kinds:
        pattern = "*_" + kind + "*"
        sources = native.glob([pattern + ".cc"], allow_empty = True, exclude = ["*_test.cc"])
        if not sources:
            continue
        used = [":compute"] if kind == "cpu" and ":compute" in labels else []
        labels.append(":" + kind)
        cc_library(
            name = kind,
            srcs = sources,
            hdrs = _present([pattern + ".h"]),
            copts = copts,
            visibility = [
                "//kernels/register:__subpackages__",
                "//testing:__subpackages__",
            ] + ([_USES_COMPUTE + ":__subpackages__"] if kind == _COMPUTE else []),
            deps = deps + used + more,
        )
    return labels

def tfll_op(
        name,
        deps = [],
        reference_deps = [],
        compute_deps = [],
        cpu_deps = [],
        case_deps = [],
        test_deps = [],
        test_size = "small",
        copts = [],
        reference_copts = [],
        compute_copts = [],
        cpu_copts = []):
    """Defines the targets of the operator folder kernels/<name> from its files.

    :<name>       all other .h and .cc files  parameters, constraints, shapes: Bind
    :reference    *_reference*.{h,cc}         reference kernel
    :compute      *_compute*.{h,cc}           its part that works on plain memory
                                              and takes no C structs, if it has one;
                                              //delegates/cpu uses it, too
    :cpu          *_cpu*.{h,cc}               fast kernel, if the folder has one
    :cases        *_cases.{h,cc}              conformance cases, if it has any
    :<name>_test  *_test.cc                   one test per file

    Args:
      name: the folder's name.
      deps: dependencies of :<name>, and therefore of all targets, in addition to
        //tensorflow_lite_lite/base.
      reference_deps: additional ones of :reference.
      compute_deps: additional ones of :compute, and therefore of :cpu.
      cpu_deps: additional ones of :cpu.
      case_deps: additional ones of :cases; these may be in //testing.
      test_deps: additional ones of the tests; these may be in //testing.
      test_size: size of every test.
      copts: compiler options of :<name>.
      reference_copts: compiler options of :reference, if it is also used as the fast
        kernel.
      compute_copts: compiler options of :compute.
      cpu_copts: compiler options of :cpu.
    """
    if native.package_name().split("/")[-1] != name:
        fail("tfll_op(%s) stands in //%s: an operator is named as its folder" %
             (name, native.package_name()))
    all_deps = deps + reference_deps + compute_deps + cpu_deps
    _forbid(name, all_deps, _OP_NEVER)
    _forbid_evaluation(name, all_deps)

    others = _present(["*_test.cc"] + [
        "*_" + kind + end
        for kind in ["cases", "reference*", "compute*", "cpu*"]
        for end in [".cc", ".h"]
    ])
    cc_library(
        name = name,
        srcs = [f for f in _present(["*.cc"]) if f not in others],
        hdrs = [f for f in _present(["*.h"]) if f not in others],
        copts = copts,
        # Back-ends of other workspaces also use operators.
        visibility = ["//visibility:public"],
        deps = _OP_DEPS + deps,
    )

    evaluation = _evaluation_libraries([":" + name] + _OP_DEPS + deps, [
        ("reference", reference_deps, reference_copts),
        (_COMPUTE, compute_deps, compute_copts),
        ("cpu", compute_deps + cpu_deps, cpu_copts),
    ])

    cc_library(
        name = "cases",
        testonly = True,
        srcs = _present(["*_cases.cc"]),
        hdrs = _present(["*_cases.h"]),
        # The table registers itself, so nothing refers to its symbols.
        alwayslink = True,
        visibility = ["//delegates:__subpackages__", "//kernels:__subpackages__", "//testing:__subpackages__"],
        deps = [":" + name, "//testing/conformance:case"] + _OP_DEPS + deps + case_deps,
    )

    for test in _present(["*_test.cc"]):
        tfll_test(
            name = test[:-len(".cc")],
            size = test_size,
            deps = [":" + name] + evaluation + _OP_DEPS + deps + test_deps,
        )

# A back-end must not depend on other back-ends, on the internals of the runtime
# (which a plugin does not have), or on the operators' evaluation. The sources of its
# flags and its plugin may use //tools, for flags and log messages.
_DELEGATE_NEVER = [
    "//examples",
    "//kernels/register",
    "//tensorflow_lite_lite/c_api",
    "//tensorflow_lite_lite/core",
    "//tensorflow_lite_lite/schema",
    "//testing",
]
_DELEGATES_SHARED = ["//delegates/common"]

# Folders of delegates/ that are not back-ends.
_NO_BACK_ENDS = _DELEGATES_SHARED + ["//delegates/external"]

def back_end_of(package):
    """Returns the back-end ("//delegates/x") that has this folder, or None."""
    parts = package.split("/")
    if len(parts) < 5 or parts[2] != "delegates":
        return None
    back_end = "/".join(parts[:4])
    return None if back_end in _NO_BACK_ENDS else back_end

def delegate_dep_fault(here, dep, tools_allowed = False):
    """Returns why back-end `here` ("//delegates/x") may not use `dep`, or None if it may."""
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
        if target == _COMPUTE and here == _USES_COMPUTE:
            return None
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
    "coco_object_detection": [
        "//tools/evaluation/tasks:task_executor_main",
        "//tools/evaluation/tasks/coco_object_detection:run_eval_lib",
    ],
    "demo": ["//examples/digits:demo_main"],
    "imagenet_image_classification": [
        "//tools/evaluation/tasks:task_executor_main",
        "//tools/evaluation/tasks/imagenet_image_classification:run_eval_lib",
    ],
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
    """Tests graphs with several nodes on a delegate: testing/conformance/graphs.

    Runs small graphs with known partitions, tests of delegates shared by interpreters,
    and random graphs by seed in another process. <name>_long, tagged fuzz, runs more.

    Args:
      name: of the test.
      flags: the provider's flags that request its delegate; none for the CPU.
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

def _provider(name, srcs, deps, tools):
    """Defines :<name>_provider and, if wanted, the tools that have it."""
    cc_library(
        name = name + "_provider",
        srcs = srcs,
        # It registers itself, so nothing refers to its symbols.
        alwayslink = True,
        visibility = ["//visibility:public"],
        deps = [
            ":" + name + "_delegate",
            ours("//tools/delegates:delegate_provider"),
            ours("//tools/delegates:simple_delegate_params"),
            ours("//tools/delegates:switched_provider"),
        ] + deps,
    )
    for tool, tool_deps in _TOOLS_WITH_DELEGATES.items() if tools else []:
        cc_binary(
            name = tool + "_plus_" + name + "_delegate",
            visibility = ["//visibility:public"],
            deps = [":" + name + "_provider"] + ours_all(tool_deps),
        )

def _plugin(name, srcs, deps):
    """Defines :<name>_external_delegate.so, which exports tflite_plugin_* alone."""
    plugin = name + "_external_delegate.so"
    cc_binary(
        name = plugin,
        srcs = srcs,
        additional_linker_inputs = [ours("//bazel:plugin.lds")],
        linkopts = [
            "-Wl,--version-script=$(location %s)" % ours("//bazel:plugin.lds"),
            "-Wl,-soname," + plugin,
        ],
        linkshared = True,
        visibility = ["//visibility:public"],
        deps = [
            ":" + name + "_delegate",
            ours("//third_party/libstdcxx:hidden"),
        ] + deps,
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
    """Defines the targets of a back-end's folder <name> from its files.

    The folder is in delegates/, or anywhere in another workspace. A large back-end
    has folders that are packages with a tfll_library each, which go into deps.

    :<name>_delegate              deps, and all other .h and .cc files, unless srcs
                                  and hdrs are given
    :<name>_provider              <name>_provider.cc, the flags; link it into a tool
    :<name>_external_delegate.so  <name>_external.cc, the plugin, which exports only
                                  tflite_plugin_*
    :<name>_..._test              *_test.cc, one test per file
    :<tool>_plus_<name>_delegate  tools with the provider
    :<name>_graph_test            graphs with several nodes, if it has a provider:
                                  tfll_graph_test

    Args:
      name: the folder's name.
      srcs: sources of the delegate, if the folder has several libraries.
      hdrs: its headers, likewise.
      deps: dependencies of the delegate, and therefore of all targets. Not allowed:
        other back-ends, //tensorflow_lite_lite/core, evaluation of operators.
      provider_deps: additional ones of the provider; these may be in //tools.
      external_deps: additional ones of the plugin; these may be in //tools.
      test_deps: additional ones of the tests; there are no restrictions.
      test_data: files that the tests read, in addition to the plugin.
      test_size: size of every test.
      copts: compiler options of the delegate.
      linkopts: linker options of the delegate.
      tools: False to omit the tools.
      graph_tests: names of graph tests, each with the flags that request the
        delegate; by default
        {"<name>_graph_test": ["--use_<name>_delegate=true"]}.
      graphs: number of random graphs in each of them.
    """
    here = "//" + native.package_name()
    if here.split("/")[-1] != name:
        fail("tfll_delegate(%s) stands in %s: a back-end is named as its folder" % (name, here))
    delegate = name + "_delegate"
    provider = name + "_provider"
    plugin = name + "_external_delegate.so"
    for target, its_deps in [(provider, provider_deps), (plugin, external_deps)]:
        _check_delegate_deps(here, target, its_deps, tools_allowed = True)
    _check_delegate_deps(here, delegate, deps)

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
        _provider(name, provider_srcs, deps + provider_deps, tools)
        if graph_tests == None:
            graph_tests = {name + "_graph_test": ["--use_%s_delegate=true" % name]}
        for test, flags in graph_tests.items():
            tfll_graph_test(test, flags, ":" + provider, graphs)
    if external_srcs:
        _plugin(name, external_srcs, deps + external_deps)

    for test in tests:
        tfll_test(
            name = test[:-len(".cc")],
            size = test_size,
            data = ([":" + plugin] if external_srcs else []) + test_data,
            deps = [":" + delegate] + deps + test_deps,
        )
