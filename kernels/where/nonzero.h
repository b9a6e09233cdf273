#ifndef KERNELS_WHERE_NONZERO_H_
#define KERNELS_WHERE_NONZERO_H_

#include <cstdint>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// Calls visit(i) for every element i of `count` that is not 0, in order. False
// when the type has no such notion.
template <typename Word, typename Visit>
void VisitNonZeroWords(const void* data, int64_t count, Word mask, Visit visit) {
  const Word* words = static_cast<const Word*>(data);
  for (int64_t i = 0; i < count; ++i) {
    if ((words[i] & mask) != 0) visit(i);
  }
}
template <typename Visit>
bool VisitNonZero(TfLiteType type, const void* data, int64_t count, Visit visit) {
  switch (type) {
    case kTfLiteBool:
    case kTfLiteInt8:
    case kTfLiteUInt8:
      VisitNonZeroWords<uint8_t>(data, count, 0xff, visit);
      return true;
    case kTfLiteInt16:
    case kTfLiteUInt16:
      VisitNonZeroWords<uint16_t>(data, count, 0xffff, visit);
      return true;
    // Of floating-point numbers the sign does not count: -0 is 0.
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      VisitNonZeroWords<uint16_t>(data, count, 0x7fff, visit);
      return true;
    case kTfLiteInt32:
    case kTfLiteUInt32:
      VisitNonZeroWords<uint32_t>(data, count, 0xffffffff, visit);
      return true;
    case kTfLiteFloat32:
      VisitNonZeroWords<uint32_t>(data, count, 0x7fffffff, visit);
      return true;
    case kTfLiteInt64:
    case kTfLiteUInt64:
      VisitNonZeroWords<uint64_t>(data, count, ~uint64_t{0}, visit);
      return true;
    case kTfLiteFloat64:
      VisitNonZeroWords<uint64_t>(data, count, ~uint64_t{0} >> 1, visit);
      return true;
    default:
      return false;
  }
}

}  // namespace tflite

#endif  // KERNELS_WHERE_NONZERO_H_
