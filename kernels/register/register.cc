#include "kernels/register/register.h"

#include "kernels/register/builtin_registrations.h"
#include "kernels/register/custom_ops_register.h"
#include "kernels/register/library_operators.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace ops {
namespace builtin {
namespace {

OpResolver::TfLiteDelegateCreators& DefaultDelegateCreators() {
  static auto* creators = new OpResolver::TfLiteDelegateCreators;
  return *creators;
}

// The operators are the same for every resolver: the tables are filled once and
// stay until the process ends.
const OpResolver& FastOperators() {
  static const auto* const operators = [] {
    auto* all = new MutableOpResolver;
#define TFLL_OP(id, name, code, first, last, ...)                             \
  all->AddBuiltin(static_cast<BuiltinOperator>(code), Register_##id(), first, \
                  last);
#define TFLL_CUSTOM_OP(id, name, first, last, ...) \
  all->AddCustom(name, Register_##id(), first, last);
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
    return all;
  }();
  return *operators;
}

const OpResolver& ReferenceOperators() {
  static const auto* const operators = [] {
    auto* all = new MutableOpResolver;
#define TFLL_OP(id, name, code, first, last, ...)                            \
  all->AddBuiltin(static_cast<BuiltinOperator>(code), Register_##id##_REF(), \
                  first, last);
#define TFLL_CUSTOM_OP(id, name, first, last, ...) \
  all->AddCustom(name, custom::Register_##id##_REF(), first, last);
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
    return all;
  }();
  return *operators;
}

}  // namespace

bool IsLibraryOperator(const TfLiteRegistration& r) {
  const OpResolver& library = FastOperators();
  const TfLiteRegistration* own =
      r.custom_name == nullptr
          ? library.FindOp(static_cast<BuiltinOperator>(r.builtin_code),
                           r.version)
          : library.FindOp(r.custom_name, r.version);
  return own != nullptr && own->init == r.init && own->free == r.free &&
         own->prepare == r.prepare && own->invoke == r.invoke &&
         own->registration_external == r.registration_external;
}

bool AddDefaultDelegateCreator(OpResolver::TfLiteDelegateCreator creator) {
  DefaultDelegateCreators().push_back(std::move(creator));
  return true;
}

BuiltinOpResolver::BuiltinOpResolver() {
  ChainOpResolver(&FastOperators());
  delegate_creators_ = DefaultDelegateCreators();
}

BuiltinOpResolverWithoutDefaultDelegates::
    BuiltinOpResolverWithoutDefaultDelegates() {
  delegate_creators_.clear();
}

BuiltinRefOpResolver::BuiltinRefOpResolver() {
  ChainOpResolver(&ReferenceOperators());
}

}  // namespace builtin
}  // namespace ops
}  // namespace tflite
