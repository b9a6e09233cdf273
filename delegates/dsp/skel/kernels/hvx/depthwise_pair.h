#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PAIR_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PAIR_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {

// The steps of the inner loop for filters of 3 rows of one quad and stride 2.
// It computes two pixels of two groups of 32 channels at a time, so that all
// constants stay in registers. While the sums of two pixels are requantized,
// those of the next two are computed. depthwise_pixels_hvx.cc calls the steps
// in the order of the processor's packets (instructions that run in one cycle).
// EndPacket ends a packet: the compiler moves nothing across it, and fills each
// packet with what stands before it.
//
// Quads are made in two shuffles: the bytes of two columns become pairs, one
// per channel, and two such vectors become quads of their even and of their odd
// channels. Hence a group does not have 32 adjacent channels, but those listed
// below. DealGroups brings filter and constants into the same order.
enum class Part {
  kQuarter,  // up to 32 channels, in one group
  kHalf,     // up to 64: the even and the odd ones
  kSides,    // as kHalf, if the image has 64: two columns fill a vector
  kEven,     // up to 128: channels 0, 4, 8, .. and 2, 6, 10, ..
  kOdd,      // channels 1, 5, 9, .. and 3, 7, 11, ..; runs after kEven and
             // interleaves its results with those of kEven
};

// Pointers to columns in the three input rows of an output row.
struct RowPointers {
  const uint8_t* const* row[3];
  // The first row moved by `first` columns, the other rows by `others`.
  TFLL_DSP_INLINE RowPointers After(int32_t first, int32_t others) const {
    return {{row[0] + first, row[1] + others, row[2] + others}};
  }
};

// Which addresses are multiples of 128: none, those of even input columns, or
// those of all input columns and output pixels.
enum class Places { kAnywhere, kEvenColumns, kAligned };

// kWide (only for UINT8): the input is also multiplied by the zero point of the
// weights.
template <Part kPartOf, bool kSignedOf, Places kPlaces, bool kWide>
struct PixelPair {
  static constexpr Part kPart = kPartOf;
  static constexpr bool kSigned = kSignedOf;
  static constexpr int kGroups = kPart == Part::kQuarter ? 1 : 2;
  static constexpr int kProducts = 2 * kGroups;
  static constexpr bool kEvenAligned = kPlaces != Places::kAnywhere;
  static constexpr bool kAllAligned = kPlaces == Places::kAligned;

  Vec filter[3][kGroups];
  Vec bias[kGroups], multiplier[kGroups], rounding[kGroups], shift[kGroups];
  Vec minus_one, zero;
  const Vec* __restrict limits;  // in memory, as registers do not suffice
  Vec sum[kProducts];            // sum i: group i / 2, pixel i % 2
  Vec low[3];                    // per row: the last two columns, joined

  TFLL_DSP_INLINE explicit PixelPair(const DepthwiseRows& job) {
    constexpr int kFirst = kPart == Part::kOdd ? 2 : 0;
    TFLL_DSP_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      TFLL_DSP_UNROLL
      for (int fy = 0; fy < 3; ++fy) {
        filter[fy][g] = job.filter[4 * fy + kFirst + g];
      }
      const FinishGroup& f = job.finish[kFirst + g];
      bias[g] = f.bias;
      multiplier[g] = f.multiplier;
      rounding[g] = f.rounding;
      shift[g] = f.shift;
    }
    minus_one = SplatWord(-1);
    zero = job.zero;
    limits = job.limits;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) sum[i] = Zero();
  }

  // What a turn of the loop computes for the next two pixels.
  struct Next {
    Vec sum[kProducts];
    VecPair quads[2];
    Vec first, second, third, fourth;  // columns
    Vec high;
  };
  static const uint8_t* Column(uint64_t pointers, int i) {
    return reinterpret_cast<const uint8_t*>(
        static_cast<uintptr_t>(static_cast<uint32_t>(pointers >> (32 * i))));
  }
  // Loads column `i` of two adjacent ones, whose pointers lie in `pointers`.
  // With kSides, column 0 loads both.
  TFLL_DSP_INLINE static void Load(uint64_t pointers, int i, Vec* x) {
    if (i == 0) *x = LoadColumn<kEvenAligned>(Column(pointers, 0));
    if (i == 1 && kPart != Part::kSides) {
      *x = LoadColumn<kAllAligned>(Column(pointers, 1));
    }
  }
  static uint64_t Pointers(const uint8_t* const* at) {
    return *reinterpret_cast<const uint64_t*>(at);
  }
  // Interleaves the bytes of two columns: a halfword per channel.
  TFLL_DSP_INLINE static Vec Join(Vec second, Vec first) {
    if (kPart == Part::kSides) return Q6_Vb_vshuff_Vb(first);
    if (kPart == Part::kEven) return Q6_Vb_vshuffe_VbVb(second, first);
    if (kPart == Part::kOdd) return Q6_Vb_vshuffo_VbVb(second, first);
    return Q6_V_lo_W(Q6_W_vshuff_VVR(second, first, -1));
  }
  TFLL_DSP_INLINE static VecPair Quads(Vec second, Vec first) {
    return kGroups == 1 ? Q6_W_vshuff_VVR(second, first, -2)
                        : Q6_Wh_vshuffoe_VhVh(second, first);
  }
  TFLL_DSP_INLINE static Vec Quad(VecPair quads, int i) {
    return i < 2 ? Q6_V_lo_W(quads) : Q6_V_hi_W(quads);
  }
  // Multiplies by a filter row. Row 0 starts the sum, the others add to it.
  template <int kRow>
  TFLL_DSP_INLINE void Multiply(int i, Next* next) const {
    if (i >= kProducts) return;
    const Vec quad = Quad(next->quads[i % 2], i), f = filter[kRow][i / 2];
    Vec& x = next->sum[i];
    if (kRow == 0) {
      x = kSigned ? Q6_Vw_vrmpy_VbVb(quad, f) : Q6_Vw_vrmpy_VubVb(quad, f);
    } else {
      x = kSigned ? Q6_Vw_vrmpyacc_VwVbVb(x, quad, f)
                  : Q6_Vw_vrmpyacc_VwVubVb(x, quad, f);
    }
    if (kWide) x = Q6_Vw_vrmpyacc_VwVubVb(x, quad, zero);
  }
  TFLL_DSP_INLINE void AddBias(int i, Next* next) const {
    if (i >= kProducts) return;
    next->sum[i] = Q6_Vw_vadd_VwVw(next->sum[i], bias[i / 2]);
  }
  // The steps of the quick form of requantization (requantize.h).
  Vec product[2];
  Mask carry[kProducts];
  TFLL_DSP_INLINE void MultiplyLow(int i) {
    if (i >= kProducts) return;
    product[i % 2] = Q6_Vw_vmpye_VwVuh(sum[i], multiplier[i / 2]);
  }
  TFLL_DSP_INLINE void MultiplyHigh(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(product[i % 2], sum[i],
                                                    multiplier[i / 2]);
  }
  TFLL_DSP_INLINE void Compare(int i) {
    if (i >= kProducts) return;
    carry[i] = Q6_Q_vcmp_gt_VwVw(sum[i], minus_one);
  }
  TFLL_DSP_INLINE void Round(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vadd_VwVwQ_carry_sat(sum[i], rounding[i / 2], carry[i]);
  }
  TFLL_DSP_INLINE void Shift(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vasr_VwVw(sum[i], shift[i / 2]);
  }
  TFLL_DSP_INLINE static void EndPacket() {
    if (kPart != Part::kQuarter) asm volatile("");
  }
  // The same, for a packet that changes `pointer`.
  template <typename T>
  TFLL_DSP_INLINE static void EndPacket(T& pointer) {
    if (kPart != Part::kQuarter) asm volatile("" : "+r"(pointer));
  }

  TFLL_DSP_INLINE static void StorePixel(uint8_t* out, Vec bytes) {
    if (kAllAligned) {
      *reinterpret_cast<Vec*>(out) = bytes;
    } else {
      StoreUnaligned(out, bytes);
    }
  }
  // If a store of 128 bytes does not reach the next pixel's channels, the
  // second pixel is stored first. Both may then go to one address, to store
  // only the first one.
  static constexpr bool kIsExact = kPlaces != Places::kAnywhere;
  static constexpr int kFirst = kIsExact ? 1 : 0;
  static constexpr int Order(int i) { return kIsExact ? i ^ 1 : i; }
  Vec half[2];  // of pixels kFirst and 1 - kFirst

  // Packs the words of a pixel to halfwords.
  TFLL_DSP_INLINE Vec Saturate(int pixel) const {
    return kGroups == 1
               ? sum[pixel]
               : Q6_Vh_vsat_VwVw(sum[2 % kProducts + pixel], sum[pixel]);
  }
  TFLL_DSP_INLINE static Vec Bytes(Vec odd, Vec even) {
    return kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                   : Q6_Vub_vsat_VhVh(odd, even);
  }
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PAIR_H_
