#include "delegates/edgetpu/simulator/execute_words.h"

#include <algorithm>
#include <cstring>

#include "delegates/edgetpu/isa/arithmetic.h"
#include "delegates/edgetpu/isa/curves.h"

namespace tflite::edgetpu {
namespace {

// Number `i` of an array in the tile's memory, which may be unaligned.
template <typename T>
T At(const uint8_t* array, uint64_t i) {
  T value;
  std::memcpy(&value, array + i * sizeof(T), sizeof(T));
  return value;
}
void Put(int32_t value, uint8_t* array, uint64_t i) {
  const auto stored = static_cast<int16_t>(value);
  std::memcpy(array + i * sizeof(stored), &stored, sizeof(stored));
}

int32_t Saturated(int64_t x) {
  return static_cast<int32_t>(std::clamp<int64_t>(x, INT16_MIN, INT16_MAX));
}
int32_t WrappedSum(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) +
                              static_cast<uint32_t>(b));
}

}  // namespace

void ExecuteNarrow(const Narrow& n, uint8_t* tile) {
  const bool starts = (n.flags & kStart) != 0;
  uint64_t i = 0;
  for (uint64_t r = 0; r < n.rows; ++r) {
    uint8_t* const out = tile + n.output + r * n.row_bytes;
    for (uint64_t o = 0; o < uint64_t{n.columns} * n.lanes; ++o, ++i) {
      const int32_t base = starts ? 0 : At<int16_t>(tile + n.base, i);
      const int32_t scaled = ScaleBy(At<int32_t>(tile + n.accumulators, i),
                                     n.factor, n.factor_shift);
      Put(Saturated(WrappedSum(scaled, base)), out, o);
    }
  }
}

void ExecuteCurve(const Curve& c, uint8_t* tile) {
  const auto bits = static_cast<int>(c.integer_bits);
  const bool tangent = (c.flags & kTangent) != 0;
  for (uint64_t i = 0; i < c.count; ++i) {
    const int32_t x = At<int16_t>(tile + c.input, i);
    Put(tangent ? TangentOf(x, bits) : LogisticOf(x, bits), tile + c.output, i);
  }
}

void ExecuteMix(const Mix& m, uint8_t* tile) {
  const auto part = [&](int32_t x, int32_t y, uint32_t shift) {
    return Saturated(
        ShiftRightRounding(int64_t{x} * y, static_cast<int>(shift)));
  };
  for (uint64_t i = 0; i < m.count; ++i) {
    const auto at = [&](uint32_t array) -> int32_t {
      return At<int16_t>(tile + array, i);
    };
    const int32_t third =
        (m.flags & kRest) != 0 ? INT16_MAX - at(m.c) : at(m.c);
    const int32_t sum = Saturated(part(at(m.a), at(m.b), m.first_shift) +
                                  part(third, at(m.d), m.second_shift));
    Put(std::clamp(sum, -m.limit, m.limit), tile + m.output, i);
  }
}

void ExecuteFinish(const Finish& f, uint8_t* tile) {
  uint64_t i = 0;
  for (uint64_t p = 0; p < f.positions; ++p) {
    uint8_t* const out = tile + f.output + p * f.row_bytes;
    for (uint32_t l = 0; l < f.lanes; ++l, ++i) {
      const int32_t product =
          At<int16_t>(tile + f.x, i) * int32_t{At<int16_t>(tile + f.y, i)};
      const int32_t sum =
          WrappedSum(ScaleBy(product, f.factor, f.factor_shift), f.zero_point);
      out[l] = static_cast<uint8_t>(std::clamp(sum, f.min, f.max));
    }
  }
}

}  // namespace tflite::edgetpu
