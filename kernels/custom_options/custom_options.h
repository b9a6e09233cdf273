#ifndef KERNELS_CUSTOM_OPTIONS_CUSTOM_OPTIONS_H_
#define KERNELS_CUSTOM_OPTIONS_CUSTOM_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::kernels {

// The options of a custom operator: a flexbuffer map from names to values.
// Bytes of a model are not trusted: reading never leaves them.
class CustomOptions {
 public:
  // An error when the bytes are not a valid flexbuffer, or not a map.
  static StatusOr<CustomOptions> Parse(absl::Span<const uint8_t> bytes);

  // `missing`, or false, where there is no such key. Numbers are converted to
  // the requested type; other values count as 0.
  int64_t Int(std::string_view key, int64_t missing = 0) const;
  double Float(std::string_view key, double missing = 0) const;
  bool Bool(std::string_view key) const;
  // Empty where there is no such key or the value is of another kind.
  std::string String(std::string_view key) const;
  // A vector of numbers, typed or not; a blob gives its bytes.
  std::vector<int64_t> Ints(std::string_view key) const;

 private:
  explicit CustomOptions(absl::Span<const uint8_t> bytes);

  // The bytes and a zero, which ends a key that runs to the end.
  std::vector<uint8_t> bytes_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_CUSTOM_OPTIONS_CUSTOM_OPTIONS_H_
