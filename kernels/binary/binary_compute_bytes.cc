#include <algorithm>
#include <cmath>

#include "kernels/binary/binary_compute_rows.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"

// Quantized bytes: constants of the vector rows (bytes/byte_pairs.h), and
// sums for processors and scales for which there are none. The result is
// estimated in float; where the estimate is so near to the middle of two
// integers that the fixed-point arithmetic could round to the other one, the
// elements around are computed again in that arithmetic. All results are those
// of the reference.
namespace tflite::kernels {
namespace {

// Results as 65536ths in 32 bits must not overflow.
constexpr double kUnit = 65536, kMaxResult = 32000;
// Beyond this error, in 65536ths, too many elements would be in doubt.
constexpr double kMaxDoubt = 512;
constexpr double kFloatError = 0x1p-24;  // relative, of one rounding

// Adds `error`, the greatest error of an estimate in 65536ths, to its start,
// and sets the mask that finds elements in doubt. False if these are too many.
bool SetDoubt(double error, BytePairs& pairs) {
  int32_t doubt = 1;
  while (doubt < error + 1) doubt *= 2;
  if (doubt > kMaxDoubt) return false;
  pairs.start += static_cast<float>(doubt);
  pairs.below_start += static_cast<float>(doubt);
  pairs.doubt_mask = 0xFFFF & ~(2 * doubt - 1);
  return true;
}

// More than rounding both terms and the sum may change a result by, in its
// steps. A term is off by less than one unit of the sum, which is less than
// 2^shift steps, and so is the product before it is shifted.
double FixedPointError(const BinaryQuantization& q) {
  return std::ldexp(4.0, q.factor.shift);
}

// The estimate of sums in integers; none where they could overflow.
void EstimateSumInIntegers(const BinaryQuantization& q, BytePairs& pairs) {
  constexpr double kUnits = 1 << 20, kMost = 2000;
  // Quotients of floats would be off by more than the other errors.
  const double x_scale = double{q.x.scale} / q.out.scale;
  const double y_scale = pairs.sign * double{q.y.scale} / q.out.scale;
  const double first = q.out.zero_point + 0.5;
  if (255 * (x_scale + std::abs(y_scale)) + std::abs(first) > kMost) return;
  const double x_factor = 2 * std::round((kUnits * x_scale - 1) / 2) + 1;
  const double y_factor = std::round(kUnits * y_scale);
  const double rounding = 255 * (std::abs(x_factor - kUnits * x_scale) +
                                 std::abs(y_factor - kUnits * y_scale));
  // `first` is whole in these units but for the doubt.
  const double doubt = std::ceil(rounding + kUnits * FixedPointError(q)) + 1;
  // Compared without their last four bits. Factors are off by less than two
  // units, and scales so bounded that few results are in doubt.
  const double doubts = std::floor(2 * doubt / 16) + 1;
  pairs.x_factor = static_cast<int32_t>(x_factor);
  pairs.y_factor = static_cast<int32_t>(y_factor);
  pairs.first = static_cast<int32_t>(kUnits * first + doubt);
  pairs.doubts = static_cast<int32_t>(doubts);
}

// Also sets the constants of the estimate in integers.
bool EstimateSum(const BinaryQuantization& q, BytePairs& pairs) {
  EstimateSumInIntegers(q, pairs);
  const double x_scale = kUnit * q.x.scale / q.out.scale;
  const double y_scale = pairs.sign * kUnit * q.y.scale / q.out.scale;
  const double start = kUnit * (q.out.zero_point + 0.5) -
                       x_scale * q.x.zero_point - y_scale * q.y.zero_point;
  const double x = 255 * x_scale, y = 255 * std::abs(y_scale);
  if (x + y + std::abs(start) > kUnit * kMaxResult) return false;
  pairs.x_scale = static_cast<float>(x_scale);
  pairs.y_scale = static_cast<float>(y_scale);
  pairs.start = pairs.below_start = static_cast<float>(start);
  // Scales, start and both additions round.
  const double rounding =
      kFloatError * 2 * (x + y + std::abs(start) + kUnit * 256);
  return SetDoubt(rounding + 1 + kUnit * FixedPointError(q), pairs);
}

// The high product is rounded, halves upwards, and then shifted right, halves
// away from zero. With v = product * factor before the shift s, that is
// floor((v + 0.5 + 2^(s-1)) / 2^s), less 2^-s where v is negative.
bool EstimateProduct(const BinaryQuantization& q, BytePairs& pairs) {
  const int shift = -q.factor.shift;
  const double scale =
      kUnit * std::ldexp(q.factor.multiplier, q.factor.shift - 31);
  if (shift < 1 || 65025 * scale > kUnit * (kMaxResult - 512)) return false;
  const double step = std::ldexp(kUnit, -shift);  // 2^-s
  const double start = kUnit * (q.out.zero_point + 0.5) + 0.5 * step;
  pairs.scale = static_cast<float>(scale);
  pairs.start = static_cast<float>(start);
  pairs.below_start = static_cast<float>(start - step);
  // Scale, start and the addition round; results matter inside the range.
  return SetDoubt(kFloatError * kUnit * (640 + 384 + 384) + 1, pairs);
}

// Elements that are estimated, and where need be repeated, together.
constexpr int64_t kBlock = 128;

// How far an estimate may be off, in steps of the output, for terms up to
// `magnitude` in sum: a few roundings of 24-bit numbers and the fixed-point
// factors' own.
float ErrorOf(double magnitude) {
  return static_cast<float>(magnitude * 0x1p-21 + 1e-5);
}

struct SumBytes {
  explicit SumBytes(const Binary& op)
      : x_zero_point(op.q.x.zero_point),
        y_zero_point(op.q.y.zero_point),
        unit(1 << op.q.shift),
        sign(op.kind == BinaryKind::kSub ? -1 : 1),
        x_scale(op.q.x.scale / op.q.out.scale),
        y_scale(sign * op.q.y.scale / op.q.out.scale),
        x_factor(op.q.x_factor),
        y_factor(op.q.y_factor),
        factor(op.q.factor),
        error(ErrorOf(512.0 * (x_scale + std::abs(y_scale)))) {}
  TFLL_ALWAYS_INLINE float Estimate(int32_t x, int32_t y) const {
    return static_cast<float>(x - x_zero_point) * x_scale +
           static_cast<float>(y - y_zero_point) * y_scale;
  }
  TFLL_ALWAYS_INLINE int32_t Exact(int32_t x, int32_t y) const {
    const int32_t a = x_factor.Multiply((x - x_zero_point) * unit);
    const int32_t b = y_factor.Multiply((y - y_zero_point) * unit);
    return factor.Multiply(a + sign * b);
  }
  int32_t x_zero_point, y_zero_point, unit, sign;
  float x_scale, y_scale;
  DownMultiplier x_factor, y_factor, factor;
  float error;
};

// The bounds of the result before the zero point is added.
struct Bounds {
  explicit Bounds(const BinaryQuantization& q)
      : zero_point(q.out.zero_point),
        low(q.range.min - zero_point),
        high(q.range.max - zero_point) {}
  int32_t zero_point, low, high;
};

// Estimates `count` elements; true where some is too near to a middle. Operand
// x stays in place unless kXMoves, and so y.
template <bool kXMoves, bool kYMoves, typename T>
TFLL_ALWAYS_INLINE bool EstimateBlock(const SumBytes& f, const Bounds& bounds,
                                      const T* x, const T* y, int64_t count,
                                      T* out) {
  // Added to a small float, leaves its nearest integer in the last bits.
  constexpr float kRounder = 12582912.0f;  // 1.5 * 2^23
  const float low = static_cast<float>(bounds.low);
  const float high = static_cast<float>(bounds.high);
  const float near = 0.5f - f.error;
  const int32_t zero_point = bounds.zero_point;
  int32_t doubtful = 0;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    float v = f.Estimate(x[kXMoves ? i : 0], y[kYMoves ? i : 0]);
    v = v < low ? low : v;
    v = v > high ? high : v;
    const float whole = (v + kRounder) - kRounder;
    doubtful |= std::fabs(v - whole) > near ? 1 : 0;
    out[i] = static_cast<T>(static_cast<int32_t>(whole) + zero_point);
  }
  return doubtful != 0;
}

template <bool kXMoves, bool kYMoves, typename T>
TFLL_ALWAYS_INLINE void ComputeBlock(const SumBytes& f, const Bounds& bounds,
                                     const T* x, const T* y, int64_t count,
                                     T* out) {
  const int32_t zero_point = bounds.zero_point, low = bounds.low,
                high = bounds.high;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    int32_t v = f.Exact(x[kXMoves ? i : 0], y[kYMoves ? i : 0]);
    v = v < low ? low : v;
    v = v > high ? high : v;
    out[i] = static_cast<T>(v + zero_point);
  }
}

template <bool kXMoves, bool kYMoves, typename T>
TFLL_ALWAYS_INLINE void SumRow(const Binary& op, const BroadcastRow& row,
                               const void* xs, const void* ys, void* outs) {
  const T* x = static_cast<const T*>(xs) + row.in[0];
  const T* y = static_cast<const T*>(ys) + row.in[1];
  T* out = static_cast<T*>(outs) + row.out;
  const SumBytes f(op);
  const Bounds bounds(op.q);
  const bool estimates = f.error < 0.05f;
  // The output may be one of the operands: estimates wait until they are
  // certain.
  T certain[kBlock];
  for (int64_t i = 0; i < row.count; i += kBlock) {
    const int64_t n = std::min(kBlock, row.count - i);
    const T* a = x + (kXMoves ? i : 0);
    const T* b = y + (kYMoves ? i : 0);
    if (!estimates ||
        EstimateBlock<kXMoves, kYMoves>(f, bounds, a, b, n, certain)) {
      ComputeBlock<kXMoves, kYMoves>(f, bounds, a, b, n, certain);
    }
    std::copy_n(certain, n, out + i);
  }
}

// The three rows of TFLL_BINARY_ROWS.
#define TFLL_BYTE_ROWS(name, T)                                              \
  TFLL_VECTOR_CLONES                                                         \
  void name##Both(const Binary& op, const BroadcastRow& row, const void* x,  \
                  const void* y, void* out) {                                \
    SumRow<true, true, T>(op, row, x, y, out);                               \
  }                                                                          \
  TFLL_VECTOR_CLONES                                                         \
  void name##Right(const Binary& op, const BroadcastRow& row, const void* x, \
                   const void* y, void* out) {                               \
    SumRow<false, true, T>(op, row, x, y, out);                              \
  }                                                                          \
  TFLL_VECTOR_CLONES                                                         \
  void name##Left(const Binary& op, const BroadcastRow& row, const void* x,  \
                  const void* y, void* out) {                                \
    SumRow<true, false, T>(op, row, x, y, out);                              \
  }

TFLL_BYTE_ROWS(SumInt8, int8_t)
TFLL_BYTE_ROWS(SumUInt8, uint8_t)

#undef TFLL_BYTE_ROWS

}  // namespace

BytePairsRow FindBytePairs(const Binary& op, BytePairs* pairs) {
  const BinaryQuantization& q = op.q;
  if (!op.quantized || ElementBits(op.type) != 8 || q.factor.shift > 0) {
    return nullptr;
  }
  *pairs = {};
  pairs->is_signed = op.type == kTfLiteInt8;
  pairs->multiplies = q.form == BinaryForm::kProduct;
  pairs->x_zero_point = q.x.zero_point;
  pairs->y_zero_point = q.y.zero_point;
  pairs->out_zero_point = q.out.zero_point;
  pairs->low = q.range.min;
  pairs->high = q.range.max;
  pairs->unit = 1 << q.shift;
  pairs->sign = op.kind == BinaryKind::kSub ? -1 : 1;
  pairs->x_multiplier = q.x_factor.multiplier;
  pairs->x_shift = -q.x_factor.shift;
  pairs->y_multiplier = q.y_factor.multiplier;
  pairs->y_shift = -q.y_factor.shift;
  pairs->multiplier = q.factor.multiplier;
  pairs->shift = -q.factor.shift;
  const bool fits = pairs->multiplies            ? EstimateProduct(q, *pairs)
                    : q.form == BinaryForm::kSum ? EstimateSum(q, *pairs)
                                                 : false;
  return fits ? FindBytePairsRow(*pairs) : nullptr;
}

BinaryRowFunction FindByteSumRow(const Binary& op) {
  return op.type == kTfLiteInt8 ? TFLL_BINARY_ROW_OF(op, SumInt8)
                                : TFLL_BINARY_ROW_OF(op, SumUInt8);
}

}  // namespace tflite::kernels
