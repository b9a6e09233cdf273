#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PAIR_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PAIR_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {

// Filters of 3 rows of one quad, stride 2: two groups of 32 channels by two
// pixels at a time, so that all constants stay in registers. While the sums of
// two pixels are multiplied, shifted and packed, those of the next two are
// computed. The steps are here, and in the order of the packets in the source
// files. EndPacket ends a packet: the compiler moves nothing across it, and
// fills each packet with what stands before it.
//
// Two columns a b become halfwords of a channel, which are exchanged with those
// of the next two columns: quads of the even channels of what was exchanged,
// and of the odd ones. DealGroups puts filter and constants into that order.
enum class Part {
  kQuarter,  // up to 32 channels, in one group
  kHalf,     // up to 64: even and odd ones
  kSides,    // the same where an image has 64, and columns lie side by side
  kEven,     // up to 128: channels 0, 4, 8, .. and 2, 6, 10, ..
  kOdd,      // channels 1, 5, 9, .. and 3, 7, 11, .., put beside those of kEven
};

// Columns of three rows of the input.
struct RowPointers {
  const uint8_t* const* row[3];
  // Moved by so many columns: the first row, and the other ones.
  TFLL_DSP_INLINE RowPointers After(int32_t first, int32_t others) const {
    return {{row[0] + first, row[1] + others, row[2] + others}};
  }
};

// Which columns of a row begin at multiples of 128, and whether pixels of the
// output do.
enum class Places { kAnywhere, kEvenColumns, kAligned };

// kWide, for UINT8 alone: the zero point of the weights is in each product.
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
  Vec sum[kProducts];            // of group i / 2, pixel i % 2
  Vec low[3];

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

  // What a turn computes of the next pixels.
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
  // Two columns from a place on that is a multiple of 8. Those of kSides are
  // one vector.
  TFLL_DSP_INLINE static void Load(uint64_t pointers, int i, Vec* x) {
    if (i == 0) *x = LoadColumn<kEvenAligned>(Column(pointers, 0));
    if (i == 1 && kPart != Part::kSides) {
      *x = LoadColumn<kAllAligned>(Column(pointers, 1));
    }
  }
  static uint64_t Pointers(const uint8_t* const* at) {
    return *reinterpret_cast<const uint64_t*>(at);
  }
  // A halfword a channel.
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
  // The product of a row, the first one alone, the other ones added.
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
  // The steps of QuickFinish.
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
  // The same where `pointer` has been moved.
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
  // Pixels that begin 128 bytes or more apart are stored in descending order:
  // with a pitch of 0 only the first one remains.
  static constexpr bool kIsExact = kPlaces != Places::kAnywhere;
  static constexpr int kFirst = kIsExact ? 1 : 0;
  static constexpr int Order(int i) { return kIsExact ? i ^ 1 : i; }
  Vec half[2];  // of pixels kFirst and 1 - kFirst

  // The words of a pixel to halfwords.
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
