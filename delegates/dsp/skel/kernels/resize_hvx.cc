#include "delegates/dsp/skel/kernels/common/bilinear.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/resize.h"

// An output is the sum of four corners times whole weights that add up to
// 2^20 (INT8) or 2^23 (UINT8). The corners' bytes are interleaved, so that one
// instruction multiplies four of them by the same byte of the four weights;
// three such sums, shifted, make the whole one.
//
// INT8 is exact that way. The reference computes UINT8 in float. That is exact
// too if the weights of row and column are multiples of 2^-8, as nothing is
// rounded then. Otherwise both sums are within 2^-12 of the real one, and the
// scalar form computes outputs that are this close to a half.
namespace tflite::dsp {
namespace {

constexpr int32_t kGroup = 4;           // quarters of a vector
constexpr int32_t kGroupChannels = 32;  // of each, whose sums are words

// The weight of the upper neighbour along one axis.
struct Axis {
  int32_t upper;
  bool is_valid;  // in [0, 1]; else for the scalar form
  bool is_exact;
};

template <bool kSigned>
constexpr int32_t kWeightBits = kSigned ? 10 : 23;

template <bool kSigned>
Axis AxisOf(const Tap& tap) {
  if (kSigned) {
    const bool is_one = tap.lower == tap.upper;
    return {is_one ? 0 : tap.fixed_upper, is_one || tap.fixed_upper >= 0, true};
  }
  const bool is_inside = tap.weight >= 0.0f && tap.weight <= 1.0f;
  if (!is_inside) return {0, false, false};
  const float scaled = tap.weight * (1 << 23);
  const auto upper = static_cast<int32_t>(scaled);
  // A weight may have bits below 2^-23.
  const bool is_whole = static_cast<float>(upper) == scaled;
  return {upper, true, is_whole && (upper & 0x7fff) == 0};
}

template <bool kSigned>
struct Element {
  using Type = uint8_t;
};
template <>
struct Element<true> {
  using Type = int8_t;
};

// Byte k of the four weights of a pixel: top left, top right, bottom left,
// bottom right from the lowest byte on.
struct Weights {
  int32_t bytes[3];
};

TFLL_DSP_INLINE int64_t PairOf(int32_t high, int32_t low) {
  return static_cast<int64_t>(Q6_P_combine_RR(high, low));
}

template <bool kSigned>
TFLL_DSP_INLINE Weights WeightsOf(int32_t y, int32_t x) {
  constexpr int32_t kOne = 1 << kWeightBits<kSigned>;
  // INT8: products in units of 2^-20.
  const int32_t scale = kSigned ? kOne : 1;
  const auto bottom_right =
      static_cast<int32_t>(kSigned ? y * x : int64_t{y} * x >> 23);
  const int32_t top_right = x * scale - bottom_right;
  const int32_t bottom_left = y * scale - bottom_right;
  const int32_t top_left = kOne * scale - x * scale - bottom_left;
  const int64_t top = PairOf(top_right, top_left);
  const int64_t bottom = PairOf(bottom_right, bottom_left);
  const int64_t even = PairOf(Q6_R_vtrunehb_P(bottom), Q6_R_vtrunehb_P(top));
  const int64_t odd = PairOf(Q6_R_vtrunohb_P(bottom), Q6_R_vtrunohb_P(top));
  return {{Q6_R_vtrunehb_P(even), Q6_R_vtrunehb_P(odd), Q6_R_vtrunohb_P(even)}};
}

// Rounded words of 32 channels whose corners are interleaved. `near` is how
// close to a half, in units of 2^-23, the scalar form decides; such lanes are
// set in `doubtful`.
template <bool kSigned>
TFLL_DSP_INLINE Vec Rounded(Vec corners, const Weights& weights, Vec near,
                            Vec* doubtful) {
  const Vec high = Q6_Vuw_vrmpy_VubRub(corners, weights.bytes[2]);
  const Vec middle = Q6_Vuw_vrmpy_VubRub(corners, weights.bytes[1]);
  const Vec low = Q6_Vuw_vrmpy_VubRub(corners, weights.bytes[0]);
  const Vec upper = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(high, 8), middle);
  const Vec sum = Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(upper, 8), low);
  if (kSigned) {
    // Less 128 for each corner; halves away from zero.
    const Vec real = Q6_Vw_vsub_VwVw(sum, SplatWord(1 << 27));
    const Vec half =
        Q6_Vw_vadd_VwVw(Q6_Vw_vasr_VwR(real, 31), SplatWord(1 << 19));
    return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(real, half), 20);
  }
  const Vec rounded = Q6_Vw_vadd_VwVw(sum, SplatWord(1 << 22));
  const Vec distance =
      Q6_V_vand_VV(Q6_Vw_vadd_VwVw(rounded, near), SplatWord((1 << 23) - 1));
  const Mask is_near = Q6_Q_vcmp_gt_VwVw(Q6_Vw_vadd_VwVw(near, near), distance);
  *doubtful = Q6_V_vmux_QVV(is_near, SplatWord(1), Zero());
  return Q6_Vw_vasr_VwR(rounded, 23);
}

// Corners of 128 channels of an output pixel, interleaved: words i of group g
// are those of channel 32 g + i.
struct Interleaved {
  Vec groups[kGroup];
};

template <bool kSigned>
TFLL_DSP_INLINE Vec LoadCorner(const uint8_t* p) {
  const Vec v = LoadUnaligned(p);
  return kSigned ? Q6_V_vxor_VV(v, SplatByte(0x80)) : v;
}

template <bool kSigned>
TFLL_DSP_INLINE Interleaved LoadCorners(const Corners<uint8_t>& in, int32_t c) {
  const VecPair top = Q6_W_vshuff_VVR(LoadCorner<kSigned>(in.top_right + c),
                                      LoadCorner<kSigned>(in.top_left + c), -1);
  const VecPair bottom =
      Q6_W_vshuff_VVR(LoadCorner<kSigned>(in.bottom_right + c),
                      LoadCorner<kSigned>(in.bottom_left + c), -1);
  const VecPair first = Q6_W_vshuff_VVR(Q6_V_lo_W(bottom), Q6_V_lo_W(top), -2);
  const VecPair last = Q6_W_vshuff_VVR(Q6_V_hi_W(bottom), Q6_V_hi_W(top), -2);
  return {
      {Q6_V_lo_W(first), Q6_V_hi_W(first), Q6_V_lo_W(last), Q6_V_hi_W(last)}};
}

template <bool kSigned>
TFLL_DSP_INLINE Vec PackGroups(const Vec* words) {
  return PackBytes<kSigned>(Q6_Vh_vpack_VwVw_sat(words[3], words[2]),
                            Q6_Vh_vpack_VwVw_sat(words[1], words[0]));
}

TFLL_DSP_INLINE bool AnySet(const Vec* words) {
  return IsAnySet(Q6_V_vor_VV(Q6_V_vor_VV(words[0], words[1]),
                              Q6_V_vor_VV(words[2], words[3])));
}

template <bool kSigned>
class Resizing {
 public:
  using T = typename Element<kSigned>::Type;

  Resizing(const ResizeBilinearParams& p, const Memory& memory)
      : p_(p),
        rows_(memory.At<const Tap>(p.taps)),
        columns_(rows_ + p.out_height),
        out_(memory.At<uint8_t>(p.output)) {}

  void Run(const Memory& memory) {
    const uint8_t* image = memory.At<const uint8_t>(p_.input);
    for (int32_t b = 0; b < p_.batch; ++b) {
      for (int32_t y = 0; y < p_.out_height; ++y) {
        row_ = &rows_[y];
        axis_ = AxisOf<kSigned>(*row_);
        upper_ = image + row_->lower * p_.in_width * p_.channels;
        lower_ = image + row_->upper * p_.in_width * p_.channels;
        Row();
      }
      image += p_.in_height * p_.in_width * p_.channels;
    }
  }

 private:
  void Row() {
    int32_t x = 0;
    if (p_.channels <= kGroupChannels) {
      for (; x + kGroup <= p_.out_width; x += kGroup) FewChannels(x);
    }
    for (; x < p_.out_width; ++x) Pixel(x);
  }

  Corners<uint8_t> At(int32_t x) const {
    const int32_t left = columns_[x].lower * p_.channels;
    const int32_t right = columns_[x].upper * p_.channels;
    return {upper_ + left, upper_ + right, lower_ + left, lower_ + right};
  }
  // Outputs of the scalar form, at `out`.
  void MixAt(int32_t x, int32_t c, uint8_t* out) const {
    const Corners<uint8_t> in = At(x);
    const Corners<T> typed = {reinterpret_cast<const T*>(in.top_left),
                              reinterpret_cast<const T*>(in.top_right),
                              reinterpret_cast<const T*>(in.bottom_left),
                              reinterpret_cast<const T*>(in.bottom_right)};
    *out = static_cast<uint8_t>(Mix(typed, *row_, columns_[x], c));
  }

  // Replaces outputs of doubtful words. Word i of group g belongs to channel
  // `c` + i of pixel `x` + g, or to channel `c` + 32 g + i of pixel `x`.
  TFLL_DSP_NOINLINE void Settle(const Vec* doubtful, int32_t x, int32_t c,
                                bool is_pixels, uint8_t* out) const {
    alignas(kVectorBytes) int32_t words[kGroup][kGroupChannels];
    TFLL_DSP_UNROLL
    for (int g = 0; g < kGroup; ++g) {
      *reinterpret_cast<Vec*>(words[g]) = doubtful[g];
    }
    for (int32_t g = 0; g < kGroup; ++g) {
      for (int32_t i = 0; i < kGroupChannels; ++i) {
        const int32_t channel = is_pixels ? c + i : c + g * kGroupChannels + i;
        if (words[g][i] == 0 || channel >= p_.channels) continue;
        const int32_t pixel = is_pixels ? g : 0;
        MixAt(x + pixel, channel, out + pixel * p_.channels + channel - c);
      }
    }
  }

  bool IsExact(const Axis& column) const {
    return axis_.is_exact && column.is_exact;
  }

  // Four pixels of up to 32 channels.
  void FewChannels(int32_t x) {
    const Vec near = SplatWord(kNear);
    Vec words[kGroup], doubtful[kGroup];
    bool is_exact = true, is_valid = axis_.is_valid;
    TFLL_DSP_UNROLL
    for (int32_t g = 0; g < kGroup; ++g) {
      const Axis column = AxisOf<kSigned>(columns_[x + g]);
      is_valid = is_valid && column.is_valid;
      is_exact = is_exact && IsExact(column);
      const Weights weights = WeightsOf<kSigned>(axis_.upper, column.upper);
      words[g] = Rounded<kSigned>(LoadCorners<kSigned>(At(x + g), 0).groups[0],
                                  weights, near, &doubtful[g]);
    }
    if (!is_valid) {
      for (int32_t g = 0; g < kGroup; ++g) Pixel(x + g);
      return;
    }
    const Vec bytes = PackGroups<kSigned>(words);
    TFLL_DSP_UNROLL
    for (int32_t g = 0; g < kGroup; ++g) {
      StoreFirst(out_ + g * p_.channels,
                 Q6_V_vror_VR(bytes, g * kGroupChannels), p_.channels);
    }
    if (!kSigned && !is_exact && AnySet(doubtful)) {
      Settle(doubtful, x, 0, true, out_);
    }
    out_ += kGroup * p_.channels;
  }

  void Pixel(int32_t x) {
    const Axis column = AxisOf<kSigned>(columns_[x]);
    if (!axis_.is_valid || !column.is_valid) {
      for (int32_t c = 0; c < p_.channels; ++c) MixAt(x, c, out_ + c);
      out_ += p_.channels;
      return;
    }
    const Vec near = SplatWord(kNear);
    const Weights weights = WeightsOf<kSigned>(axis_.upper, column.upper);
    const Corners<uint8_t> in = At(x);
    for (int32_t c = 0; c < p_.channels; c += kVectorBytes) {
      const Interleaved corners = LoadCorners<kSigned>(in, c);
      Vec words[kGroup], doubtful[kGroup];
      TFLL_DSP_UNROLL
      for (int g = 0; g < kGroup; ++g) {
        words[g] =
            Rounded<kSigned>(corners.groups[g], weights, near, &doubtful[g]);
      }
      const int32_t left = p_.channels - c;
      StoreFirst(out_ + c, PackGroups<kSigned>(words),
                 left < kVectorBytes ? left : kVectorBytes);
      if (!kSigned && !IsExact(column) && AnySet(doubtful)) {
        Settle(doubtful, x, c, false, out_ + c);
      }
    }
    out_ += p_.channels;
  }

  static constexpr int32_t kNear = 1 << 11;  // 2^-12

  const ResizeBilinearParams& p_;
  const Tap* const rows_;
  const Tap* const columns_;
  uint8_t* out_;
  const Tap* row_ = nullptr;
  Axis axis_ = {};
  const uint8_t* upper_ = nullptr;
  const uint8_t* lower_ = nullptr;
};

}  // namespace

void ResizeBilinearHvx(const ResizeBilinearParams& p, const Memory& memory,
                       const Scratch&) {
  if (p.is_signed != 0) {
    Resizing<true>(p, memory).Run(memory);
  } else {
    Resizing<false>(p, memory).Run(memory);
  }
}

}  // namespace tflite::dsp
