#ifndef KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_
#define KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_

#include "tensorflow_lite_lite/c/common.h"

// TfLiteRegistration* Register_ADD(), one an operator: the fast kernel. The
// registration is static; copy it to change it.
namespace tflite {
namespace ops {
namespace builtin {

#define TFLL_OP(id, ...) TfLiteRegistration* Register_##id();
#define TFLL_CUSTOM_OP(id, ...) TfLiteRegistration* Register_##id();
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // KERNELS_REGISTER_BUILTIN_REGISTRATIONS_H_
