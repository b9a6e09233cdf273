#include "delegates/dsp/skel/kernels/binary.h"
#include "delegates/dsp/skel/kernels/dims.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"

namespace tflite::dsp {
namespace {

// 128 bytes as words: word i of w[k] belongs to byte 4i + k.
struct Words {
  Vec w[4];
};

// The bytes of the type less a zero point, times 2^bits.
template <bool kSigned>
struct Widen {
  Vec offset;  // zero point * 2^bits
  int32_t bits;

  Widen(int32_t zero_point, int32_t shift)
      : offset(SplatWord(
            static_cast<int32_t>(static_cast<uint32_t>(zero_point) << shift))),
        bits(24 - shift) {}

  TFLL_DSP_INLINE Words operator()(Vec v) const {
    Words out;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec top = k == 3 ? v : Q6_Vw_vasl_VwR(v, 24 - 8 * k);
      const Vec byte = k == 0 ? top : Q6_V_vand_VV(top, SplatWord(0xff000000));
      const Vec value =
          kSigned ? Q6_Vw_vasr_VwR(byte, bits) : Q6_Vuw_vlsr_VuwR(byte, bits);
      out.w[k] = Q6_Vw_vsub_VwVw(value, offset);
    }
    return out;
  }
};

template <bool kSigned>
TFLL_DSP_INLINE Vec Narrow(const Words& x, Vec low, Vec high) {
  const Vec even = Q6_Vh_vsat_VwVw(x.w[2], x.w[0]);
  const Vec odd = Q6_Vh_vsat_VwVw(x.w[3], x.w[1]);
  const Vec bytes = kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                            : Q6_Vub_vsat_VhVh(odd, even);
  return ClampBytes<kSigned>(bytes, low, high);
}

// M of ops.h by one factor whose shift is in [-22, -1].
struct Factored {
  Vec multiplier, rounding;
  int32_t shift;

  explicit Factored(const Factor& f, int32_t zero_point)
      : multiplier(SplatWord(f.multiplier)), shift(-f.shift) {
    rounding = SplatWord((1 << (shift - 1)) - 1 + zero_point * (1 << shift));
  }
  TFLL_DSP_INLINE Vec Multiply(Vec x) const {
    return DoublingHighProduct(x, multiplier);
  }
  TFLL_DSP_INLINE Vec Shift(Vec y, Vec minus_one) const {
    const Mask carry = Q6_Q_vcmp_gt_VwVw(y, minus_one);
    return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVwQ_carry_sat(y, rounding, carry),
                          shift);
  }
  TFLL_DSP_INLINE Vec operator()(Vec x, Vec minus_one) const {
    return Shift(Multiply(x), minus_one);
  }
};

bool IsQuick(const Factor& f) { return f.shift >= -22 && f.shift <= -1; }

// A factor of 1/2 after a left shift only moves bits.
bool IsHalf(const Factor& f, int32_t shift) {
  return f.multiplier == 1 << 30 && f.shift <= 0 && shift - 1 + f.shift >= 0;
}

struct Bounds {
  Vec low, high;
  explicit Bounds(const BinaryParams& p)
      : low(SplatByte(p.min)), high(SplatByte(p.max)) {}
};

// Operations work on blocks of 128 bytes in stages, so that the compiler, which
// schedules in the order of the source, can fill packets with instructions of
// different blocks: a step takes block i in and gives block i - kDelay out.

// M(a * 2^bits +- b * 2^bits): equal scales. The sum is exact in halfwords.
template <bool kSigned, bool kSubtract>
class EqualSum {
 public:
  static constexpr int32_t kDelay = 2;
  struct State {
    Words sum, product;
  };

  explicit EqualSum(const BinaryParams& p)
      : bounds_(p),
        finish_(p.factor, p.zero_point),
        bits_(p.shift - 1 + p.x_factor.shift - 16) {
    // Signed bytes become unsigned ones that are 128 more.
    const int32_t more = kSigned ? 128 : 0;
    const int32_t offset = kSubtract
                               ? p.x_zero_point - p.y_zero_point
                               : p.x_zero_point + p.y_zero_point + 2 * more;
    offset_ = SplatWord((offset << 16) | (offset & 0xffff));
  }
  TFLL_DSP_INLINE Vec Step(State* state, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    Words done;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      done.w[k] = finish_.Shift(state->product.w[k], minus_one);
      state->product.w[k] = finish_.Multiply(state->sum.w[k]);
    }
    const Vec out = Narrow<kSigned>(done, bounds_.low, bounds_.high);
    if (kSigned) {
      x = Q6_V_vxor_VV(x, SplatByte(0x80));
      y = Q6_V_vxor_VV(y, SplatByte(0x80));
    }
    const VecPair sum =
        kSubtract ? Q6_Wh_vsub_VubVub(x, y) : Q6_Wh_vadd_VubVub(x, y);
    const Vec even =
        Q6_Vh_vasl_VhR(Q6_Vh_vsub_VhVh(Q6_V_lo_W(sum), offset_), bits_);
    const Vec odd =
        Q6_Vh_vasl_VhR(Q6_Vh_vsub_VhVh(Q6_V_hi_W(sum), offset_), bits_);
    const Vec top = SplatWord(0xffff0000);
    state->sum.w[0] = Q6_Vw_vasl_VwR(even, 16);
    state->sum.w[1] = Q6_Vw_vasl_VwR(odd, 16);
    state->sum.w[2] = Q6_V_vand_VV(even, top);
    state->sum.w[3] = Q6_V_vand_VV(odd, top);
    return out;
  }

 private:
  Bounds bounds_;
  Factored finish_;
  int32_t bits_;
  Vec offset_;
};

// One operand is only shifted, the other multiplied; kSwap: x is the latter.
template <bool kSigned, bool kSubtract, bool kSwap>
class ScaledSum {
 public:
  static constexpr int32_t kDelay = 3;
  struct State {
    Words exact, later_exact, wide, product, sum_product;
  };

  explicit ScaledSum(const BinaryParams& p)
      : bounds_(p),
        exact_(kSwap ? p.y_zero_point : p.x_zero_point,
               p.shift - 1 + (kSwap ? p.y_factor : p.x_factor).shift),
        wide_(kSwap ? p.x_zero_point : p.y_zero_point, p.shift),
        factor_(kSwap ? p.x_factor : p.y_factor, 0),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State* s, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    Words done;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      done.w[k] = finish_.Shift(s->sum_product.w[k], minus_one);
      const Vec scaled = factor_.Shift(s->product.w[k], minus_one);
      const Vec u = kSwap ? scaled : s->later_exact.w[k];
      const Vec v = kSwap ? s->later_exact.w[k] : scaled;
      s->sum_product.w[k] = finish_.Multiply(kSubtract ? Q6_Vw_vsub_VwVw(u, v)
                                                       : Q6_Vw_vadd_VwVw(u, v));
      s->product.w[k] = factor_.Multiply(s->wide.w[k]);
      s->later_exact.w[k] = s->exact.w[k];
    }
    s->exact = exact_(kSwap ? y : x);
    s->wide = wide_(kSwap ? x : y);
    return Narrow<kSigned>(done, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Widen<kSigned> exact_, wide_;
  Factored factor_, finish_;
};

// Both are multiplied.
template <bool kSigned, bool kSubtract>
class Sum {
 public:
  static constexpr int32_t kDelay = 0;
  struct State {};

  explicit Sum(const BinaryParams& p)
      : bounds_(p),
        x_(p.x_zero_point, p.shift),
        y_(p.y_zero_point, p.shift),
        x_factor_(p.x_factor, 0),
        y_factor_(p.y_factor, 0),
        finish_(p.factor, p.zero_point) {}
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec y) const {
    const Vec minus_one = SplatWord(-1);
    const Words a = x_(x), b = y_(y);
    Words w;
    TFLL_DSP_UNROLL
    for (int k = 0; k < 4; ++k) {
      const Vec u = x_factor_(a.w[k], minus_one);
      const Vec v = y_factor_(b.w[k], minus_one);
      w.w[k] = finish_(
          kSubtract ? Q6_Vw_vsub_VwVw(u, v) : Q6_Vw_vadd_VwVw(u, v), minus_one);
    }
    return Narrow<kSigned>(w, bounds_.low, bounds_.high);
  }

 private:
  Bounds bounds_;
  Widen<kSigned> x_, y_;
  Factored x_factor_, y_factor_, finish_;
};

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

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadBlock(const uint8_t* p) {
  return kAligned ? *reinterpret_cast<const Vec*>(p) : LoadUnaligned(p);
}
template <bool kAligned>
TFLL_DSP_INLINE void StoreBlock(uint8_t* p, Vec v) {
  if (kAligned) {
    *reinterpret_cast<Vec*>(p) = v;
  } else {
    StoreUnaligned(p, v);
  }
}

// More than kDelay blocks of both operands; kAligned: all of them to 128.
template <bool kAligned, typename Operation>
TFLL_DSP_NOINLINE void Blocks(const Operation& operation, int32_t blocks,
                              const uint8_t* __restrict x,
                              const uint8_t* __restrict y,
                              uint8_t* __restrict out) {
  const Operation op = operation;
  constexpr int32_t kDelay = Operation::kDelay;
  typename Operation::State state = {};
  TFLL_DSP_UNROLL
  for (int32_t i = 0; i < kDelay; ++i) {
    op.Step(&state, LoadBlock<kAligned>(x), LoadBlock<kAligned>(y));
    x += kVectorBytes;
    y += kVectorBytes;
  }
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < blocks - kDelay; ++i) {
    StoreBlock<kAligned>(
        out, op.Step(&state, LoadBlock<kAligned>(x), LoadBlock<kAligned>(y)));
    x += kVectorBytes;
    y += kVectorBytes;
    out += kVectorBytes;
  }
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < kDelay; ++i) {
    StoreBlock<kAligned>(out, op.Step(&state, Zero(), Zero()));
    out += kVectorBytes;
  }
}

// One block.
template <typename Operation>
Vec Once(const Operation& op, Vec x, Vec y) {
  typename Operation::State state = {};
  for (int32_t i = 0; i < Operation::kDelay; ++i) op.Step(&state, x, y);
  return op.Step(&state, x, y);
}

struct Row {
  const uint8_t* x;
  const uint8_t* y;
  bool x_moves, y_moves;
  int32_t count;
  uint8_t* out;
};

template <typename Operation>
void RunRow(const Operation& op, const Row& row) {
  int32_t done = 0;
  const int32_t blocks = row.count / kVectorBytes;
  if (row.x_moves && row.y_moves && blocks > Operation::kDelay) {
    const uintptr_t places = reinterpret_cast<uintptr_t>(row.x) |
                             reinterpret_cast<uintptr_t>(row.y) |
                             reinterpret_cast<uintptr_t>(row.out);
    if (places % kVectorBytes == 0) {
      Blocks<true>(op, blocks, row.x, row.y, row.out);
    } else {
      Blocks<false>(op, blocks, row.x, row.y, row.out);
    }
    done = blocks * kVectorBytes;
  }
  for (; done < row.count; done += kVectorBytes) {
    const Vec x = row.x_moves ? LoadUnaligned(row.x + done) : SplatByte(*row.x);
    const Vec y = row.y_moves ? LoadUnaligned(row.y + done) : SplatByte(*row.y);
    const int32_t left = row.count - done;
    StoreFirst(row.out + done, Once(op, x, y),
               left < kVectorBytes ? left : kVectorBytes);
  }
}

// Whether the last dimensions are one dense run for both operands; how many
// elements it has, and how many dimensions are left.
int32_t DenseRank(const BinaryParams& p, int32_t* count) {
  int32_t rank = p.rank, run = 1;
  while (rank > 0 &&
         (p.extents[rank - 1] == 1 ||
          (p.x_strides[rank - 1] == run && p.y_strides[rank - 1] == run))) {
    run *= p.extents[--rank];
  }
  *count = run;
  return rank;
}

template <typename Operation>
void RunAll(const BinaryParams& p, const Memory& memory) {
  const Operation op(p);
  const uint8_t* x = memory.At<const uint8_t>(p.x);
  const uint8_t* y = memory.At<const uint8_t>(p.y);
  uint8_t* out = memory.At<uint8_t>(p.output);
  Row row = {x, y, true, true, 0, out};
  const int32_t rank = DenseRank(p, &row.count);
  if (rank == 0) return RunRow(op, row);
  int32_t last = rank;  // rows are the dimensions from here on
  if (row.count == 1) {
    last = rank - 1;
    row.count = p.extents[last];
    row.x_moves = p.x_strides[last] != 0;
    row.y_moves = p.y_strides[last] != 0;
    while (last > 0 && !row.x_moves && p.x_strides[last - 1] == 0 &&
           p.y_strides[last - 1] == row.count) {
      row.count *= p.extents[--last];
    }
    while (last > 0 && !row.y_moves && p.y_strides[last - 1] == 0 &&
           p.x_strides[last - 1] == row.count) {
      row.count *= p.extents[--last];
    }
  }
  Dims<2> at(last + 1, p.extents, {p.x_strides, p.y_strides});
  do {
    row.x = x + at.offset(0);
    row.y = y + at.offset(1);
    RunRow(op, row);
    row.out += row.count;
  } while (at.Next());
}

template <bool kSigned, bool kSubtract>
bool RunSum(const BinaryParams& p, const Memory& memory) {
  if (!IsQuick(p.factor) || p.shift < 1 || p.shift > 20) return false;
  const bool x_exact = IsHalf(p.x_factor, p.shift);
  const bool y_exact = IsHalf(p.y_factor, p.shift);
  if (x_exact && y_exact && p.x_factor.shift == p.y_factor.shift &&
      p.shift - 1 + p.x_factor.shift >= 16) {
    RunAll<EqualSum<kSigned, kSubtract>>(p, memory);
  } else if (x_exact && IsQuick(p.y_factor)) {
    RunAll<ScaledSum<kSigned, kSubtract, false>>(p, memory);
  } else if (y_exact && IsQuick(p.x_factor)) {
    RunAll<ScaledSum<kSigned, kSubtract, true>>(p, memory);
  } else if (IsQuick(p.x_factor) && IsQuick(p.y_factor)) {
    RunAll<Sum<kSigned, kSubtract>>(p, memory);
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
      RunAll<Product<kSigned>>(p, memory);
      return true;
    case BinaryForm8::kMaximum:
      RunAll<Extreme<kSigned, true>>(p, memory);
      return true;
    case BinaryForm8::kMinimum:
      RunAll<Extreme<kSigned, false>>(p, memory);
      return true;
    default:
      return false;
  }
}

// Steps along the last dimension are 0 or 1 but in odd cases.
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
