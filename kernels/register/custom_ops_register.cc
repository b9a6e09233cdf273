#include "kernels/register/custom_ops_register.h"

#include "kernels/register/builtin_registrations.h"
#include "kernels/register/extra_rows.h"

namespace tflite {
namespace ops {
namespace custom {

#define TFLL_OP(id, name, ...)
#define TFLL_CUSTOM_OP(id, name, ...)                         \
  TfLiteRegistration* Register_##id() {                       \
    static TfLiteRegistration r =                             \
        kernels::MakeCustomRegistration<kernels::rows::id>(); \
    return &r;                                                \
  }
#include "kernels/register/extra_op_table.inc"
#undef TFLL_CUSTOM_OP

#define TFLL_CUSTOM_OP(id, name, ...) \
  TfLiteRegistration* Register_##id() { return builtin::Register_##id(); }
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

#define TFLL_ALSO_CUSTOM(id) \
  TfLiteRegistration* Register_##id() { return builtin::Register_##id(); }
#define TFLL_REFERENCE_ALIAS(alias, id)
#define TFLL_ALIAS(alias, id)
#include "kernels/register/op_aliases.inc"
#undef TFLL_ALSO_CUSTOM
#undef TFLL_REFERENCE_ALIAS
#undef TFLL_ALIAS

}  // namespace custom
}  // namespace ops
}  // namespace tflite
