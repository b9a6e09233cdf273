#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_

#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The steps before and after the multiplications of few_channels.h.
namespace tflite::dsp {

constexpr int kFewVectors = 4;  // of pixels at a time

// The constants of a channel, each copied to all lanes.
struct FewConstants {
  Vec bias, multiplier, rounding, shift;
};

struct FewJob {
  int32_t quads;
  const int32_t* offsets;  // of each quad's panel; one more is read
  bool aligned;            // all offsets are multiples of 128
  bool two_rows_aligned;   // those of the first two rows of a 3x3 filter are
  const Vec* weights;      // signed
  const FewConstants* constants;
  bool has_sums;
  bool is_signed;
  int32_t carries_above;  // of QuickShift
  Vec low, high;          // adjacent: code reads them as an array
  Vec* blocks;            // [out_quads][kFewVectors]
  Vec* sums;
};

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadFewPanel(const uint8_t* p, int v) {
  return kAligned ? reinterpret_cast<const Vec*>(p)[v]
                  : LoadUnaligned(p + v * kVectorBytes);
}

// Writes the offset of each quad's panel, and a 0 behind the last one. Returns
// true if all are multiples of 128.
bool PlaceFewQuads(const FewChannelsPlan& plan, int32_t* offsets);

// Writes a panel for each quad of adjacent pixels of 4 or 8 quads, for `pixels`
// pixels rounded up to 32. The bits of each byte that are set in `flip` are
// inverted.
void MakePixelPanel(const FewChannelsPlan& plan, const uint8_t* in,
                    int32_t pixels, Vec flip, uint8_t* panel);
// Writes a panel for each tap, for `rows` output rows of the strip's copy.
void MakeTapPanel(const FewChannelsPlan& plan, int32_t rows, Vec flip,
                  const uint8_t* copy, uint8_t* panel);

// Writes the panels of a packed plan, for `rows` output rows from row `y` on.
// `image` is the whole image, `copy` memory for a strip of it, `taps` for the
// quads of a row of taps.
void MakePackedPanel(const FewChannelsPlan& plan, const uint8_t* image,
                     int32_t y, int32_t rows, int32_t zero_point, Vec flip,
                     uint8_t* copy, uint8_t* taps, uint8_t* panel);
// Brings the weights of 32 channels into the order of a packed panel's quads,
// and pads each run with `zero_point`.
void PackWeights(const FewChannelsPlan& plan, const Vec* __restrict from,
                 int32_t zero_point, Vec* __restrict to);

// Computes all output channels of 128 pixels, as [out_quads][kFewVectors]
// vectors, for a 3x3 filter with two_rows_aligned.
using NineTapFunction = void (*)(const FewJob& job, int32_t out_quads,
                                 const uint8_t* panel, Vec* __restrict out);
NineTapFunction NineTapChannelsFor(const FewJob& job);

// Stores 128 pixels in the output's order, from [out_quads][kFewVectors]
// vectors of 4 channels. Writes up to 128 bytes more.
void StoreFewPixels(int32_t out_quads, int32_t channels,
                    const Vec* __restrict blocks, uint8_t* __restrict out);
// Copies exactly `bytes` bytes.
void CopyFewBytes(const uint8_t* from, int32_t bytes, uint8_t* to);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_
