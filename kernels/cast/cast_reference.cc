#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "kernels/cast/cast.h"
#include "kernels/math/packed.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/float8.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// A number in the widest type of its kind.
struct Number {
  enum Kind { kSigned, kUnsigned, kReal };
  Kind kind;
  uint64_t bits = 0;  // of integers
  double real = 0, imaginary = 0;
};

Number Signed(int64_t x) { return {Number::kSigned, static_cast<uint64_t>(x)}; }
Number Unsigned(uint64_t x) { return {Number::kUnsigned, x}; }
Number Real(double x, double imaginary = 0) {
  return {Number::kReal, 0, x, imaginary};
}

Number Load(TfLiteType type, const void* data, int64_t i) {
  const auto* packed = static_cast<const uint8_t*>(data);
  switch (type) {
    case kTfLiteFloat32:
      return Real(static_cast<const float*>(data)[i]);
    case kTfLiteFloat64:
      return Real(static_cast<const double*>(data)[i]);
    case kTfLiteFloat16:
      return Real(static_cast<const half*>(data)[i]);
    case kTfLiteBFloat16:
      return Real(static_cast<const bfloat16*>(data)[i]);
    case kTfLiteFloat8E4M3FN:
      return Real(static_cast<const float8_e4m3fn*>(data)[i]);
    case kTfLiteFloat8E5M2:
      return Real(static_cast<const float8_e5m2*>(data)[i]);
    case kTfLiteComplex64:
      return Real(static_cast<const float*>(data)[2 * i],
                  static_cast<const float*>(data)[2 * i + 1]);
    case kTfLiteComplex128:
      return Real(static_cast<const double*>(data)[2 * i],
                  static_cast<const double*>(data)[2 * i + 1]);
    case kTfLiteBool:
      return Unsigned(packed[i] != 0);
    case kTfLiteInt2:
      return Signed(PackedInt2At(packed, i));
    case kTfLiteInt4:
      return Signed(PackedInt4At(packed, i));
    case kTfLiteUInt4:
      return Unsigned(PackedInt4At(packed, i) & 15);
    case kTfLiteInt8:
      return Signed(static_cast<const int8_t*>(data)[i]);
    case kTfLiteInt16:
      return Signed(static_cast<const int16_t*>(data)[i]);
    case kTfLiteInt32:
      return Signed(static_cast<const int32_t*>(data)[i]);
    case kTfLiteInt64:
      return Signed(static_cast<const int64_t*>(data)[i]);
    case kTfLiteUInt8:
      return Unsigned(packed[i]);
    case kTfLiteUInt16:
      return Unsigned(static_cast<const uint16_t*>(data)[i]);
    case kTfLiteUInt32:
      return Unsigned(static_cast<const uint32_t*>(data)[i]);
    default:
      return Unsigned(static_cast<const uint64_t*>(data)[i]);
  }
}

// The number as a floating-point type, rounded once.
template <typename T>
T ToReal(const Number& n) {
  switch (n.kind) {
    case Number::kSigned:
      return static_cast<T>(static_cast<int64_t>(n.bits));
    case Number::kUnsigned:
      return static_cast<T>(n.bits);
    case Number::kReal:
      break;
  }
  return static_cast<T>(n.real);
}

// The number in [min, max], ends of an integer type, as 64 bits.
uint64_t ToInteger(const Number& n, int64_t min, uint64_t max) {
  if (n.kind != Number::kReal) return n.bits;
  if (n.real <= static_cast<double>(min)) return static_cast<uint64_t>(min);
  // The double next to the largest 64-bit integers is one more.
  if (!(n.real < static_cast<double>(max))) return max;
  return min < 0 ? static_cast<uint64_t>(static_cast<int64_t>(n.real))
                 : static_cast<uint64_t>(n.real);
}

template <typename T>
void StoreInteger(const Number& n, void* data, int64_t i) {
  using Limits = std::numeric_limits<T>;
  static_cast<T*>(data)[i] = static_cast<T>(
      ToInteger(n, static_cast<int64_t>(Limits::min()), Limits::max()));
}

// Elements of `bits` bits, stored first to last.
void StorePacked(uint64_t value, int bits, void* data, int64_t i) {
  const int per_byte = 8 / bits;
  const int at = static_cast<int>(i % per_byte) * bits;
  uint8_t& byte = static_cast<uint8_t*>(data)[i / per_byte];
  const uint64_t field = (value & ((1u << bits) - 1)) << at;
  byte = static_cast<uint8_t>(at == 0 ? field : byte | field);
}

void Store(TfLiteType type, const Number& n, void* data, int64_t i) {
  switch (type) {
    case kTfLiteFloat32:
      static_cast<float*>(data)[i] = ToReal<float>(n);
      return;
    case kTfLiteFloat64:
      static_cast<double*>(data)[i] = ToReal<double>(n);
      return;
    case kTfLiteFloat16:
      static_cast<half*>(data)[i] = ToReal<float>(n);
      return;
    case kTfLiteBFloat16:
      static_cast<bfloat16*>(data)[i] = ToReal<float>(n);
      return;
    case kTfLiteFloat8E4M3FN:
      static_cast<float8_e4m3fn*>(data)[i] = ToReal<float>(n);
      return;
    case kTfLiteFloat8E5M2:
      static_cast<float8_e5m2*>(data)[i] = ToReal<float>(n);
      return;
    case kTfLiteComplex64:
      static_cast<std::complex<float>*>(data)[i] = {
          ToReal<float>(n), static_cast<float>(n.imaginary)};
      return;
    case kTfLiteComplex128:
      static_cast<std::complex<double>*>(data)[i] = {ToReal<double>(n),
                                                     n.imaginary};
      return;
    case kTfLiteBool:
      static_cast<bool*>(data)[i] =
          n.kind == Number::kReal ? n.real != 0 : n.bits != 0;
      return;
    case kTfLiteInt2:
      return StorePacked(ToInteger(n, -2, 1), 2, data, i);
    case kTfLiteInt4:
      return StorePacked(ToInteger(n, -8, 7), 4, data, i);
    case kTfLiteUInt4:
      return StorePacked(ToInteger(n, 0, 15), 4, data, i);
    case kTfLiteInt8:
      return StoreInteger<int8_t>(n, data, i);
    case kTfLiteInt16:
      return StoreInteger<int16_t>(n, data, i);
    case kTfLiteInt32:
      return StoreInteger<int32_t>(n, data, i);
    case kTfLiteInt64:
      return StoreInteger<int64_t>(n, data, i);
    case kTfLiteUInt8:
      return StoreInteger<uint8_t>(n, data, i);
    case kTfLiteUInt16:
      return StoreInteger<uint16_t>(n, data, i);
    case kTfLiteUInt32:
      return StoreInteger<uint32_t>(n, data, i);
    default:
      return StoreInteger<uint64_t>(n, data, i);
  }
}

}  // namespace

Status EvalCastReference(const Cast& op, EvalContext& context) {
  const void* in = context.in<void>(0);
  void* out = context.out<void>(0);
  // Elements that fill whole bytes whatever their type is, and the least number
  // of such groups for a thread.
  constexpr int64_t kGroup = 8, kGrain = 512;
  context.threads().ParallelFor((op.count + kGroup - 1) / kGroup, kGrain,
                                [&](int64_t begin, int64_t end) {
                                  end = std::min(op.count, end * kGroup);
                                  for (int64_t i = begin * kGroup; i < end;
                                       ++i) {
                                    Store(op.to, Load(op.from, in, i), out, i);
                                  }
                                });
  return OkStatus();
}

}  // namespace tflite::kernels
