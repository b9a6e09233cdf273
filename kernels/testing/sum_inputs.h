#ifndef KERNELS_TESTING_SUM_INPUTS_H_
#define KERNELS_TESTING_SUM_INPUTS_H_

#include <cstdint>
#include <string>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {

// Random tensors for an operator that is a WeightedSum, in every combination of
// types one knows.
enum class SumTypes {
  kFloat,
  kHybridInt8,          // one scale
  kHybridInt8Channels,  // one scale per channel
  kHybridUInt8,         // with a zero point
  kHybridInt4,
  kInt8,
  kInt8Channels,
  kInt8Int4,
  kUInt8,
  kInt16,        // 64-bit bias
  kInt16Bias32,  // 32-bit bias
};
constexpr SumTypes kAllSumTypes[] = {SumTypes::kFloat,
                                     SumTypes::kHybridInt8,
                                     SumTypes::kHybridInt8Channels,
                                     SumTypes::kHybridUInt8,
                                     SumTypes::kHybridInt4,
                                     SumTypes::kInt8,
                                     SumTypes::kInt8Channels,
                                     SumTypes::kInt8Int4,
                                     SumTypes::kUInt8,
                                     SumTypes::kInt16,
                                     SumTypes::kInt16Bias32};

std::string SumTypesName(SumTypes types);

class SumInputs {
 public:
  SumInputs(SumTypes types, uint32_t seed) : types_(types), seed_(seed) {}

  bool is_float() const;  // float output
  // Adds the tensor as the test's next one. `dimension` is the one of the
  // weights' channels.
  void AddInput(OpTest& test, const Shape& shape);
  void AddWeights(OpTest& test, const Shape& shape, int dimension,
                  bool constant = true);
  void AddBias(OpTest& test, int32_t channels, bool constant = true);
  void AddOutput(OpTest& test);

 private:
  Quantized WeightScales(int32_t channels, int dimension);

  SumTypes types_;
  uint32_t seed_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_SUM_INPUTS_H_
