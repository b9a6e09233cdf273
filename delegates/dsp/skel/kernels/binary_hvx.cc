#include "delegates/dsp/skel/kernels/binary.h"
#include "delegates/dsp/skel/kernels/hvx/binary_rows.h"
#include "delegates/dsp/skel/kernels/hvx/binary_sums.h"
#include "delegates/dsp/skel/kernels/hvx/binary_words.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"

namespace tflite::dsp {
namespace {

template <bool kSigned>
class Product {
 public:
  explicit Product(const BinaryParams& p)
      : bounds_(p),
        finish_(p.factor, p.zero_point),
        x_zero_(SplatByte(p.x_zero_point ^ (kSigned ? 0x80 : 0))),
        y_zero_(SplatByte(p.y_zero_point ^ (kSigned ? 0x80 : 0))) {}
  static constexpr int32_t kDelay = 0;
  struct State {};
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec y) const {
    if (kSigned) {
      x = Q6_V_vxor_VV(x, SplatByte(0x80));
      y = Q6_V_vxor_VV(y, SplatByte(0x80));
    }
    const VecPair a = Q6_Wh_vsub_VubVub(x, x_zero_);
    const VecPair b = Q6_Wh_vsub_VubVub(y, y_zero_);
    const VecPair even = Q6_Ww_vmpy_VhVh(Q6_V_lo_W(a), Q6_V_lo_W(b));
    const VecPair odd = Q6_Ww_vmpy_VhVh(Q6_V_hi_W(a), Q6_V_hi_W(b));
    const Vec minus_one = SplatWord(-1);
    const Words w = {{finish_(Q6_V_lo_W(even), minus_one),
                      finish_(Q6_V_lo_W(odd), minus_one),
                      finish_(Q6_V_hi_W(even), minus_one),
                      finish_(Q6_V_hi_W(odd), minus_one)}};
    return Narrow<kSigned>(w, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Factored finish_;
  Vec x_zero_, y_zero_;
};

template <bool kSigned, bool kMax>
class Extreme {
 public:
  explicit Extreme(const BinaryParams& p) : bounds_(p) {}
  static constexpr int32_t kDelay = 0;
  struct State {};
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec y) const {
    return ClampBytes<kSigned>(
        kMax ? MaxBytes<kSigned>(x, y) : MinBytes<kSigned>(x, y), bounds_.low,
        bounds_.high);
  }

 private:
  Bounds bounds_;
};

// M(d^2), d = M(a * 2^shift) - M(b * 2^shift). Both terms are below 2^15, if
// their factors are below 1 and the shift is at most 7.
template <bool kSigned>
class Square {
 public:
  static constexpr int32_t kDelay = 0;
  static constexpr int32_t kMostShift = 7;
  struct State {};

  explicit Square(const BinaryParams& p)
      : bounds_(p),
        x_(p.x_zero_point, p.shift),
        y_(p.y_zero_point, p.shift),
        x_factor_(p.x_factor),
        y_factor_(p.y_factor),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    const Words a = x_(x), b = y_(y);
    Words w;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec d =
          Q6_Vw_vabs_Vw(Q6_Vw_vsub_VwVw(x_factor_(a.w[k]), y_factor_(b.w[k])));
      w.w[k] = finish_(Q6_Vw_vmpyie_VwVuh(d, d), minus_one);
    }
    return Narrow<kSigned>(w, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Widen<kSigned> x_, y_;
  WordFactor x_factor_, y_factor_;
  Factored finish_;
};

// A table of both operands, at x + 256 * y.
struct Table {
  const uint8_t* entries;
};

// A scalar operand selects a table of 256 entries, indexed by the other
// operand.
TFLL_DSP_NOINLINE void LookUpRow(const uint8_t* entries, const uint8_t* in,
                                 int32_t count, uint8_t* out) {
  const Mapped mapped = {
      ByteTable(LoadUnaligned(entries), LoadUnaligned(entries + kVectorBytes))};
  RunRow(mapped, {in, in, true, true, count, out});
}

// Looks up `count` half words, rounded up to 4.
TFLL_DSP_NOINLINE void LookUpPlaces(const uint8_t* __restrict entries,
                                    const uint64_t* __restrict places,
                                    int32_t count, uint32_t* __restrict found) {
  const auto at = [&](uint64_t fours, int32_t i) -> uint32_t {
    return entries[static_cast<uint16_t>(fours >> (16 * i))];
  };
  for (int32_t i = 0; i < count; i += 4) {
    const uint64_t p = *places++;
    *found++ = at(p, 0) | at(p, 1) << 8 | at(p, 2) << 16 | at(p, 3) << 24;
  }
}

// Vectors have no lookup in as many entries: they make the places, and store
// what scalar loads find.
void LookUpPairs(const uint8_t* entries, const Row& row) {
  alignas(kVectorBytes) uint64_t places[2 * kVectorBytes / 8];
  alignas(kVectorBytes) uint32_t found[kVectorBytes / 4];
  for (int32_t i = 0; i < row.count; i += kVectorBytes) {
    const int32_t left = row.count - i;
    const int32_t count = left < kVectorBytes ? left : kVectorBytes;
    const Vec x = row.x_moves ? LoadUnaligned(row.x + i) : SplatByte(*row.x);
    const Vec y = row.y_moves ? LoadUnaligned(row.y + i) : SplatByte(*row.y);
    const VecPair both = Q6_W_vshuff_VVR(y, x, -1);
    reinterpret_cast<Vec*>(places)[0] = Q6_V_lo_W(both);
    reinterpret_cast<Vec*>(places)[1] = Q6_V_hi_W(both);
    LookUpPlaces(entries, places, count, found);
    StoreFirst(row.out + i, *reinterpret_cast<const Vec*>(found), count);
  }
}

void RunRow(const Table& table, const Row& row) {
  // For fewer elements the scalar loop is as fast. Gathering the entries of a
  // table that are not consecutive costs 256 loads.
  constexpr int32_t kLeastCount = 16, kLeastGathered = 320, kLeastPairs = 8;
  constexpr int32_t kValues = 256;
  if (row.x_moves && !row.y_moves && row.count >= kLeastCount) {
    LookUpRow(table.entries + kValues * *row.y, row.x, row.count, row.out);
  } else if (row.y_moves && !row.x_moves && row.count >= kLeastGathered) {
    alignas(kVectorBytes) uint8_t entries[kValues];
    const uint8_t* at = table.entries + *row.x;
    for (int32_t y = 0; y < kValues; ++y) entries[y] = at[kValues * y];
    LookUpRow(entries, row.y, row.count, row.out);
  } else if (row.count >= kLeastPairs) {
    LookUpPairs(table.entries, row);
  } else {
    const int32_t x_step = row.x_moves ? 1 : 0, y_step = row.y_moves ? 1 : 0;
    for (int32_t i = 0; i < row.count; ++i) {
      row.out[i] =
          table.entries[row.x[i * x_step] + kValues * row.y[i * y_step]];
    }
  }
}

template <bool kSigned, bool kSubtract>
bool RunSum(const BinaryParams& p, const Memory& memory) {
  if (!IsQuick(p.factor) || p.shift < 1 || p.shift > 20) return false;
  const bool x_exact = IsHalf(p.x_factor, p.shift);
  const bool y_exact = IsHalf(p.y_factor, p.shift);
  if (x_exact && y_exact && p.x_factor.shift == p.y_factor.shift &&
      p.shift - 1 + p.x_factor.shift >= 16) {
    RunAll(EqualSum<kSigned, kSubtract>(p), p, memory);
  } else if (x_exact && IsQuick(p.y_factor)) {
    RunAll(ScaledSum<kSigned, kSubtract, false>(p), p, memory);
  } else if (y_exact && IsQuick(p.x_factor)) {
    RunAll(ScaledSum<kSigned, kSubtract, true>(p), p, memory);
  } else if (ByteFactor::Suits(p.x_factor, p.shift) &&
             ByteFactor::Suits(p.y_factor, p.shift)) {
    RunAll(Sum<kSigned, kSubtract>(p), p, memory);
  } else {
    return false;
  }
  return true;
}

template <bool kSigned>
bool Run(const BinaryParams& p, const Memory& memory) {
  switch (p.form) {
    case BinaryForm8::kSum:
      return p.subtract != 0 ? RunSum<kSigned, true>(p, memory)
                             : RunSum<kSigned, false>(p, memory);
    case BinaryForm8::kProduct:
      if (!IsQuick(p.factor)) return false;
      RunAll(Product<kSigned>(p), p, memory);
      return true;
    case BinaryForm8::kMaximum:
      RunAll(Extreme<kSigned, true>(p), p, memory);
      return true;
    case BinaryForm8::kMinimum:
      RunAll(Extreme<kSigned, false>(p), p, memory);
      return true;
    case BinaryForm8::kSquare:
      if (!IsQuick(p.factor) || p.shift < 0 ||
          p.shift > Square<kSigned>::kMostShift || p.x_factor.shift > 0 ||
          p.y_factor.shift > 0) {
        return false;
      }
      RunAll(Square<kSigned>(p), p, memory);
      return true;
    case BinaryForm8::kTable:
      RunAll(Table{memory.At<const uint8_t>(p.table)}, p, memory);
      return true;
  }
  return false;
}

// Whether the steps along the last dimension are 0 or 1, as nearly always.
bool IsPlain(const BinaryParams& p) {
  const int32_t last = p.rank - 1;
  return (p.x_strides[last] & ~1) == 0 && (p.y_strides[last] & ~1) == 0;
}

}  // namespace

void BinaryHvx(const BinaryParams& p, const Memory& memory,
               const Scratch& scratch) {
  const bool done = IsPlain(p) && (p.is_signed != 0 ? Run<true>(p, memory)
                                                    : Run<false>(p, memory));
  if (!done) BinaryScalar(p, memory, scratch);
}

}  // namespace tflite::dsp
