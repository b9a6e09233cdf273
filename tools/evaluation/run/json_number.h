#ifndef TOOLS_EVALUATION_RUN_JSON_NUMBER_H_
#define TOOLS_EVALUATION_RUN_JSON_NUMBER_H_

#include <cmath>
#include <cstdio>
#include <string>

namespace tflite {
namespace evaluation {

// All digits; null for infinity and NaN, which JSON does not have.
inline std::string JsonNumber(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_JSON_NUMBER_H_
