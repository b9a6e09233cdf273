"""Messages compiled by the system's protoc."""

def cc_proto(name, src, visibility = ["//visibility:private"]):
    """A cc_library of one .proto file without imports; include "<path>.pb.h"."""
    stem = src[:-len(".proto")]
    native.genrule(
        name = name + "_generated",
        srcs = [src],
        outs = [stem + ".pb.h", stem + ".pb.cc"],
        cmd = "protoc --proto_path=. --cpp_out=$(GENDIR) $(location %s)" % src,
    )
    native.cc_library(
        name = name,
        srcs = [stem + ".pb.cc"],
        hdrs = [stem + ".pb.h"],
        copts = ["-Wno-unused-parameter"],
        visibility = visibility,
        deps = ["//third_party/protobuf"],
    )
