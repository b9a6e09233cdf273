#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_parts.h"

namespace tflite::dsp {
namespace {

// Deinterleaves 32 dense pixels of kQuads words: out[i] gets word i of each
// pixel. Separates even words from odd ones, recursively.
template <int kQuads>
TFLL_DSP_INLINE void Separate(const Vec* in, Vec* out) {
  if constexpr (kQuads == 1) {
    out[0] = in[0];
  } else {
    Vec even[kQuads / 2], odd[kQuads / 2], a[kQuads / 2], b[kQuads / 2];
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads / 2; ++i) {
      const VecPair p = Q6_W_vdeal_VVR(in[2 * i + 1], in[2 * i], -4);
      even[i] = Q6_V_lo_W(p);
      odd[i] = Q6_V_hi_W(p);
    }
    Separate<kQuads / 2>(even, a);
    Separate<kQuads / 2>(odd, b);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads / 2; ++i) {
      out[2 * i] = a[i];
      out[2 * i + 1] = b[i];
    }
  }
}
template <int kQuads>
TFLL_DSP_NOINLINE void PanelOfPixels(const uint8_t* __restrict in,
                                     int32_t pixels, Vec flip,
                                     int32_t panel_bytes,
                                     uint8_t* __restrict panel) {
  for (int32_t p = 0; p < pixels; p += kVectorWords) {
    Vec x[kQuads], quads[kQuads];
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads; ++i) {
      x[i] = Q6_V_vxor_VV(LoadUnaligned(in), flip);
      in += kVectorBytes;
    }
    Separate<kQuads>(x, quads);
    uint8_t* to = panel + p * 4;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kQuads; ++i) {
      *reinterpret_cast<Vec*>(to) = quads[i];
      to += panel_bytes;
    }
  }
}

// Copies `count` words that are `stride` words apart, 1 or 2. Writes up to 31
// words more.
TFLL_DSP_NOINLINE void TapRow(const uint8_t* __restrict in, int32_t stride,
                              int32_t count, Vec flip,
                              uint8_t* __restrict out) {
  for (int32_t x = 0; x < count; x += kVectorWords, out += kVectorBytes) {
    Vec v = LoadUnaligned(in);
    if (stride == 2) {
      v = Q6_V_lo_W(Q6_W_vdeal_VVR(LoadUnaligned(in + kVectorBytes), v, -4));
    }
    StoreUnaligned(out, Q6_V_vxor_VV(v, flip));
    in += stride * kVectorBytes;
  }
}
// The same with stride 2 for two adjacent taps: `even` gets the words from `in`
// on, `odd` those from the next word on.
TFLL_DSP_NOINLINE void TwoTapRows(const uint8_t* __restrict in, int32_t count,
                                  Vec flip, uint8_t* __restrict even,
                                  uint8_t* __restrict odd) {
  TFLL_DSP_NO_UNROLL
  for (int32_t x = 0; x < count; x += kVectorWords) {
    const VecPair p =
        Q6_W_vdeal_VVR(LoadUnaligned(in + kVectorBytes), LoadUnaligned(in), -4);
    StoreUnaligned(even, Q6_V_vxor_VV(Q6_V_lo_W(p), flip));
    StoreUnaligned(odd, Q6_V_vxor_VV(Q6_V_hi_W(p), flip));
    in += 2 * kVectorBytes;
    even += kVectorBytes;
    odd += kVectorBytes;
  }
}

}  // namespace

void MakeTapPanel(const FewChannelsPlan& plan, int32_t rows, Vec flip,
                  const uint8_t* copy, uint8_t* panel) {
  const Window& w = plan.window;
  const StripPlan& strip = plan.strip;
  const uint8_t* first = copy + strip.left - w.pad_left * 4;
  const int32_t panel_bytes = plan.panel_pixels * 4;
  const int32_t in_rows = (rows - 1) * w.stride_height +
                          (w.filter_height - 1) * w.dilation_height + 1;
  int32_t phase = 0, row = 0;
  for (int32_t r = 0; r < in_rows; ++r, first += strip.row_bytes) {
    uint8_t* to =
        panel + phase * w.filter_width * panel_bytes + row * w.out_width * 4;
    const uint8_t* in = first;
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      if (w.stride_width == 2 && w.dilation_width == 1 &&
          fx + 1 < w.filter_width) {
        TwoTapRows(in, w.out_width, flip, to, to + panel_bytes);
        ++fx;
        to += panel_bytes;
        in += 4;
      } else {
        TapRow(in, w.stride_width, w.out_width, flip, to);
      }
      to += panel_bytes;
      in += w.dilation_width * 4;
    }
    if (++phase == w.stride_height) {
      phase = 0;
      ++row;
    }
  }
}

void MakePixelPanel(const FewChannelsPlan& plan, const uint8_t* in,
                    int32_t pixels, Vec flip, uint8_t* panel) {
  const auto make = plan.quads == 8 ? PanelOfPixels<8> : PanelOfPixels<4>;
  make(in, pixels, flip, plan.panel_pixels * 4, panel);
}

bool PlaceFewQuads(const FewChannelsPlan& plan, int32_t* offsets) {
  const Window& w = plan.window;
  int32_t bits = 0;
  int32_t* at = offsets;
  // A pixel is one row.
  const bool pixels = !plan.taps && !plan.packed;
  const int32_t columns = plan.taps     ? w.filter_width
                          : plan.packed ? plan.runs * plan.run_quads
                                        : plan.quads;
  for (int32_t fy = 0; fy < (pixels ? 1 : w.filter_height); ++fy) {
    int32_t phase = fy * w.dilation_height, row = 0;
    for (; phase >= w.stride_height; ++row) phase -= w.stride_height;
    for (int32_t i = 0; i < columns; ++i) {
      *at++ =
          ((phase * columns + i) * plan.panel_pixels + row * w.out_width) * 4;
      bits |= at[-1];
    }
  }
  *at = 0;  // read ahead
  return bits % kVectorBytes == 0;
}

}  // namespace tflite::dsp
