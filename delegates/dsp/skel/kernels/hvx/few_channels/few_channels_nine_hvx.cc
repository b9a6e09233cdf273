#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_parts.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"

namespace tflite::dsp {
namespace {

// The code is scheduled by hand: its statements are in the order of the
// packets, and EndPacket ends a packet. The compiler moves nothing across it.
TFLL_DSP_INLINE void EndPacket() { asm volatile(""); }
template <typename T>
TFLL_DSP_INLINE void EndPacket(T& pointer) {
  asm volatile("" : "+r"(pointer));
}

template <bool kSigned>
struct NineTaps {
  static constexpr int kTaps = 9, kAlignedTaps = 6;
  Vec sum[4][kFewVectors];
  uint64_t w01, w23;

  TFLL_DSP_INLINE static int32_t Word(uint64_t both, int i) {
    return static_cast<int32_t>(both >> (32 * i));
  }
  // Adds the products of tap q for output channels k and k + 1, where k is 0 or
  // 2. The first tap starts the sums.
  template <int q>
  TFLL_DSP_INLINE void Multiply(int k, int v, Vec x) {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 2; ++i) {
      const int32_t word = Word(k == 0 ? w01 : w23, i);
      Vec& to = sum[k + i][v];
      to = q == 0 ? Q6_Vw_vrmpy_VubRb(x, word)
                  : Q6_Vw_vrmpyacc_VwVubRb(to, x, word);
    }
  }
  TFLL_DSP_INLINE void AddBias(int k, int v, Vec bias) {
    sum[k][v] = Q6_Vw_vadd_VwVw(sum[k][v], bias);
  }

  // Multiplies tap q. `x` is the first vector of the tap's panel, and is set to
  // that of the next tap. Packets with free slots load what later ones need.
  template <int q>
  TFLL_DSP_INLINE void Tap(const uint64_t* weights, const int32_t* offsets,
                           const uint8_t* panel, const FewConstants* c,
                           Vec (&bias)[4], const uint8_t*& at, Vec& x) {
    uint64_t next01 = 0, next23 = 0;
    int32_t offset = 0;
    const uint8_t* next = at;
    TFLL_DSP_UNROLL
    for (int v = 0; v < kFewVectors; ++v) {
      const Vec now = x;
      Multiply<q>(0, v, now);
      if (v < kFewVectors - 1) {
        x = q < kAlignedTaps ? LoadFewPanel<true>(at, v + 1)
                             : LoadFewPanel<false>(at, v + 1);
      } else if (q < kTaps - 1) {
        x = q + 1 < kAlignedTaps ? LoadFewPanel<true>(next, 0)
                                 : LoadFewPanel<false>(next, 0);
      }
      if (q == 1) AddBias(2, v, bias[2]);
      if (q == 2) AddBias(3, v, bias[3]);
      EndPacket();
      Multiply<q>(2, v, now);
      if (v == 0 && q < kTaps - 1) {
        next01 = weights[(q + 1) * 16];
        offset = offsets[q + 1];
      }
      if (v == 1 && q < kTaps - 1) {
        next23 = weights[(q + 1) * 16 + 1];
        next = panel + offset;
      }
      constexpr int kLoaded = q == 0 ? 2 : q == 1 ? 3 : q == 2 ? 1 : 0;
      if (v == 2 && q < 4) bias[kLoaded] = c[kLoaded].bias;
      if ((q == 4 || q == 5) && v >= 2) {
        const int k = 5 - q;
        AddBias(k, 2 * v - 4, bias[k]);
        AddBias(k, 2 * v - 3, bias[k]);
      }
      if (q == kTaps - 1 && v == 1) multiplier = c[0].multiplier;
      if (q == kTaps - 1 && v == 2) rounding = c[0].rounding;
      if (q == kTaps - 1 && v == 3) shift = c[0].shift;
      if (v == 1 && q < kTaps - 1) {
        EndPacket(next);
      } else {
        EndPacket();
      }
    }
    at = next;
    w01 = next01;
    w23 = next23;
  }

  // Requantizes the sums to bytes, channel by channel; sum i is
  // sum[i / 4][i % 4]. A sum is compared, rounded and shifted in the packets
  // that multiply the next two sums.
  Mask carry;
  Vec multiplier, rounding, shift;
  TFLL_DSP_INLINE Vec& At(int i) {
    return sum[i / kFewVectors][i % kFewVectors];
  }
  TFLL_DSP_INLINE void Compare(int i, Vec minus_one) {
    carry = Q6_Q_vcmp_gt_VwVw(At(i), minus_one);
  }
  TFLL_DSP_INLINE void Round(int i) {
    At(i) = Q6_Vw_vadd_VwVwQ_carry_sat(At(i), rounding, carry);
  }
  TFLL_DSP_INLINE void Shift(int i) { At(i) = Q6_Vw_vasr_VwVw(At(i), shift); }
  TFLL_DSP_INLINE static Vec Bytes(Vec odd, Vec even) {
    return kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                   : Q6_Vub_vsat_VhVh(odd, even);
  }
  // `weights` are those of the next four channels, which are loaded here.
  TFLL_DSP_INLINE void Finish(const Vec* limits, const FewConstants* c,
                              Vec minus_one, const uint64_t* weights,
                              Vec* __restrict out) {
    constexpr int kProducts = 4 * kFewVectors;
    Vec even[kFewVectors], odd[kFewVectors];
    Vec next_multiplier = multiplier, next_rounding = rounding,
        next_shift = shift;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) {
      const int k = i / kFewVectors, v = i % kFewVectors;
      if (v == 0) multiplier = next_multiplier;
      const Vec low = Q6_Vw_vmpye_VwVuh(At(i), multiplier);
      if (i > 0) Compare(i - 1, minus_one);
      if (i > 1) {
        if (v == 2) shift = next_shift;
        Shift(i - 2);
      }
      EndPacket();
      At(i) = Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(low, At(i), multiplier);
      if (i > 0) {
        if (v == 1) rounding = next_rounding;
        Round(i - 1);
      }
      if (k < 3 && v == 0) next_multiplier = c[k + 1].multiplier;
      if (k < 3 && v == 1) next_rounding = c[k + 1].rounding;
      if (k < 3 && v == 2) next_shift = c[k + 1].shift;
      if (i >= 11 && i < 15) {
        even[i - 11] = Q6_Vh_vsat_VwVw(sum[2][i - 11], sum[0][i - 11]);
      }
      if (i == 15) odd[0] = Q6_Vh_vsat_VwVw(sum[3][0], sum[1][0]);
      EndPacket();
    }
    FinishLast(limits, minus_one, weights, even, odd, out);
  }
  // Rounds and shifts the last two sums; converts all to bytes and stores them.
  TFLL_DSP_INLINE void FinishLast(const Vec* limits, Vec minus_one,
                                  const uint64_t* weights,
                                  const Vec (&even)[kFewVectors],
                                  Vec (&odd)[kFewVectors],
                                  Vec* __restrict out) {
    Compare(15, minus_one);
    Shift(14);
    odd[1] = Q6_Vh_vsat_VwVw(sum[3][1], sum[1][1]);
    EndPacket();
    Round(15);
    odd[0] = Bytes(odd[0], even[0]);
    odd[2] = Q6_Vh_vsat_VwVw(sum[3][2], sum[1][2]);
    const Vec least = limits[0];
    EndPacket();
    Shift(15);
    odd[0] = MaxBytes<kSigned>(odd[0], least);
    const Vec most = limits[1];
    EndPacket();
    odd[1] = Bytes(odd[1], even[1]);
    odd[3] = Q6_Vh_vsat_VwVw(sum[3][3], sum[1][3]);
    out[0] = MinBytes<kSigned>(odd[0], most);
    EndPacket();
    odd[2] = Bytes(odd[2], even[2]);
    odd[1] = MaxBytes<kSigned>(odd[1], least);
    w01 = weights[0];
    w23 = weights[1];
    EndPacket();
    odd[3] = Bytes(odd[3], even[3]);
    odd[2] = MaxBytes<kSigned>(odd[2], least);
    out[1] = MinBytes<kSigned>(odd[1], most);
    EndPacket();
    odd[3] = MaxBytes<kSigned>(odd[3], least);
    out[2] = MinBytes<kSigned>(odd[2], most);
    EndPacket();
    out[3] = MinBytes<kSigned>(odd[3], most);
  }
};

template <bool kSigned, bool kSums>
TFLL_DSP_NOINLINE void AllChannels(const FewJob& job, int32_t out_quads,
                                   const uint8_t* panel, Vec* __restrict out) {
  const uint64_t* __restrict weights =
      reinterpret_cast<const uint64_t*>(job.weights);
  const int32_t* __restrict offsets = job.offsets;
  const FewConstants* __restrict c = job.constants;
  const Vec minus_one = SplatWord(-1);
  const Vec* __restrict limits = &job.low;
  const uint8_t* first = panel + offsets[0];
  NineTaps<kSigned> taps;
  taps.w01 = weights[0];
  taps.w23 = weights[1];
  Vec x = LoadFewPanel<true>(first, 0);
  TFLL_DSP_NO_UNROLL
  for (int32_t n = 0; n < out_quads; ++n) {
    const uint8_t* at = first;
    Vec bias[4];
    taps.template Tap<0>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<1>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<2>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<3>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<4>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<5>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<6>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<7>(weights, offsets, panel, c, bias, at, x);
    taps.template Tap<8>(weights, offsets, panel, c, bias, at, x);
    if (kSums) {
      TFLL_DSP_UNROLL
      for (int k = 0; k < 4; ++k) {
        TFLL_DSP_UNROLL
        for (int v = 0; v < kFewVectors; ++v) taps.AddBias(k, v, job.sums[v]);
      }
    }
    weights += 2;
    taps.Finish(limits, c, minus_one, weights, out);
    x = LoadFewPanel<true>(first, 0);
    c += 4;
    out += kFewVectors;
    // Keeps the compiler from loading what they point to before the loop, for
    // which there are no registers.
    asm("" : "+r"(limits), "+r"(first));
  }
}

}  // namespace

NineTapFunction NineTapChannelsFor(const FewJob& job) {
  return job.is_signed  ? AllChannels<true, false>
         : job.has_sums ? AllChannels<false, true>
                        : AllChannels<false, false>;
}

}  // namespace tflite::dsp
