#include "tensorflow_lite_lite/core/op_resolver.h"

#include <algorithm>

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

TfLiteStatus GetRegistrationFromOpCode(
    const OperatorCode* opcode, const OpResolver& op_resolver,
    ErrorReporter* error_reporter, const TfLiteRegistration** registration) {
  *registration = nullptr;
  const BuiltinOperator op = GetBuiltinCode(opcode);
  const int version = opcode->version();
  if (op == BuiltinOperator_CUSTOM) {
    if (opcode->custom_code() == nullptr) {
      error_reporter->Report(
          "Operator with CUSTOM builtin_code has no custom_code.");
      return kTfLiteError;
    }
    *registration = op_resolver.FindOp(opcode->custom_code()->c_str(), version);
    return *registration == nullptr ? kTfLiteError : kTfLiteOk;
  }
  if (op < BuiltinOperator_MIN || op > BuiltinOperator_MAX) {
    error_reporter->Report(
        "The model uses operator code %d, which this release does not know: it "
        "was made for a newer one.",
        static_cast<int>(op));
    return kTfLiteError;
  }
  *registration = op_resolver.FindOp(op, version);
  if (*registration != nullptr) return kTfLiteOk;
  const int had = VersionHad(op_resolver, op, version);
  if (had > 0) {
    error_reporter->Report(
        "Didn't find op for builtin opcode '%s' version '%d': the newest "
        "version "
        "known here is %d. The model was made for a newer release.",
        EnumNameBuiltinOperator(op), version, had);
  } else {
    error_reporter->Report(
        "Didn't find op for builtin opcode '%s' version '%d': the resolver "
        "does "
        "not have this operator.",
        EnumNameBuiltinOperator(op), version);
  }
  return kTfLiteError;
}

}  // namespace tflite
