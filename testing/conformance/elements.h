// Element types of a case's tensors, and the range of their values.
#ifndef TESTING_CONFORMANCE_ELEMENTS_H_
#define TESTING_CONFORMANCE_ELEMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_types.h"

namespace tflite {
namespace conformance {

// A small random number generator with the same results on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next();
  // Uniform in [min, max], inclusive.
  int64_t Int(int64_t min, int64_t max);
  double Real(double min, double max);
  bool Flip() { return (Next() & 1) != 0; }
  template <typename T>
  T Pick(const std::vector<T>& from) {
    return from[Int(0, static_cast<int64_t>(from.size()) - 1)];
  }

 private:
  uint64_t state_;
};

// A type, its quantization, and the range of random contents.
struct Elements {
  std::string name;  // in the names of cases
  TfLiteType type = kTfLiteFloat32;
  std::vector<float> scales;  // empty: not quantized
  std::vector<int32_t> zero_points;
  int dimension = 0;  // which one the scales are for, if there are several
  // Random contents are uniform in [min, max]: real numbers for quantized
  // types, stored values for others. min > max means the whole range of a
  // quantized type.
  double min = -1, max = 1;

  // Return modified copies.
  Elements Range(double lowest, double highest) const;
  Elements Scaled(float scale, int32_t zero_point = 0) const;
  // One scale per slice of dimension `dim`, between `scale` and twice that;
  // zero point 0.
  Elements PerChannel(int channels, int dim, float scale = 0.01f) const;
  Elements Unquantized() const;
  bool quantized() const { return !scales.empty(); }
};

extern const Elements kFloat32, kFloat16, kBFloat16, kFloat64, kComplex64;
// Quantized; with nonzero zero points if the type allows them.
extern const Elements kInt8, kUInt8, kInt16, kInt4;
// Unquantized integers of moderate magnitude, of both signs for signed types.
extern const Elements kPlainInt8, kPlainUInt8, kPlainInt16, kPlainUInt16,
    kInt32, kUInt32, kInt64, kUInt64, kBool;
extern const Elements kString, kResource;

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_ELEMENTS_H_
