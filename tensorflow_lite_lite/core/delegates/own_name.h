#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_OWN_NAME_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_OWN_NAME_H_

#include <string>

namespace tflite::core {

// Delegates start their messages with their own name, and reports and logs name
// the delegate, too. Returns `text` without `name` and ": " where they start
// the text or one of its parts: "failed: npu: no device" becomes "failed: no
// device".
std::string WithoutName(std::string text, const std::string& name);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_OWN_NAME_H_
