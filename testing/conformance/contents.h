#ifndef TESTING_CONFORMANCE_CONTENTS_H_
#define TESTING_CONFORMANCE_CONTENTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Returns the bytes of a tensor with `shape`: its values or strings, repeated,
// or random values as specified by its elements.
base::StatusOr<std::string> MakeContents(const Tensor& tensor, Random& random);

// The memory of one tensor, aligned like tensors, between two guard bands. The
// second band starts directly after the last byte.
class GuardedBuffer {
 public:
  static constexpr size_t kAlignment = 64;
  static constexpr size_t kBand = 256;  // bytes on either side

  // Initially all bytes are kFiller, including the bands.
  explicit GuardedBuffer(size_t bytes);
  char* data() { return data_; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  void Fill(const std::string& bytes);  // must have size() bytes
  // True if nothing was written outside of the tensor.
  bool Intact() const;

 private:
  static constexpr uint8_t kFiller = 0xa5;

  std::vector<char> memory_;
  char* data_;
  size_t size_;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CONTENTS_H_
