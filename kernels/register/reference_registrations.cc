#include "kernels/register/builtin_registrations.h"
#include "kernels/register/custom_ops_register.h"
#include "kernels/register/reference_rows.h"

namespace tflite {
namespace ops {
namespace builtin {

#define TFLL_OP(id, name, code, ...)                                         \
  TfLiteRegistration* Register_##id##_REF() {                                \
    static TfLiteRegistration r =                                            \
        kernels::MakeBuiltinRegistration<kernels::reference_rows::id>(code); \
    return &r;                                                               \
  }
#define TFLL_CUSTOM_OP(id, name, ...)
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

#define TFLL_ALSO_CUSTOM(id)
#define TFLL_REFERENCE_ALIAS(alias, id) \
  TfLiteRegistration* Register_##alias() { return Register_##id##_REF(); }
#define TFLL_ALIAS(alias, id)
#include "kernels/register/op_aliases.inc"
#undef TFLL_ALSO_CUSTOM
#undef TFLL_REFERENCE_ALIAS
#undef TFLL_ALIAS

}  // namespace builtin

namespace custom {

#define TFLL_OP(id, name, code, ...)
#define TFLL_CUSTOM_OP(id, name, ...)                                   \
  TfLiteRegistration* Register_##id##_REF() {                           \
    static TfLiteRegistration r =                                       \
        kernels::MakeCustomRegistration<kernels::reference_rows::id>(); \
    return &r;                                                          \
  }
#include "kernels/register/extra_op_table.inc"
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

}  // namespace custom
}  // namespace ops
}  // namespace tflite
