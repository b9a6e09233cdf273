// Strings in tensors. The data of a kTfLiteString tensor is one buffer, all
// integers little-endian 32 bits:
//   count, offset of string 0, ..., offset of string count-1, total bytes,
//   the characters of all strings one after another
// Offsets count bytes from the start of the buffer; string i ends where the
// next offset begins. Strings may hold any byte.
#ifndef TENSORFLOW_LITE_LITE_STRING_UTIL_H_
#define TENSORFLOW_LITE_LITE_STRING_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// Characters that belong to someone else; not terminated by a zero.
struct StringRef {
  const char* str;
  size_t len;
};

// Collects strings and writes them as one buffer.
class SimpleDynamicBuffer {
 public:
  static constexpr size_t kDefaultMaxLength =
      static_cast<size_t>(std::numeric_limits<int32_t>::max());

  // The characters of all strings together stay within `max_length`.
  explicit SimpleDynamicBuffer(size_t max_length = kDefaultMaxLength)
      : offset_{0}, max_length_(max_length) {}

  // Copies the characters. False, with nothing added, when they do not fit.
  bool AddString(const char* str, size_t len);

  // Allocates the buffer with malloc; the caller frees it. Returns its bytes,
  // or -1 with *buffer null when it would not fit 32 bits or memory is short.
  int WriteToBuffer(char** buffer);

 protected:
  std::vector<char> data_;
  std::vector<size_t> offset_;  // where each string ends in data_, after a 0
  const size_t max_length_;
};

// The same for tensors.
class DynamicBuffer : public SimpleDynamicBuffer {
 public:
  using SimpleDynamicBuffer::SimpleDynamicBuffer;

  TfLiteStatus AddString(const StringRef& string);
  TfLiteStatus AddString(const char* str, size_t len);

  // Adds one string: all of `strings`, with the separator between them.
  void AddJoinedString(const std::vector<StringRef>& strings, char separator);
  void AddJoinedString(const std::vector<StringRef>& strings,
                       StringRef separator);

  // Makes the strings the data of `tensor`, which becomes dynamic. Takes
  // `new_shape`; null leaves the shape alone. When memory is short the tensor's
  // data is null.
  void WriteToTensor(TfLiteTensor* tensor, TfLiteIntArray* new_shape);
  // With the shape [number of strings].
  void WriteToTensorAsVector(TfLiteTensor* tensor);
};

// Number of strings in a buffer that is known to be sound; 0 for null.
int GetStringCount(const void* raw_buffer);
// String `string_index` of such a buffer.
StringRef GetString(const void* raw_buffer, int string_index);

// For tensors, whose data need not be sound: a count that the bytes can hold,
// and an empty string where the index or the offsets are out of range.
int GetStringCount(const TfLiteTensor* tensor);
StringRef GetString(const TfLiteTensor* tensor, int string_index);

}  // namespace tflite

// The names under which the converter's library has them.
namespace mlir {
namespace TFL {
using ::tflite::GetString;
using ::tflite::GetStringCount;
using ::tflite::SimpleDynamicBuffer;
using ::tflite::StringRef;
}  // namespace TFL
}  // namespace mlir

#endif  // TENSORFLOW_LITE_LITE_STRING_UTIL_H_
