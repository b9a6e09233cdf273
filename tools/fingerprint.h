#ifndef TOOLS_FINGERPRINT_H_
#define TOOLS_FINGERPRINT_H_

#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace tools {

// Returns a hash of a tensor's type, shape and contents, as 16 hexadecimal
// digits: 64-bit FNV-1a of the type's number and each dimension, 4 bytes each,
// lowest first, and then of the bytes. The same on every target.
std::string Fingerprint(const TfLiteTensor& tensor);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_FINGERPRINT_H_
