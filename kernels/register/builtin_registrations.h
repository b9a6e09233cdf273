#ifndef KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_
#define KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_

#include "tensorflow_lite_lite/c/common.h"

// TfLiteRegistration* Register_ADD(), one per operator: the fast kernel. The
// registration is static; copy it to change it. Register_ADD_GENERIC_OPT() is
// the same, Register_ADD_REF() the reference kernel; the rest are the other
// names of kernels/op_table.bzl.
namespace tflite {
namespace ops {
namespace builtin {

#define TFLL_OP(id, ...)                             \
  TfLiteRegistration* Register_##id();               \
  TfLiteRegistration* Register_##id##_GENERIC_OPT(); \
  TfLiteRegistration* Register_##id##_REF();
#define TFLL_CUSTOM_OP(id, ...) TfLiteRegistration* Register_##id();
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

#define TFLL_ALSO_CUSTOM(id)
#define TFLL_REFERENCE_ALIAS(alias, id) TfLiteRegistration* Register_##alias();
#define TFLL_ALIAS(alias, id) TfLiteRegistration* Register_##alias();
#include "kernels/register/op_aliases.inc"
#undef TFLL_ALSO_CUSTOM
#undef TFLL_REFERENCE_ALIAS
#undef TFLL_ALIAS

}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_
