#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_parts.h"
#include "delegates/dsp/skel/kernels/hvx/strip.h"

namespace tflite::dsp {
namespace {

constexpr int kVectors = kFewVectors;

// Computes job.sums, which is added to the sums of all channels if UINT8
// weights have another zero point than 128: the sum of each pixel's window
// times `factor`, the difference.
void SumPixels(const FewJob& job, const uint8_t* panel, int32_t factor) {
  Vec sum[kVectors] = {};
  for (int32_t q = 0; q < job.quads; ++q) {
    const HVX_UVector* x =
        reinterpret_cast<const HVX_UVector*>(panel + job.offsets[q]);
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sum[v] = Q6_Vw_vrmpyacc_VwVubRb(sum[v], x[v], 0x01010101);
    }
  }
  TFLL_DSP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    job.sums[v] = Q6_Vw_vmpyi_VwRh(sum[v], (factor << 16) | (factor & 0xffff));
  }
}

// Sums of four output channels of 128 pixels.
struct FourByFour {
  Vec sum[4][kVectors];

  // Adds the products of kQuads quads, whose panels are aligned.
  template <int kQuads>
  TFLL_DSP_INLINE void MultiplyFixed(const FewJob& job, int32_t n,
                                     const uint8_t* panel) {
    const int32_t* __restrict offset = job.offsets;
    const uint64_t* __restrict w =
        reinterpret_cast<const uint64_t*>(job.weights) + 2 * n;
    TFLL_DSP_UNROLL
    for (int32_t q = 0; q < kQuads; ++q) {
      const uint64_t w01 = w[q * 16], w23 = w[q * 16 + 1];
      const int32_t word[4] = {
          static_cast<int32_t>(w01), static_cast<int32_t>(w01 >> 32),
          static_cast<int32_t>(w23), static_cast<int32_t>(w23 >> 32)};
      const uint8_t* x = panel + offset[q];
      TFLL_DSP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const Vec a = LoadFewPanel<true>(x, v);
        TFLL_DSP_UNROLL
        for (int k = 0; k < 4; ++k) {
          sum[k][v] = Q6_Vw_vrmpyacc_VwVubRb(sum[k][v], a, word[k]);
        }
      }
    }
  }

  // The same for any number of quads. Weights and the first vector of a quad
  // are loaded one iteration ahead.
  template <bool kAligned>
  TFLL_DSP_INLINE void Multiply(const FewJob& job, int32_t n,
                                const uint8_t* panel) {
    const int32_t* __restrict offset = job.offsets;
    const uint64_t* __restrict w =
        reinterpret_cast<const uint64_t*>(job.weights) + 2 * n;
    const int32_t quads = job.quads;
    uint64_t w01 = w[0], w23 = w[1];
    const uint8_t* x = panel + *offset++;
    Vec a = LoadFewPanel<kAligned>(x, 0);
    TFLL_DSP_NO_UNROLL
    for (int32_t q = 0; q < quads; ++q) {
      const int32_t word[4] = {
          static_cast<int32_t>(w01), static_cast<int32_t>(w01 >> 32),
          static_cast<int32_t>(w23), static_cast<int32_t>(w23 >> 32)};
      w += kVectorBytes / 8;
      TFLL_DSP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        TFLL_DSP_UNROLL
        for (int k = 0; k < 4; ++k) {
          sum[k][v] = Q6_Vw_vrmpyacc_VwVubRb(sum[k][v], a, word[k]);
        }
        if (v < kVectors - 1) a = LoadFewPanel<kAligned>(x, v + 1);
      }
      x = panel + *offset++;
      a = LoadFewPanel<kAligned>(x, 0);
      w01 = w[0];
      w23 = w[1];
    }
  }
};

// Panels with specialized code: eight quads for pixels of 32 channels.
enum class PanelKind { kAny, kEight };

// Computes four output channels of 128 pixels.
template <bool kSigned, PanelKind kKind>
TFLL_DSP_NOINLINE void FourChannels(const FewJob& job, int32_t n,
                                    const uint8_t* panel, Vec* __restrict out) {
  const FewConstants* __restrict c = job.constants + 4 * n;
  FourByFour tile;
  TFLL_DSP_UNROLL
  for (int k = 0; k < 4; ++k) {
    const Vec bias = c[k].bias;
    TFLL_DSP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      tile.sum[k][v] = job.has_sums ? Q6_Vw_vadd_VwVw(bias, job.sums[v]) : bias;
    }
  }
  if (kKind == PanelKind::kEight) {
    tile.MultiplyFixed<8>(job, n, panel);
  } else if (job.aligned) {
    tile.Multiply<true>(job, n, panel);
  } else {
    tile.Multiply<false>(job, n, panel);
  }
  // Each iteration multiplies a sum, and rounds and shifts the one of two
  // iterations before, so that packets are full.
  constexpr int kLater = 2;
  const Vec above = SplatWord(job.carries_above);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4 * kVectors + kLater; ++i) {
    if (i < 4 * kVectors) {
      Vec& x = tile.sum[i / kVectors][i % kVectors];
      x = DoublingHighProduct(x, c[i / kVectors].multiplier);
    }
    if (i < kLater) continue;
    const int k = (i - kLater) / kVectors, v = (i - kLater) % kVectors;
    tile.sum[k][v] =
        QuickShift(tile.sum[k][v], c[k].rounding, c[k].shift, above);
    if (k < 3) continue;
    const Vec even = Q6_Vh_vsat_VwVw(tile.sum[2][v], tile.sum[0][v]);
    const Vec odd = Q6_Vh_vsat_VwVw(tile.sum[3][v], tile.sum[1][v]);
    out[v] = ClampBytes<kSigned>(kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                                         : Q6_Vub_vsat_VhVh(odd, even),
                                 job.low, job.high);
  }
}

using FourChannelsFunction = void (*)(const FewJob&, int32_t, const uint8_t*,
                                      Vec* __restrict);
template <bool kSigned>
FourChannelsFunction FourChannelsFor(const FewJob& job) {
  if (job.quads == 8 && job.aligned) {
    return FourChannels<kSigned, PanelKind::kEight>;
  }
  return FourChannels<kSigned, PanelKind::kAny>;
}

// Prepares 32 channels: subtracts 128 from weights, and copies each channel's
// constants to all lanes. The kernel adds 128 to INT8 activations, for which
// the bias compensates.
void PrepareBlock(const Conv2dParams& p, const FewChannelsPlan& plan,
                  const Vec* packed, const FinishGroup& finish,
                  int32_t channels, Vec* __restrict weights,
                  FewConstants* __restrict constants) {
  if (plan.packed && !plan.IsInOrder()) {
    PackWeights(plan, packed, p.weights_zero_point, weights);
    packed = weights;
  }
  const Vec flip = SplatByte(0x80);
  const Vec ones = SplatByte(1);
  Vec sum = Zero();
  for (int32_t q = 0; q < plan.quads; ++q) {
    weights[q] = Q6_V_vxor_VV(packed[q], flip);
    sum = Q6_Vw_vrmpyacc_VwVbVb(sum, weights[q], ones);
  }
  FinishGroup f = finish;
  if (p.is_signed != 0) {
    f.bias = Q6_Vw_vsub_VwVw(f.bias, Q6_Vw_vasl_VwR(sum, 7));
  }
  const int32_t* words = reinterpret_cast<const int32_t*>(&f);
  for (int32_t c = 0; c < channels; ++c) {
    constants[c].bias = SplatWord(words[c]);
    constants[c].multiplier = SplatWord(words[32 + c]);
    constants[c].rounding = SplatWord(words[64 + c]);
    constants[c].shift = SplatWord(words[96 + c]);
  }
}
void PrepareChannels(const Conv2dParams& p, const FewChannelsPlan& plan,
                     const Memory& memory, const FinishGroup* finish,
                     Vec* weights, FewConstants* constants) {
  const Window& w = plan.window;
  const Vec* packed = memory.At<const Vec>(p.weights);
  const DenseLayout layout = {w.filter_height * w.filter_width, w.in_channels};
  for (int32_t b = 0; b < plan.OutBlocks(); ++b) {
    const int32_t left = plan.out_quads * 4 - b * kFewChannels;
    PrepareBlock(p, plan, packed, finish[b],
                 left < kFewChannels ? left : kFewChannels, weights, constants);
    packed += layout.BlockBytes() / kVectorBytes;
    weights += plan.quads;
    constants += kFewChannels;
  }
}

// Makes the panel of `rows` output rows from row `y` on.
void MakePanel(const Conv2dParams& p, const FewChannelsPlan& plan,
               const uint8_t* image, int32_t y, int32_t rows, Vec flip,
               uint8_t* copy, uint8_t* taps, uint8_t* panel) {
  const Window& w = plan.window;
  if (plan.packed) {
    MakePackedPanel(plan, image, y, rows, p.input_zero_point, flip, copy, taps,
                    panel);
  } else if (plan.taps) {
    CopyStrip(plan.strip, w, image, y, p.input_zero_point, copy);
    MakeTapPanel(plan, rows, flip, copy, panel);
  } else {
    const uint8_t* in = image + y * w.in_width * w.in_channels;
    MakePixelPanel(plan, in, rows * w.out_width, flip, panel);
  }
}

// Fills in all fields but the addresses of weights, constants and sums.
FewJob StartJob(const Conv2dParams& p, const FewChannelsPlan& plan,
                int32_t* offsets) {
  const Window& w = plan.window;
  FewJob job = {};
  job.quads = plan.quads;
  job.offsets = offsets;
  job.aligned = PlaceFewQuads(plan, offsets);
  job.two_rows_aligned = plan.taps && plan.quads == 9 && w.filter_height == 3 &&
                         w.stride_height > w.dilation_height;
  job.is_signed = p.is_signed != 0;
  job.has_sums = !job.is_signed && p.weights_zero_point != 128;
  job.low = SplatByte(p.finish.min);
  job.high = SplatByte(p.finish.max);
  return job;
}

// Computes all channels of 128 pixels, four at a time.
TFLL_DSP_NOINLINE void RunBlocks(const FewChannelsPlan& plan, const FewJob& job,
                                 FourChannelsFunction four_channels,
                                 const uint8_t* panel, Vec* blocks) {
  const int32_t first = plan.out_quads < 8 ? plan.out_quads : 8;
  for (int32_t n = 0; n < first; ++n) {
    four_channels(job, n, panel, blocks + n * kVectors);
  }
  if (first == plan.out_quads) return;
  FewJob other = job;
  for (int32_t n = first; n < plan.out_quads; ++n) {
    if (n % 8 == 0) {
      other.weights += plan.quads;
      other.constants += kFewChannels;
    }
    four_channels(other, n % 8, panel, blocks + n * kVectors);
  }
}

}  // namespace

void FewChannelsConv2d(const Conv2dParams& p, const FewChannelsPlan& plan,
                       const Memory& memory, const FinishGroup* finish,
                       kernels::Halves halves, uint8_t* scratch) {
  const Window& w = plan.window;
  const FewChannelsTables sizes = PlaceFewChannels(plan);
  uint8_t* at = scratch;
  Vec* weights = reinterpret_cast<Vec*>(at);
  int32_t* offsets = reinterpret_cast<int32_t*>(at += sizes.weights);
  FewConstants* constants =
      reinterpret_cast<FewConstants*>(at += sizes.offsets);
  Vec* blocks = reinterpret_cast<Vec*>(at += sizes.constants);
  Vec* sums = reinterpret_cast<Vec*>(at += sizes.blocks);
  uint8_t* panel = at += sizes.sums;
  uint8_t* copy = at + sizes.panel + kVectorBytes;
  uint8_t* last =
      reinterpret_cast<uint8_t*>(blocks + plan.OutBlocks() * 8 * kVectors);
  PrepareChannels(p, plan, memory, finish, weights, constants);
  const bool is_signed = p.is_signed != 0;
  const int32_t factor = 128 - p.weights_zero_point;
  FewJob job = StartJob(p, plan, offsets);
  job.weights = weights;
  job.constants = constants;
  job.sums = sums;
  job.carries_above = CarriesAbove(halves);
  const Vec flip = SplatByte(is_signed ? 0x80 : 0);
  const NineTapFunction all_channels = NineTapChannelsFor(job);
  const auto four_channels =
      is_signed ? FourChannelsFor<true>(job) : FourChannelsFor<false>(job);
  uint8_t* out = memory.At<uint8_t>(p.output);
  const uint8_t* end = out + RoundUp(static_cast<int32_t>(p.output.bytes), 128);
  const int32_t image_bytes = w.in_height * w.in_width * w.in_channels;
  for (int32_t b = 0; b < w.batch; ++b) {
    const uint8_t* image = memory.At<const uint8_t>(p.input) + b * image_bytes;
    for (int32_t y = 0; y < w.out_height; y += plan.out_rows) {
      const int32_t left = w.out_height - y;
      const int32_t rows = left < plan.out_rows ? left : plan.out_rows;
      const int32_t pixels = rows * w.out_width;
      MakePanel(p, plan, image, y, rows, flip, copy, copy + sizes.copy, panel);
      for (int32_t x = 0; x < pixels; x += 128) {
        const uint8_t* part = panel + x * 4;
        if (job.has_sums) SumPixels(job, part, factor);
        if (job.two_rows_aligned) {
          all_channels(job, plan.out_quads, part, blocks);
        } else {
          RunBlocks(plan, job, four_channels, part, blocks);
        }
        const int32_t count = pixels - x < 128 ? pixels - x : 128;
        if (count == 128 && out + 128 * w.out_channels + kVectorBytes <= end) {
          StoreFewPixels(plan.out_quads, w.out_channels, blocks, out);
        } else {
          StoreFewPixels(plan.out_quads, w.out_channels, blocks, last);
          CopyFewBytes(last, count * w.out_channels, out);
        }
        out += count * w.out_channels;
      }
    }
  }
}

}  // namespace tflite::dsp
