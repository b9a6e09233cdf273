#include "kernels/testing/sum_inputs.h"

#include <vector>

namespace tflite::kernels {
namespace {

// Sums of a few tens of products roughly fill the range of the output.
constexpr float kInputScale = 0.02f, kWeightScale = 0.01f, kOutputScale = 0.6f;

}  // namespace

std::string SumTypesName(SumTypes types) {
  static constexpr const char* kNames[] = {
      "float",       "hybrid_int8", "hybrid_int8_channels", "hybrid_uint8",
      "hybrid_int4", "int8",        "int8_channels",        "int8_int4",
      "uint8",       "int16",       "int16_bias32"};
  return kNames[static_cast<int>(types)];
}

bool SumInputs::is_float() const { return types_ <= SumTypes::kHybridInt4; }

void SumInputs::AddInput(OpTest& test, const Shape& shape) {
  const int64_t n = shape.num_elements();
  if (is_float()) {
    test.Input<float>(shape, RandomElements<float>(n, -2, 3, seed_));
  } else if (types_ == SumTypes::kUInt8) {
    test.Input<uint8_t>(shape, RandomElements<uint8_t>(n, 0, 255, seed_),
                        {kInputScale, 117});
  } else if (types_ < SumTypes::kInt16) {
    test.Input<int8_t>(shape, RandomElements<int8_t>(n, -128, 127, seed_),
                       {kInputScale, -9});
  } else {
    test.Input<int16_t>(shape, RandomElements<int16_t>(n, -32768, 32767, seed_),
                        {kInputScale / 256, 0});
  }
}

Quantized SumInputs::WeightScales(int32_t channels, int dimension) {
  switch (types_) {
    case SumTypes::kHybridUInt8:
    case SumTypes::kUInt8:
      return {kWeightScale, 131};
    case SumTypes::kHybridInt8:
    case SumTypes::kInt8:
      return {kWeightScale, 0};
    default:
      return {RandomElements<float>(channels, kWeightScale / 4, kWeightScale,
                                    seed_ + 1),
              std::vector<int32_t>(channels), dimension};
  }
}

void SumInputs::AddWeights(OpTest& test, const Shape& shape, int dimension,
                           bool constant) {
  const int64_t n = shape.num_elements();
  TfLiteType type = kTfLiteInt8;
  std::vector<uint8_t> bytes;
  switch (types_) {
    case SumTypes::kFloat:
      type = kTfLiteFloat32;
      bytes = EncodeElements(RandomElements<float>(n, -1, 1, seed_ + 2));
      break;
    case SumTypes::kUInt8:
    case SumTypes::kHybridUInt8:
      type = kTfLiteUInt8;
      bytes = RandomElements<uint8_t>(n, 0, 255, seed_ + 2);
      break;
    case SumTypes::kHybridInt4:
    case SumTypes::kInt8Int4:
      type = kTfLiteInt4;
      bytes = RandomElements<uint8_t>((n + 1) / 2, 0, 255, seed_ + 2);
      break;
    default:
      bytes = EncodeElements(RandomElements<int8_t>(n, -127, 127, seed_ + 2));
  }
  Quantized quantized;
  if (types_ != SumTypes::kFloat)
    quantized = WeightScales(shape[dimension], dimension);
  if (constant) {
    test.ConstBytes(type, shape, bytes, quantized);
  } else {
    test.InputBytes(type, shape, bytes, quantized);
  }
}

void SumInputs::AddBias(OpTest& test, int32_t channels, bool constant) {
  TfLiteType type = kTfLiteInt32;
  std::vector<uint8_t> bytes;
  if (is_float()) {
    type = kTfLiteFloat32;
    bytes = EncodeElements(RandomElements<float>(channels, -1, 1, seed_ + 3));
  } else if (types_ == SumTypes::kInt16) {
    type = kTfLiteInt64;
    bytes = EncodeElements(
        RandomElements<int64_t>(channels, -99999, 99999, seed_ + 3));
  } else {
    bytes = EncodeElements(
        RandomElements<int32_t>(channels, -9999, 9999, seed_ + 3));
  }
  if (constant) {
    test.ConstBytes(type, {channels}, bytes);
  } else {
    test.InputBytes(type, {channels}, bytes);
  }
}

void SumInputs::AddOutput(OpTest& test) {
  if (is_float()) {
    test.Output<float>();
  } else if (types_ == SumTypes::kUInt8) {
    test.Output<uint8_t>({kOutputScale, 140});
  } else if (types_ < SumTypes::kInt16) {
    test.Output<int8_t>({kOutputScale, 12});
  } else {
    test.Output<int16_t>({kOutputScale / 256, 0});
  }
}

}  // namespace tflite::kernels
