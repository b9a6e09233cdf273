#include "delegates/dsp/skel/kernels/common/softmax_round.h"
#include "delegates/dsp/skel/kernels/hvx/byte_table.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/softmax.h"

// A long row: its greatest element by vectors, then the sum of exponentials in
// the order of the elements, which float demands, then the results of the
// values that appear, and a table lookup for all elements. Short rows, whose
// values rarely repeat, skip the table.
namespace tflite::dsp {
namespace {

constexpr int32_t kTableRow = 64;  // least depth for a lookup
constexpr int32_t kValues = 256;

// Results for one row: e / sum / scale, rounded. The product with an inverse
// rounds to the same number unless it is close to a half: its relative error is
// below 2^-20, so its error is below 2^-10 for products less than 1000.
class Quotient {
 public:
  Quotient(const SoftmaxParams& p, float sum)
      : sum_(sum),
        scale_(p.scale),
        inverse_(Inverse(sum * p.scale)),
        zero_point_(p.zero_point),
        least_(p.is_signed != 0 ? -128 : 0) {}

  uint8_t operator()(float e) const {
    const float guess = e * inverse_;
    int32_t y;
    if (guess >= 0.0f && guess < kMostGuess) {
      y = static_cast<int32_t>(guess + 0.5f);
      const float rest = guess + 0.5f - static_cast<float>(y);
      if (rest < kDoubt || rest > 1.0f - kDoubt) y = Exact(e);
    } else {
      y = Exact(e);
    }
    y += zero_point_;
    y = y < least_ ? least_ : y;
    return static_cast<uint8_t>(y > least_ + 255 ? least_ + 255 : y);
  }

 private:
  // 1 / x, within 2^-21 of it; negative, so that it is not used, where x is far
  // from 1. Newton's iteration from a guess by the exponent.
  static float Inverse(float x) {
    if (!(x > 1e-30f && x < 1e30f)) return -1.0f;
    union {
      float number;
      uint32_t bits;
    } guess;
    guess.number = x;
    guess.bits = 0x7ef311c7u - guess.bits;
    float y = guess.number;
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) y *= 2.0f - x * y;
    return y;
  }

  static constexpr float kMostGuess = 1000.0f;
  static constexpr float kDoubt = 1.0f / 512;

  TFLL_DSP_NOINLINE int32_t Exact(float e) const {
    return RoundToNearest(e / sum_ / scale_);
  }

  const float sum_, scale_, inverse_;
  const int32_t zero_point_, least_;
};

// The greatest byte of a row, as UINT8.
uint8_t Greatest(const uint8_t* in, int32_t depth, Vec flip) {
  Vec best = Zero();
  const int32_t whole = depth / kVectorBytes * kVectorBytes;
  for (int32_t i = 0; i < whole; i += kVectorBytes) {
    best = Q6_Vub_vmax_VubVub(best, Q6_V_vxor_VV(LoadUnaligned(in + i), flip));
  }
  if (whole < depth) {
    const Vec last = Q6_V_vxor_VV(LoadUnaligned(in + whole), flip);
    best = Q6_Vub_vmax_VubVub(best,
                              Q6_V_vand_QV(Q6_Q_vsetq_R(depth - whole), last));
  }
  TFLL_DSP_UNROLL
  for (int32_t bytes = 64; bytes >= 1; bytes /= 2) {
    best = Q6_Vub_vmax_VubVub(best, Q6_V_vror_VR(best, bytes));
  }
  return static_cast<uint8_t>(Q6_R_vextract_VR(best, 0));
}

struct ValueTables {
  alignas(kVectorBytes) uint8_t appears[kValues];
  alignas(kVectorBytes) uint8_t results[kValues];
};

// `exps` of the row's greatest element, indices flipped by `flip`.
void LongRow(const SoftmaxParams& p, const float* __restrict exps,
             const uint8_t* __restrict in, uint32_t flip,
             ValueTables* __restrict tables, uint8_t* out) {
  Vec* appears = reinterpret_cast<Vec*>(tables->appears);
  appears[0] = appears[1] = Zero();
  float sum = 0;
  for (int32_t i = 0; i < p.depth; ++i) {
    sum += exps[in[i] ^ flip];
    tables->appears[in[i]] = 1;
  }
  const Quotient quotient(p, sum);
  for (uint32_t v = 0; v < kValues; ++v) {
    if (tables->appears[v] != 0) tables->results[v] = quotient(exps[v ^ flip]);
  }
  const Vec* results = reinterpret_cast<const Vec*>(tables->results);
  const ByteTable table(results[0], results[1]);
  for (int32_t i = 0; i < p.depth; i += kVectorBytes) {
    const int32_t left = p.depth - i;
    StoreFirst(out + i, table(LoadUnaligned(in + i)),
               left < kVectorBytes ? left : kVectorBytes);
  }
}

void ShortRow(const SoftmaxParams& p, const float* exps, const uint8_t* in,
              uint32_t flip, uint8_t* out) {
  float sum = 0;
  for (int32_t i = 0; i < p.depth; ++i) sum += exps[in[i] ^ flip];
  const Quotient quotient(p, sum);
  for (int32_t i = 0; i < p.depth; ++i) out[i] = quotient(exps[in[i] ^ flip]);
}

}  // namespace

void SoftmaxHvx(const SoftmaxParams& p, const Memory& memory, const Scratch&) {
  const float* exps = memory.At<const float>(p.exps);
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  const uint32_t flip = p.is_signed != 0 ? 128 : 0;
  ValueTables tables = {};
  for (int32_t r = 0; r < p.rows; ++r, in += p.depth, out += p.depth) {
    const float* row =
        exps +
        kValues * Greatest(in, p.depth, SplatByte(static_cast<int>(flip)));
    if (p.depth >= kTableRow) {
      LongRow(p, row, in, flip, &tables, out);
    } else {
      ShortRow(p, row, in, flip, out);
    }
  }
}

}  // namespace tflite::dsp
