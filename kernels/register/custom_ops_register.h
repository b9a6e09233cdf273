#ifndef KERNELS_REGISTER_CUSTOM_OPS_REGISTER_H_
#define KERNELS_REGISTER_CUSTOM_OPS_REGISTER_H_

#include "tensorflow_lite_lite/c/common.h"

// Operators for MutableOpResolver::AddCustom: those that no resolver holds, the
// custom ones that BuiltinOpResolver holds, and built-in ones that models also
// name by string. Register_ROLL() and so on; static, copy one to change it.
namespace tflite {
namespace ops {
namespace custom {

#define TFLL_OP(id, ...)
#define TFLL_CUSTOM_OP(id, ...)        \
  TfLiteRegistration* Register_##id(); \
  TfLiteRegistration* Register_##id##_REF();
#include "kernels/register/extra_op_table.inc"
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

#define TFLL_ALSO_CUSTOM(id) TfLiteRegistration* Register_##id();
#define TFLL_REFERENCE_ALIAS(alias, id)
#define TFLL_ALIAS(alias, id)
#include "kernels/register/op_aliases.inc"
#undef TFLL_ALSO_CUSTOM
#undef TFLL_REFERENCE_ALIAS
#undef TFLL_ALIAS

}  // namespace custom
}  // namespace ops
}  // namespace tflite

#endif  // KERNELS_REGISTER_CUSTOM_OPS_REGISTER_H_
