#include "testing/kernels_by_name.h"

#include "kernels/register/register.h"

namespace tflite {

std::unique_ptr<OpResolver> KernelsByName(const std::string& name) {
  if (name == "reference") {
    return std::make_unique<ops::builtin::BuiltinRefOpResolver>();
  }
  return std::make_unique<
      ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
}

}  // namespace tflite
