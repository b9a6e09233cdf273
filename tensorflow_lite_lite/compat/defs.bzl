"""Offers headers under the include paths of other TensorFlow Lite runtimes."""

load("//bazel:cc.bzl", "cc_library")

# Where upstream's headers have been reached over time.
_ROOTS = [
    "tflite",
    "tensorflow/lite",
    "third_party/tensorflow/lite",
]

def compat_headers(name, hdrs, paths, strip, deps = [], testonly = False):
    """A header-only library that offers `hdrs` once under each root and path.

    Args:
      name: of the library.
      hdrs: headers of the project, as labels. All are in one folder or below it.
      paths: folders below the roots, "." for the roots themselves.
      strip: that folder, from the root of the checkout: "tensorflow_lite_lite/c".
      deps: libraries that the headers need.
      testonly: whether only tests may use them.
    """
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
