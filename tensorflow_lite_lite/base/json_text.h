#ifndef TENSORFLOW_LITE_LITE_BASE_JSON_TEXT_H_
#define TENSORFLOW_LITE_LITE_BASE_JSON_TEXT_H_

#include <string>
#include <string_view>

#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// `text` as a JSON string in its quotes. What is not UTF-8 becomes U+FFFD, a
// byte at a time.
std::string JsonQuoted(std::string_view text);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_JSON_TEXT_H_
