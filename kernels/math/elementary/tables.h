#ifndef KERNELS_MATH_ELEMENTARY_TABLES_H_
#define KERNELS_MATH_ELEMENTARY_TABLES_H_

#include <cstdint>

// Tables for vectors that look up 32 numbers at once. Plain structs only:
// sources compiled for wider instructions include this.
namespace tflite::kernels {

constexpr int kTableSize = 32;

// A function f as polynomials on intervals around the multiples of their
// width: f(j width + d) = c[0][j] + d (c[1][j] + d (c[2][j] + ...)).
struct Pieces {
  static constexpr int kDegree = 5;
  alignas(64) float c[kDegree + 1][kTableSize];
};

constexpr float kTailWidth = 0.25f;

// Numbers by the leading bits of their significands, in intervals of
// 2^kLogShift units in the last place from kLogStart on. 1 is the middle of an
// interval.
constexpr int kLogShift = 18;
constexpr int32_t kLogStart = 0x3F360000;  // the bits of 0.7109375

struct ElementaryTables {
  Pieces normal_tail;  // the integral of the normal distribution from x on
  // The bits of 2^(j / 32), less j << 18: with (32 k + j) << 18 added, those of
  // 2^(k + j / 32).
  alignas(64) int32_t power[kTableSize];
  // 1 / c for the middle c of an interval, and the logarithm of c.
  alignas(64) float log_inverse[kTableSize];
  alignas(64) float log_middle[kTableSize];
};

// Computed once per process.
const ElementaryTables& Tables();

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_TABLES_H_
