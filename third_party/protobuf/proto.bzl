"""Compiles messages with the system's protoc."""

load("//bazel:cc.bzl", "cc_library")

def cc_proto(name, src, imports = [], deps = [], visibility = ["//visibility:private"]):
    """Defines a cc_library of a .proto file; include "<path>.pb.h".

    Args:
      name: of the library.
      src: the file.
      imports: the .proto files that it imports, directly or indirectly.
      deps: the libraries of these files.
      visibility: of the library.
    """
    stem = src[:-len(".proto")]
    native.genrule(
        name = name + "_generated",
        srcs = [src] + imports,
        outs = [stem + ".pb.h", stem + ".pb.cc"],
        visibility = visibility,
        cmd = "protoc --proto_path={root} --cpp_out=$(GENDIR)/{root} $(location {src})".format(
            root = Label("//:WORKSPACE").workspace_root or ".",
            src = src,
        ),
    )
    cc_library(
        name = name,
        srcs = [stem + ".pb.cc"],
        hdrs = [stem + ".pb.h"],
        copts = ["-Wno-unused-parameter"],
        visibility = visibility,
        deps = deps + ["//third_party/protobuf"],
    )
