"""What Bazel's own BUILD files load from rules_cc, provided by the built-in rules."""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library

def _no_value_impl(ctx):
    return [platform_common.TemplateVariableInfo({})]

# Loaded by Bazel's tool packages; nothing here uses the value.
cc_flags_supplier = rule(implementation = _no_value_impl)

def _compiler_flag_impl(ctx):
    return [config_common.FeatureFlagInfo(value = "")]

compiler_flag = rule(implementation = _compiler_flag_impl)
