#include "kernels/register/builtin_registrations.h"

#include "kernels/register/rows.h"

namespace tflite {
namespace ops {
namespace builtin {

#define TFLL_OP(id, name, code, ...)                               \
  TfLiteRegistration* Register_##id() {                            \
    static TfLiteRegistration r =                                  \
        kernels::MakeBuiltinRegistration<kernels::rows::id>(code); \
    return &r;                                                     \
  }                                                                \
  TfLiteRegistration* Register_##id##_GENERIC_OPT() { return Register_##id(); }
#define TFLL_CUSTOM_OP(id, name, ...)                         \
  TfLiteRegistration* Register_##id() {                       \
    static TfLiteRegistration r =                             \
        kernels::MakeCustomRegistration<kernels::rows::id>(); \
    return &r;                                                \
  }
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

#define TFLL_ALSO_CUSTOM(id)
#define TFLL_REFERENCE_ALIAS(alias, id)
#define TFLL_ALIAS(alias, id) \
  TfLiteRegistration* Register_##alias() { return Register_##id(); }
#include "kernels/register/op_aliases.inc"
#undef TFLL_ALSO_CUSTOM
#undef TFLL_REFERENCE_ALIAS
#undef TFLL_ALIAS

}  // namespace builtin
}  // namespace ops
}  // namespace tflite
