// Strings in tensors. The data of a kTfLiteString tensor is one buffer that
// starts with little-endian 32-bit integers:
//   count, offset of string 0, ..., offset of string count-1, total bytes,
//   the characters of all strings, concatenated
// Offsets are in bytes from the start of the buffer; string i ends where the
// next offset begins. Strings may contain any byte.
#ifndef TENSORFLOW_LITE_LITE_STRING_UTIL_H_
#define TENSORFLOW_LITE_LITE_STRING_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// A non-owning reference to characters; not zero-terminated.
struct StringRef {
  const char* str;
  size_t len;
};

// Collects strings and writes them as one buffer.
class SimpleDynamicBuffer {
 public:
  static constexpr size_t kDefaultMaxLength =
      static_cast<size_t>(std::numeric_limits<int32_t>::max());

  // Limits the total number of characters of all strings to `max_length`.
  explicit SimpleDynamicBuffer(size_t max_length = kDefaultMaxLength)
      : offset_{0}, max_length_(max_length) {}

  // Copies the characters. Returns false and adds nothing if they do not fit.
  bool AddString(const char* str, size_t len);

  // Allocates the buffer with malloc; the caller frees it. Returns its size in
  // bytes, or -1 with *buffer null if it exceeds 32 bits or memory is
  // exhausted.
  int WriteToBuffer(char** buffer);

 protected:
  std::vector<char> data_;
  std::vector<size_t> offset_;  // ends of strings in data_, after a 0
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
  // ownership of `new_shape`; null keeps the shape. If memory is exhausted, the
  // tensor's data is null.
  void WriteToTensor(TfLiteTensor* tensor, TfLiteIntArray* new_shape);
  // Like WriteToTensor, with the shape [number of strings].
  void WriteToTensorAsVector(TfLiteTensor* tensor);
};

// Number of strings in a well-formed buffer; 0 for null.
int GetStringCount(const void* raw_buffer);
// String `string_index` of a well-formed buffer.
StringRef GetString(const void* raw_buffer, int string_index);

// For tensors, whose data may be malformed: GetStringCount returns at most what
// the bytes can hold, GetString an empty string if the index or the offsets are
// out of range.
int GetStringCount(const TfLiteTensor* tensor);
StringRef GetString(const TfLiteTensor* tensor, int string_index);

}  // namespace tflite

// The names that the converter's library uses.
namespace mlir {
namespace TFL {
using ::tflite::GetString;
using ::tflite::GetStringCount;
using ::tflite::SimpleDynamicBuffer;
using ::tflite::StringRef;
}  // namespace TFL
}  // namespace mlir

#endif  // TENSORFLOW_LITE_LITE_STRING_UTIL_H_
