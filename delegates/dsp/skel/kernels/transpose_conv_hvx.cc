#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_conv_plan.h"
#include "delegates/dsp/skel/kernels/transpose_conv.h"

// A tile is 8 output pixels of one phase by 32 channels: a vector of weights
// serves 8 input pixels. Per product of an input and a weight, both less their
// zero points, a tile adds
//   input * weight - weights_zero_point * input          (sums of pixels)
//                  - input_zero_point * (weight - weights_zero_point)
//                                                         (sums of taps).
namespace tflite::dsp {
namespace {

constexpr int32_t kPixels = kTransposeConvPixels;

template <bool kSigned>
TFLL_DSP_INLINE Vec Products(Vec sum, Vec weights, int32_t inputs) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVubRb(sum, weights, inputs)
                 : Q6_Vuw_vrmpyacc_VuwVubRub(sum, weights, inputs);
}

// The sums of a tile's products over one tap.
template <bool kSigned>
TFLL_DSP_INLINE void AddTap(const Vec* __restrict weights,
                            const uint8_t* __restrict pixels, int32_t pitch,
                            int32_t quads, Vec* __restrict sums) {
  int32_t q = 0;
  TFLL_DSP_NO_UNROLL
  for (; q + 2 <= quads; q += 2, weights += 2, pixels += 8) {
    TFLL_DSP_UNROLL
    for (int32_t p = 0; p < kPixels; ++p) {
      const int64_t inputs =
          *reinterpret_cast<const int64_t*>(pixels + p * pitch);
      sums[p] =
          Products<kSigned>(sums[p], weights[0], static_cast<int32_t>(inputs));
      sums[p] = Products<kSigned>(sums[p], weights[1],
                                  static_cast<int32_t>(inputs >> 32));
    }
  }
  if (q == quads) return;
  TFLL_DSP_UNROLL
  for (int32_t p = 0; p < kPixels; ++p) {
    sums[p] = Products<kSigned>(
        sums[p], *weights,
        *reinterpret_cast<const int32_t*>(pixels + p * pitch));
  }
}

template <bool kSigned>
class TransposedConv {
 public:
  TransposedConv(const TransposeConvParams& p, const TransposeConvPlan& plan,
                 const Memory& memory, const Scratch& scratch)
      : p_(p),
        w_(p.window),
        plan_(plan),
        layout_{w_.filter_height * w_.filter_width, w_.in_channels},
        blocks_(p.finish.channels / kLanes),
        weights_(memory.At<const uint8_t>(p.weights)),
        groups_(reinterpret_cast<FinishGroup*>(scratch.data)),
        tap_sums_(reinterpret_cast<Vec*>(scratch.data + plan.finish)),
        taps_(reinterpret_cast<TransposeConvTap*>(scratch.data + plan.finish +
                                                  plan.tap_sums)),
        image_(scratch.data + plan.finish + plan.tap_sums + plan.taps),
        pixel_sums_(reinterpret_cast<int32_t*>(image_ + plan.image)),
        is_quick_(PrepareFinish(p.finish, memory, groups_)) {}

  void Run(const Memory& memory) {
    const uint8_t* in = memory.At<const uint8_t>(p_.input);
    out_ = memory.At<uint8_t>(p_.output);
    SumTaps();
    for (int32_t b = 0; b < w_.batch; ++b) {
      CopyImage(in);
      SumPixels();
      for (int32_t y = 0; y < w_.out_height; ++y) {
        for (int32_t phase = 0; phase < w_.stride_width && phase < w_.out_width;
             ++phase) {
          Phase(y, phase);
        }
        out_ += w_.out_width * w_.out_channels;
      }
      in += w_.in_height * w_.in_width * w_.in_channels;
    }
  }

 private:
  // -input_zero_point * (sum of a tap's weights - their zero point).
  void SumTaps() {
    const Vec* weights = reinterpret_cast<const Vec*>(weights_);
    const Vec zero = SplatWord(layout_.quads() * kTaps * p_.weights_zero_point);
    const int32_t factor = (-p_.input_zero_point & 0xffff) * 0x10001;
    for (int32_t i = 0; i < blocks_ * layout_.taps; ++i) {
      Vec sum = Zero();
      for (int32_t q = 0; q < layout_.quads(); ++q) {
        sum = Q6_Vuw_vrmpyacc_VuwVubRub(sum, *weights++, 0x01010101);
      }
      tap_sums_[i] = Q6_Vw_vmpyi_VwRh(Q6_Vw_vsub_VwVw(sum, zero), factor);
    }
  }

  // Channels of a pixel, or the zero point, and 0 behind them.
  TFLL_DSP_INLINE void PutPixel(const uint8_t* from, uint8_t* to) const {
    for (int32_t c = 0; c < plan_.pitch; c += kVectorBytes) {
      const int32_t channels = w_.in_channels - c;
      const int32_t bytes = plan_.pitch - c;
      Vec v = from == nullptr ? SplatByte(p_.input_zero_point)
                              : LoadUnaligned(from + c);
      if (channels < kVectorBytes) {
        v = Q6_V_vand_QV(Q6_Q_vsetq_R(channels), v);
      }
      StoreFirst(to + c, v, bytes < kVectorBytes ? bytes : kVectorBytes);
    }
  }
  void CopyImage(const uint8_t* in) const {
    uint8_t* to = image_;
    for (int32_t y = 0; y < w_.in_height; ++y) {
      for (int32_t x = 0; x < plan_.width; ++x, to += plan_.pitch) {
        const int32_t column = x - plan_.left;
        const bool is_inside = column >= 0 && column < w_.in_width;
        PutPixel(is_inside ? in + (y * w_.in_width + column) * w_.in_channels
                           : nullptr,
                 to);
      }
    }
  }

  // -weights_zero_point times the sum of a pixel's channels.
  void SumPixels() const {
    const auto* from = reinterpret_cast<const int64_t*>(image_);
    const int32_t words = plan_.pitch / 8;
    for (int32_t i = 0; i < w_.in_height * plan_.width; ++i, from += words) {
      int64_t sums = 0;
      for (int32_t k = 0; k < words; ++k) {
        sums = kSigned ? Q6_P_vrmpybsuacc_PP(sums, from[k], kOnes)
                       : Q6_P_vrmpybuacc_PP(sums, from[k], kOnes);
      }
      pixel_sums_[i] =
          -p_.weights_zero_point *
          (static_cast<int32_t>(sums) + static_cast<int32_t>(sums >> 32));
    }
  }

  // The taps of outputs (y, phase + k * stride_width). How many there are.
  int32_t FindTaps(int32_t y, int32_t phase) const {
    int32_t count = 0;
    for (int32_t fy = 0; fy < w_.filter_height; ++fy) {
      const int32_t reached = y + w_.pad_top - fy;
      const int32_t row = reached / w_.stride_height;
      if (reached < 0 || reached % w_.stride_height != 0 ||
          row >= w_.in_height) {
        continue;
      }
      for (int32_t fx = 0; fx < w_.filter_width; ++fx) {
        const int32_t across = phase + w_.pad_left - fx;
        if (across % w_.stride_width != 0) continue;
        const int32_t index = fy * w_.filter_width + fx;
        taps_[count++] = {
            index * layout_.quads() * kLanes * kTaps,
            row * plan_.width + plan_.left + across / w_.stride_width, index};
      }
    }
    return count;
  }

  void Phase(int32_t y, int32_t phase) {
    const int32_t taps = FindTaps(y, phase);
    const int32_t count =
        (w_.out_width - phase + w_.stride_width - 1) / w_.stride_width;
    uint8_t* out = out_ + phase * w_.out_channels;
    for (int32_t block = 0; block < blocks_; ++block) {
      Vec start = groups_[block].bias;
      for (int32_t t = 0; t < taps; ++t) {
        start = Q6_Vw_vadd_VwVw(
            start, tap_sums_[block * layout_.taps + taps_[t].index]);
      }
      for (int32_t first = 0; first < count; first += kPixels) {
        const int32_t left = count - first;
        Tile(block, taps, first, start, left < kPixels ? left : kPixels,
             out + first * w_.stride_width * w_.out_channels);
      }
    }
  }

  TFLL_DSP_NOINLINE void Tile(int32_t block, int32_t taps, int32_t first,
                              Vec start, int32_t count, uint8_t* out) const {
    Vec pixel_sums = Zero();
    for (int32_t t = 0; t < taps; ++t) {
      pixel_sums = Q6_Vw_vadd_VwVw(
          pixel_sums, LoadUnaligned(pixel_sums_ + taps_[t].pixel + first));
    }
    alignas(kVectorBytes) int32_t of_pixels[kVectorWords];
    *reinterpret_cast<Vec*>(of_pixels) = pixel_sums;
    Vec sums[kPixels];
    TFLL_DSP_UNROLL
    for (int32_t p = 0; p < kPixels; ++p) {
      sums[p] = Q6_Vw_vadd_VwVw(start, SplatWord(of_pixels[p]));
    }
    const uint8_t* weights = weights_ + block * layout_.BlockBytes();
    for (int32_t t = 0; t < taps; ++t) {
      AddTap<kSigned>(reinterpret_cast<const Vec*>(weights + taps_[t].weights),
                      image_ + (taps_[t].pixel + first) * plan_.pitch,
                      plan_.pitch, layout_.quads(), sums);
    }
    Store(sums, block, count, out);
  }

  TFLL_DSP_INLINE Vec Finished(Vec sum, const FinishGroup& group) const {
    return is_quick_
               ? QuickFinish(sum, group.multiplier, group.rounding, group.shift,
                             SplatWord(-1))
               : GeneralFinish(sum, group, SplatWord(p_.finish.zero_point));
  }
  TFLL_DSP_INLINE void Store(const Vec* sums, int32_t block, int32_t count,
                             uint8_t* out) const {
    const FinishGroup& group = groups_[block];
    const int32_t channel = block * kLanes;
    const int32_t left = w_.out_channels - channel;
    const int32_t channels = left < kLanes ? left : kLanes;
    const int32_t step = w_.stride_width * w_.out_channels;
    TFLL_DSP_UNROLL
    for (int32_t p = 0; p < kPixels; p += 4) {
      Vec words[4];
      TFLL_DSP_UNROLL
      for (int i = 0; i < 4; ++i) words[i] = Finished(sums[p + i], group);
      const Vec bytes = ClampBytes<kSigned>(
          PackBytes<kSigned>(Q6_Vh_vpack_VwVw_sat(words[3], words[2]),
                             Q6_Vh_vpack_VwVw_sat(words[1], words[0])),
          SplatByte(p_.finish.min), SplatByte(p_.finish.max));
      TFLL_DSP_UNROLL
      for (int32_t i = 0; i < 4; ++i) {
        if (p + i >= count) break;
        StoreFirst(out + (p + i) * step + channel,
                   Q6_V_vror_VR(bytes, i * kLanes), channels);
      }
    }
  }

  static constexpr int64_t kOnes = 0x0101010101010101;

  const TransposeConvParams& p_;
  const Window& w_;
  const TransposeConvPlan& plan_;
  const DenseLayout layout_;
  const int32_t blocks_;
  const uint8_t* const weights_;
  FinishGroup* const groups_;
  Vec* const tap_sums_;
  TransposeConvTap* const taps_;
  uint8_t* const image_;
  int32_t* const pixel_sums_;
  const bool is_quick_;
  uint8_t* out_ = nullptr;
};

}  // namespace

void TransposeConvHvx(const TransposeConvParams& p, const Memory& memory,
                      const Scratch& scratch) {
  const TransposeConvPlan plan = PlaceTransposeConv(p);
  if (!plan.fits) {
    TransposeConvScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    TransposedConv<true>(p, plan, memory, scratch).Run(memory);
  } else {
    TransposedConv<false>(p, plan, memory, scratch).Run(memory);
  }
}

}  // namespace tflite::dsp
