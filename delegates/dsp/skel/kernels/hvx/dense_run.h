#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_RUN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_RUN_H_

#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/strip.h"

// Convolutions over a list of windows, for conv_2d and fully_connected.
namespace tflite::dsp {

// Many windows by many channels.
struct DenseRun {
  const uint8_t* const* windows;  // 32 more than `count` are readable
  int32_t count;
  const int32_t* pieces;
  int32_t piece_count, piece_quads;
  bool is_signed;
  int32_t weights_zero_point;
  const uint8_t* weights;  // of the first group of 32 channels
  int32_t group_bytes;     // DenseLayout::BlockBytes
  const FinishGroup* finish;
  bool quick, halves_up;
  int32_t zero_point, min, max;
  int32_t channels;  // of the output
  uint8_t* out;      // pixel p at out + p * pitch
  int32_t pitch;
  // Stores may write behind a pixel's channels, but nothing at `end` or behind
  // it, and nothing before `out`. `exact`: only the channels are written.
  uint8_t* end;
  bool exact;
  // DenseJob::sums, count + 32 of them. The caller computes them, unless there
  // is a spare lane: then they are scratch memory.
  int32_t* sums;
  Vec* spill;  // scratch, kDenseSpill vectors
};

// True if the last group of channels has padding, one channel of which computes
// the sums of the windows (DenseJob::lane_sums).
constexpr bool HasSpareLane(int32_t channels) {
  return channels % kVectorWords != 0;
}

constexpr int32_t kDenseSpill = 64;

void RunDense(const DenseRun& run);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_RUN_H_
