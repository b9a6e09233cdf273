#ifndef TENSORFLOW_LITE_LITE_STRING_TYPE_H_
#define TENSORFLOW_LITE_LITE_STRING_TYPE_H_

#include <string>

namespace tflite {

using std::string;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_STRING_TYPE_H_
