#include "tensorflow_lite_lite/core/op_resolver.h"

#include <algorithm>
#include <string>

#include "tensorflow_lite_lite/core/find_operator.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite {
namespace {

// Returns the highest version below `wanted` that the resolver has, or 0.
int VersionHad(const OpResolver& resolver, BuiltinOperator op, int wanted) {
  if (wanted < 1) return 0;
  constexpr int kHighest = 100;
  for (int v = std::min(wanted, kHighest + 1) - 1; v > 0; --v) {
    if (resolver.FindOp(op, v) != nullptr) return v;
  }
  return 0;
}

}  // namespace

namespace core {

StatusOr<const TfLiteRegistration*> FindOperator(const OperatorCode& code,
                                                 const OpResolver& resolver) {
  const BuiltinOperator op = GetBuiltinCode(&code);
  const int version = code.version();
  if (op == BuiltinOperator_CUSTOM) {
    if (code.custom_code() == nullptr) {
      return Invalid("Operator with CUSTOM builtin_code has no custom_code.");
    }
    return resolver.FindOp(code.custom_code()->c_str(), version);
  }
  if (op < BuiltinOperator_MIN || op > BuiltinOperator_MAX) {
    return Invalid("The model uses operator code ", static_cast<int>(op),
                   ", which this release does not know: it was made for a "
                   "newer one.");
  }
  const TfLiteRegistration* found = resolver.FindOp(op, version);
  if (found != nullptr) return found;
  const int had = VersionHad(resolver, op, version);
  const std::string why =
      had > 0 ? StrCat("the newest version known here is ", had,
                       ". The model was made for a newer release.")
              : "the resolver does not have this operator.";
  return Invalid("Didn't find op for builtin opcode '",
                 EnumNameBuiltinOperator(op), "' version '", version,
                 "': ", why);
}

}  // namespace core

TfLiteStatus GetRegistrationFromOpCode(
    const OperatorCode* opcode, const OpResolver& op_resolver,
    ErrorReporter* error_reporter, const TfLiteRegistration** registration) {
  const auto found = core::FindOperator(*opcode, op_resolver);
  *registration = found.ok() ? *found : nullptr;
  if (!found.ok()) {
    error_reporter->Report("%s", std::string(found.status().message()).c_str());
  }
  return *registration == nullptr ? kTfLiteError : kTfLiteOk;
}

}  // namespace tflite
