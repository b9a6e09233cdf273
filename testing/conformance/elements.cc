#include "testing/conformance/elements.h"

namespace tflite {
namespace conformance {

uint64_t Random::Next() {
  state_ += 0x9e3779b97f4a7c15u;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int64_t Random::Int(int64_t min, int64_t max) {
  const uint64_t span = static_cast<uint64_t>(max) - min + 1;
  return span == 0 ? static_cast<int64_t>(Next())
                   : static_cast<int64_t>(min + Next() % span);
}

double Random::Real(double min, double max) {
  return min + (max - min) * (Next() >> 11) * (1.0 / (uint64_t{1} << 53));
}

Elements Elements::Range(double lowest, double highest) const {
  Elements e = *this;
  e.min = lowest;
  e.max = highest;
  return e;
}

Elements Elements::Scaled(float scale, int32_t zero_point) const {
  Elements e = *this;
  e.scales = {scale};
  e.zero_points = {zero_point};
  return e;
}

Elements Elements::PerChannel(int channels, int dim, float scale) const {
  Elements e = *this;
  e.dimension = dim;
  e.scales.clear();
  for (int i = 0; i < channels; ++i) {
    e.scales.push_back(scale * (1 + static_cast<float>(i) / channels));
  }
  e.zero_points.assign(channels, 0);
  return e;
}

Elements Elements::Unquantized() const {
  Elements e = *this;
  e.scales.clear();
  e.zero_points.clear();
  return e;
}

const Elements kFloat32 = {"float32", kTfLiteFloat32, {}, {}, 0, -1, 1};
const Elements kFloat16 = {"float16", kTfLiteFloat16, {}, {}, 0, -1, 1};
const Elements kBFloat16 = {"bfloat16", kTfLiteBFloat16, {}, {}, 0, -1, 1};
const Elements kFloat64 = {"float64", kTfLiteFloat64, {}, {}, 0, -1, 1};
const Elements kComplex64 = {"complex64", kTfLiteComplex64, {}, {}, 0, -1, 1};

const Elements kInt8 = {
    "int8_quantized", kTfLiteInt8, {1.f / 64}, {-5}, 0, 1, 0};
const Elements kUInt8 = {
    "uint8_quantized", kTfLiteUInt8, {1.f / 64}, {123}, 0, 1, 0};
const Elements kInt16 = {
    "int16_quantized", kTfLiteInt16, {1.f / 16384}, {0}, 0, 1, 0};
const Elements kInt4 = {"int4_quantized", kTfLiteInt4, {1.f / 8}, {0}, 0, 1, 0};

const Elements kPlainInt8 = {"int8", kTfLiteInt8, {}, {}, 0, -100, 100};
const Elements kPlainUInt8 = {"uint8", kTfLiteUInt8, {}, {}, 0, 0, 200};
const Elements kPlainInt16 = {"int16", kTfLiteInt16, {}, {}, 0, -20000, 20000};
const Elements kPlainUInt16 = {"uint16", kTfLiteUInt16, {}, {}, 0, 0, 40000};
const Elements kInt32 = {"int32", kTfLiteInt32, {}, {}, 0, -1000, 1000};
const Elements kUInt32 = {"uint32", kTfLiteUInt32, {}, {}, 0, 0, 2000};
const Elements kInt64 = {"int64", kTfLiteInt64, {}, {}, 0, -1000, 1000};
const Elements kUInt64 = {"uint64", kTfLiteUInt64, {}, {}, 0, 0, 2000};
const Elements kBool = {"bool", kTfLiteBool, {}, {}, 0, 0, 1};
const Elements kString = {"string", kTfLiteString, {}, {}, 0, 0, 0};
const Elements kResource = {"resource", kTfLiteResource, {}, {}, 0, 0, 0};

}  // namespace conformance
}  // namespace tflite
