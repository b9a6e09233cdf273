"""Offers headers under the include paths of other TensorFlow Lite runtimes."""

load("//bazel:cc.bzl", "cc_library")

# Where upstream's headers have been reached over time.
_ROOTS = [
    "tflite",
    "tensorflow/lite",
    "third_party/tensorflow/lite",
]

def compat_headers(name, hdrs, paths, strip = None, deps = [], testonly = False):
    """A header-only library that offers `hdrs` once under each root and path.

    Args:
      name: of the library.
      hdrs: headers of the project, as labels. All are in one folder or below it.
      paths: folders below the roots, "." for the roots themselves.
      strip: that folder, from the root of the checkout: "tensorflow_lite_lite/c"; by
        default that of the first header's package.
      deps: libraries that the headers need.
      testonly: whether only tests may use them.
    """
    strip = strip or hdrs[0][2:].split(":")[0]
    parts = []
    for root in _ROOTS:
        for path in paths:
            prefix = root if path == "." else root + "/" + path
            part = name + "_as_" + prefix.replace("/", "_")
            cc_library(
                name = part,
                testonly = testonly,
                hdrs = hdrs,
                include_prefix = prefix,
                strip_include_prefix = "/" + strip,
                deps = deps,
            )
            parts.append(":" + part)
    cc_library(
        name = name,
        testonly = testonly,
        visibility = ["//visibility:public"],
        deps = deps + parts,
    )

def compat_header_libraries(headers, testonly = False):
    """Defines compat_headers for libraries of one header.

    Args:
      headers: for each library, its name, the header, the folders below the roots, and
        the library that the header needs. The header is in the folder of its package.
      testonly: whether only tests may use them.
    """
    for name, header, paths, dep in headers:
        compat_headers(
            name = name,
            testonly = testonly,
            hdrs = [header],
            paths = paths,
            deps = [dep],
        )

def renamed_headers(name, path, headers, dep):
    """Offers headers as compat_headers does, under other file names.

    Args:
      name: of the library.
      path: a folder below the roots.
      headers: the header for each file name in that folder.
      dep: the library that the headers need.
    """
    native.genrule(
        name = "renamed_" + name,
        srcs = {header: None for header in headers.values()}.keys(),
        outs = [path + "/" + file for file in headers],
        cmd = " && ".join([
            "cp $(location %s) $(location %s/%s)" % (header, path, file)
            for file, header in headers.items()
        ]),
    )
    compat_headers(
        name = name,
        hdrs = [":renamed_" + name],
        paths = [path],
        strip = native.package_name() + "/" + path,
        deps = [dep],
    )
