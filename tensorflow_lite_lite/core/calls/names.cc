#include "tensorflow_lite_lite/core/calls/names.h"

#include <cstring>

namespace tflite {
namespace {

bool HasPrefix(const char* text, const char* prefix) {
  return text != nullptr &&
         std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

}  // namespace

bool IsFlexOp(const char* custom_name) {
  return HasPrefix(custom_name, "Flex");
}

bool IsValidationSubgraph(const char* name) {
  return HasPrefix(name, "VALIDATION:");
}

}  // namespace tflite
