#include "tensorflow_lite_lite/core/delegates/own_name.h"

namespace tflite::core {

std::string WithoutName(std::string text, const std::string& name) {
  if (name.empty()) return text;
  const std::string prefix = name + ": ";
  size_t at = 0;
  while ((at = text.find(prefix, at)) != std::string::npos) {
    if (at == 0 || (at >= 2 && text.compare(at - 2, 2, ": ") == 0)) {
      text.erase(at, prefix.size());
    } else {
      at += prefix.size();
    }
  }
  return text;
}

}  // namespace tflite::core
