#include "kernels/register/register.h"

#include "kernels/register/builtin_registrations.h"
#include "kernels/register/rows.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace ops {
namespace builtin {
namespace {

OpResolver::TfLiteDelegateCreators& DefaultDelegateCreators() {
  static auto* creators = new OpResolver::TfLiteDelegateCreators;
  return *creators;
}

}  // namespace

bool AddDefaultDelegateCreator(OpResolver::TfLiteDelegateCreator creator) {
  DefaultDelegateCreators().push_back(std::move(creator));
  return true;
}

BuiltinOpResolver::BuiltinOpResolver() {
#define TFLL_OP(id, name, code, first, last, ...) \
  AddBuiltin(static_cast<BuiltinOperator>(code), Register_##id(), first, last);
#define TFLL_CUSTOM_OP(id, name, first, last, ...) \
  AddCustom(name, Register_##id(), first, last);
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
  delegate_creators_ = DefaultDelegateCreators();
}

BuiltinOpResolverWithoutDefaultDelegates::
    BuiltinOpResolverWithoutDefaultDelegates() {
  delegate_creators_.clear();
}

BuiltinRefOpResolver::BuiltinRefOpResolver() {
#define TFLL_CUSTOM_OP(id, name, first, last, ...)                 \
  {                                                                \
    TfLiteRegistration r = MakeRegistration<reference_rows::id>(); \
    AddCustom(name, &r, first, last);                              \
  }
#define TFLL_OP(id, name, code, first, last, ...)                    \
  {                                                                  \
    TfLiteRegistration r = MakeRegistration<reference_rows::id>();   \
    AddBuiltin(static_cast<BuiltinOperator>(code), &r, first, last); \
  }
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
}

}  // namespace builtin
}  // namespace ops
}  // namespace tflite
