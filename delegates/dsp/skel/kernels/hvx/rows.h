#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Reduces rows of 128 channels to one row, for pooling and reductions.
// Reads whole vectors, up to 127 bytes past the last row.
namespace tflite::dsp {

// `count` rows that lie `pitch` bytes apart.
struct Rows {
  const uint8_t* first;
  int32_t count, pitch;
};

constexpr int32_t kRowChannels = kVectorBytes;

// Adds bytes to sums of the even and of the odd ones, halfwords.
template <bool kSigned>
TFLL_DSP_INLINE VecPair AddBytes(VecPair sums, Vec bytes) {
  return kSigned ? Q6_Wh_vmpyacc_WhVbVb(sums, bytes, SplatByte(1))
                 : Q6_Wuh_vmpyacc_WuhVubRub(sums, bytes, 0x01010101);
}

// Halfwords of the even and of the odd bytes to bytes, saturated.
template <bool kSigned>
TFLL_DSP_INLINE Vec InterleaveBytes(Vec even, Vec odd) {
  return kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                 : Q6_Vub_vsat_VhVh(odd, even);
}

// Sums of 128 channels: words, and halfwords that are added to them before they
// overflow. All vectors have the even channels first, as products of bytes do.
template <bool kSigned>
class RowSums {
 public:
  // `start` is in each sum.
  TFLL_DSP_INLINE explicit RowSums(Vec start)
      : halves_(Nothing()), words_{start, start, start, start} {}

  TFLL_DSP_INLINE void Add(Rows rows) {
    while (rows.count > 0) {
      if (room_ == 0) Widen();
      const int32_t count = rows.count < room_ ? rows.count : room_;
      room_ -= count;
      rows.count -= count;
      VecPair sums = halves_;
      for (int32_t i = 0; i < count; ++i, rows.first += rows.pitch) {
        sums = AddBytes<kSigned>(sums, LoadUnaligned(rows.first));
      }
      halves_ = sums;
    }
  }

  // The sums as words, each by `function`, a Vec of a Vec, to bytes of the type
  // in the order of the channels. The words may exceed the type.
  template <typename Function>
  TFLL_DSP_INLINE Vec Bytes(const Function& function) {
    Widen();
    return InterleaveBytes<kSigned>(
        Q6_Vh_vpack_VwVw_sat(function(words_[1]), function(words_[0])),
        Q6_Vh_vpack_VwVw_sat(function(words_[3]), function(words_[2])));
  }

 private:
  // The sum of this many bytes fits a halfword.
  static constexpr int32_t kMost = 255;

  static VecPair Nothing() { return Q6_W_vcombine_VV(Zero(), Zero()); }

  void Widen() {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 2; ++i) {
      const Vec half = i == 0 ? Q6_V_lo_W(halves_) : Q6_V_hi_W(halves_);
      const VecPair wide =
          kSigned ? Q6_Ww_vunpack_Vh(half) : Q6_Wuw_vunpack_Vuh(half);
      words_[2 * i] = Q6_Vw_vadd_VwVw(words_[2 * i], Q6_V_lo_W(wide));
      words_[2 * i + 1] = Q6_Vw_vadd_VwVw(words_[2 * i + 1], Q6_V_hi_W(wide));
    }
    halves_ = Nothing();
    room_ = kMost;
  }

  VecPair halves_;
  Vec words_[4];
  int32_t room_ = kMost;
};

// The greatest (kMax) or least of `best` and all rows.
template <bool kSigned, bool kMax>
TFLL_DSP_INLINE Vec BestOfRows(const Rows& rows, Vec best) {
  const uint8_t* at = rows.first;
  for (int32_t i = 0; i < rows.count; ++i, at += rows.pitch) {
    const Vec v = LoadUnaligned(at);
    best = kMax ? MaxBytes<kSigned>(best, v) : MinBytes<kSigned>(best, v);
  }
  return best;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_
