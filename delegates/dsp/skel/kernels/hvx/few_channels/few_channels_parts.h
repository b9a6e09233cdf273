#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_

#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The steps before and after the multiplications of few_channels.h.
namespace tflite::dsp {

constexpr int kFewVectors = 4;  // of pixels at a time

// FewConstants of a channel in every lane.
struct FewConstants {
  Vec bias, multiplier, rounding, shift;
};

struct FewJob {
  int32_t quads;
  const int32_t* offsets;  // of each quad's panel; one more is read
  bool aligned;            // all of them, to 128
  bool two_rows_aligned;   // those of the first two rows of a 3x3 filter
  const Vec* weights;      // signed
  const FewConstants* constants;
  bool has_sums;
  bool is_signed;
  Vec low, high;  // in this order
  Vec* blocks;    // [out_quads][kFewVectors]
  Vec* sums;
};

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadFewPanel(const uint8_t* p, int v) {
  return kAligned ? reinterpret_cast<const Vec*>(p)[v]
                  : LoadUnaligned(p + v * kVectorBytes);
}

// Where each quad's panel begins, and 0 behind the last one. True if all are
// aligned to 128.
bool PlaceFewQuads(const FewChannelsPlan& plan, int32_t* offsets);

// A panel for each word of dense pixels of 4 or 8 words, for `pixels` pixels
// rounded up to 32. `flip` is added to each byte, modulo 2, bit by bit.
void MakePixelPanel(const FewChannelsPlan& plan, const uint8_t* in,
                    int32_t pixels, Vec flip, uint8_t* panel);
// A panel for each tap, of `rows` output rows of the strip's copy.
void MakeTapPanel(const FewChannelsPlan& plan, int32_t rows, Vec flip,
                  const uint8_t* copy, uint8_t* panel);

// The panels of a packed plan, of `rows` output rows from row `y` on. `image`
// is the whole one, `copy` the memory for a strip of it.
void MakePackedPanel(const FewChannelsPlan& plan, const uint8_t* image,
                     int32_t y, int32_t rows, int32_t zero_point, Vec flip,
                     uint8_t* copy, uint8_t* panel);
// The weights of 32 channels in the order of a packed panel's quads; bytes
// behind the last one of a run are `zero_point`.
void PackWeights(const FewChannelsPlan& plan, const Vec* __restrict from,
                 int32_t zero_point, Vec* __restrict to);

// All output channels of 128 pixels of a 3x3 filter, whose first two rows of
// taps are aligned: [out_quads][kFewVectors] vectors.
using NineTapFunction = void (*)(const FewJob& job, int32_t out_quads,
                                 const uint8_t* panel, Vec* __restrict out);
NineTapFunction NineTapChannelsFor(const FewJob& job);

// 128 pixels in the output's order, from [out_quads][kFewVectors] vectors of 4
// channels; up to 128 bytes more are written.
void StoreFewPixels(int32_t out_quads, int32_t channels,
                    const Vec* __restrict blocks, uint8_t* __restrict out);
// Exactly `bytes`.
void CopyFewBytes(const uint8_t* from, int32_t bytes, uint8_t* to);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PARTS_H_
