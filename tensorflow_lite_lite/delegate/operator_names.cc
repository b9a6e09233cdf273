#include "tensorflow_lite_lite/delegate/operator_names.h"

#include <cstring>

#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {
namespace {

struct Name {
  int code;
  const char* name;
};

// Ordered by code, without gaps.
constexpr Name kNames[] = {
#include "tensorflow_lite_lite/delegate/builtin_operators.inc"
};
constexpr int kCount = sizeof(kNames) / sizeof(kNames[0]);

}  // namespace

const char* OperatorName(int builtin_code, const char* custom_name) {
  if (builtin_code == kTfLiteBuiltinCustom ||
      builtin_code == kTfLiteBuiltinDelegate) {
    if (custom_name != nullptr) return custom_name;
    if (builtin_code == kTfLiteBuiltinCustom) return "UNKNOWN";
  }
  if (builtin_code < 0 || builtin_code >= kCount) return "UNKNOWN";
  return kNames[builtin_code].name;
}

int BuiltinOperatorCode(const char* name) {
  for (const Name& row : kNames) {
    if (std::strcmp(row.name, name) == 0) return row.code;
  }
  return -1;
}

}  // namespace tflite::delegates
