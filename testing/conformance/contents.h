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

// The bytes of a tensor of `shape`: its values or strings, repeated, or random
// ones as defined by its elements.
base::StatusOr<std::string> MakeContents(const Tensor& tensor, Random& random);

// Memory of one tensor between guard bands, aligned as tensors are; the second
// band follows directly.
class GuardedBuffer {
 public:
  static constexpr size_t kAlignment = 64;
  static constexpr size_t kBand = 256;  // bytes on either side

  // Initially all bytes, including the bands, are kFiller.
  explicit GuardedBuffer(size_t bytes);
  char* data() { return data_; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  void Fill(const std::string& bytes);  // size() of them
  // True if nothing was written outside.
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
