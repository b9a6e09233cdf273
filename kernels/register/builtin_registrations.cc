#include "kernels/register/builtin_registrations.h"

#include "kernels/register/rows.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace ops {
namespace builtin {

#define TFLL_OP(id, name, code, ...)                          \
  TfLiteRegistration* Register_##id() {                       \
    static TfLiteRegistration r = [] {                        \
      TfLiteRegistration made = MakeRegistration<rows::id>(); \
      made.builtin_code = code;                               \
      made.version = 1;                                       \
      return made;                                            \
    }();                                                      \
    return &r;                                                \
  }
#define TFLL_CUSTOM_OP(id, name, ...)                         \
  TfLiteRegistration* Register_##id() {                       \
    static TfLiteRegistration r = [] {                        \
      TfLiteRegistration made = MakeRegistration<rows::id>(); \
      made.builtin_code = kTfLiteBuiltinCustom;               \
      made.custom_name = name;                                \
      made.version = 1;                                       \
      return made;                                            \
    }();                                                      \
    return &r;                                                \
  }
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP

}  // namespace builtin
}  // namespace ops
}  // namespace tflite
