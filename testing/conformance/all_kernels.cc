#include "kernels/register/custom_ops_register.h"
#include "kernels/register/register.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

// Adds the operators that no resolver of the library has.
const OpResolver* WithExtraOps(MutableOpResolver* all, bool reference) {
#define TFLL_OP(id, name, code, first, last, ...)
#define TFLL_CUSTOM_OP(id, name, first, last, ...)              \
  all->AddCustom(name,                                          \
                 reference ? ops::custom::Register_##id##_REF() \
                           : ops::custom::Register_##id(),      \
                 first, last);
#include "kernels/register/extra_op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
  return all;
}

}  // namespace

const OpResolver& ReferenceKernels() {
  static const auto* resolver =
      WithExtraOps(new ops::builtin::BuiltinRefOpResolver, /*reference=*/true);
  return *resolver;
}

const OpResolver& FastKernels() {
  static const auto* resolver =
      WithExtraOps(new ops::builtin::BuiltinOpResolverWithoutDefaultDelegates,
                   /*reference=*/false);
  return *resolver;
}

}  // namespace conformance
}  // namespace tflite
