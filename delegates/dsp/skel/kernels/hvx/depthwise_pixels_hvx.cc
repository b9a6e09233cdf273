#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {
namespace {

// Filters of 3 rows of one quad, stride 2, two pixels at a time: while their
// sums are multiplied, shifted and packed, those of the next two are computed.
// The compiler schedules in the order of the source, so that both are
// interleaved here.
template <int G, bool kSigned, bool kAligned>
struct PixelPair {
  static constexpr int kVectors = 4;  // of a filter row
  static constexpr int kProducts = 2 * G;

  const FinishGroup* __restrict finish;
  Vec minus_one, least, most;
  Vec sum[kProducts];  // of group i / 2, pixel i % 2
  VecPair low[3];

  TFLL_DSP_INLINE static Vec Product(Vec quad, Vec filter) {
    return kSigned ? Q6_Vw_vrmpy_VbVb(quad, filter)
                   : Q6_Vw_vrmpy_VubVb(quad, filter);
  }
  template <int kRow>
  TFLL_DSP_INLINE void Add(Vec (&next)[kProducts], int p, const Quads<G>& quads,
                           const Vec* __restrict filter) const {
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      const int i = 2 * g + p;
      next[i] = Q6_Vw_vadd_VwVw(Product(quads.of[g], filter[g]),
                                kRow == 0 ? finish[g].bias : next[i]);
    }
  }
  template <int kRow>
  TFLL_DSP_INLINE void MultiplyRow(Vec (&next)[kProducts],
                                   const uint8_t* const* at,
                                   const Vec* __restrict filter) {
    const VecPair high = TwoColumns<kAligned>(at + 2);
    const Quads<G> quads(low[kRow], high);
    Add<kRow>(next, 0, quads, filter);
    low[kRow] = high;
    low[kRow] = TwoColumns<kAligned>(at + 4);
    Add<kRow>(next, 1, Quads<G>(high, low[kRow]), filter);
  }

  TFLL_DSP_INLINE void Begin(int i) {
    sum[i] = DoublingHighProduct(sum[i], finish[i / 2].multiplier);
  }
  TFLL_DSP_INLINE void End(int i) {
    sum[i] = QuickShift(sum[i], finish[i / 2].rounding, finish[i / 2].shift,
                        minus_one);
  }
  // Computes the sums of the next pixels while those of `sum` are multiplied
  // and shifted.
  TFLL_DSP_INLINE void MultiplyAndShift(Vec (&next)[kProducts],
                                        const uint8_t* const* at0,
                                        const uint8_t* const* at1,
                                        const uint8_t* const* at2,
                                        const Vec* __restrict filter) {
    // Where registers suffice, more products before what waits for them.
    constexpr bool kLate = G <= 2;
    constexpr int kFirst = kLate ? 0 : G;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kFirst; ++i) Begin(i);
    MultiplyRow<0>(next, at0, filter);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kFirst; ++i) {
      End(i);
      Begin(kFirst + i);
    }
    MultiplyRow<1>(next, at1, filter + kVectors);
    TFLL_DSP_UNROLL
    for (int i = kFirst; i < kProducts; ++i) {
      if (kLate) {
        Begin(i);
      } else {
        End(i);
      }
    }
    MultiplyRow<2>(next, at2, filter + 2 * kVectors);
    TFLL_DSP_UNROLL
    for (int i = kLate ? 0 : kProducts; i < kProducts; ++i) End(i);
  }
  TFLL_DSP_INLINE void Store(int p, uint8_t* __restrict out) const {
    const Vec first = Q6_Vh_vpack_VwVw_sat(sum[G > 1 ? 2 + p : p], sum[p]);
    const Vec second = G > 2 ? Q6_Vh_vpack_VwVw_sat(sum[2 * (G - 1) + p],
                                                    sum[(G > 2 ? 4 : 0) + p])
                             : first;
    const Vec bytes =
        ClampBytes<kSigned>(PackBytes<kSigned>(second, first), least, most);
    if (kAligned) {
      *reinterpret_cast<Vec*>(out) = bytes;
    } else {
      StoreUnaligned(out, bytes);
    }
  }
  TFLL_DSP_INLINE void Finish(uint8_t* __restrict out, int32_t pitch) {
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) Begin(i);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) End(i);
    Store(0, out);
    Store(1, out + pitch);
  }
};

template <int G, bool kSigned, bool kAligned>
TFLL_DSP_NOINLINE void PixelRows(const DepthwiseRows& job) {
  using Pair = PixelPair<G, kSigned, kAligned>;
  constexpr int kProducts = Pair::kProducts;
  Pair pair;
  pair.finish = job.finish;
  pair.minus_one = SplatWord(-1);
  pair.least = job.low;
  pair.most = job.high;
  TFLL_DSP_UNROLL
  for (int i = 0; i < kProducts; ++i) pair.sum[i] = Zero();
  const Vec* __restrict filter = job.filter;
  const int32_t pitch = job.pitch, pairs = (job.width + 1) / 2;
  const uint8_t* const* row = job.columns;
  // The first store has no pixels yet.
  uint8_t* __restrict to = job.nowhere;
  int32_t to_pitch = 0;
  uint8_t* out_row = job.out;
  for (int32_t r = 0; r < job.rows; ++r, row += job.row_pitch) {
    const uint8_t* const* at0 = row;
    const uint8_t* const* at1 = row + job.row_step;
    const uint8_t* const* at2 = at1 + job.row_step;
    pair.low[0] = TwoColumns<kAligned>(at0);
    pair.low[1] = TwoColumns<kAligned>(at1);
    pair.low[2] = TwoColumns<kAligned>(at2);
    uint8_t* out = out_row;
    TFLL_DSP_NO_UNROLL
    for (int32_t x = 0; x < pairs; ++x) {
      Vec next[kProducts];
      pair.MultiplyAndShift(next, at0, at1, at2, filter);
      pair.Store(0, to);
      pair.Store(1, to + to_pitch);
      TFLL_DSP_UNROLL
      for (int i = 0; i < kProducts; ++i) pair.sum[i] = next[i];
      to = out;
      to_pitch = pitch;
      out += 2 * pitch;
      at0 += 4;
      at1 += 4;
      at2 += 4;
    }
    out_row += job.width * pitch;
  }
  pair.Finish(to, to_pitch);
}

template <bool kSigned>
constexpr DepthwiseForm kForms[5] = {
    PixelRows<1, kSigned, false>, PixelRows<2, kSigned, false>,
    PixelRows<3, kSigned, false>, PixelRows<4, kSigned, false>,
    PixelRows<4, kSigned, true>};

}  // namespace

DepthwiseForm DepthwisePixelForm(bool is_signed, int32_t groups,
                                 bool is_aligned) {
  const int32_t i = is_aligned ? 4 : groups - 1;
  return is_signed ? kForms<true>[i] : kForms<false>[i];
}

}  // namespace tflite::dsp
