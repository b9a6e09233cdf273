#ifndef KERNELS_AUDIO_SPECTROGRAM_AUDIO_SPECTROGRAM_H_
#define KERNELS_AUDIO_SPECTROGRAM_AUDIO_SPECTROGRAM_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// AudioSpectrogram: how strong the frequencies of a sound are over time. Every
// `stride` samples a slice of window_size samples is weighted by
//   0.5 - 0.5 * cos(2 pi i / window_size)
// filled up with zeros to a power of two and transformed; given are the
// magnitudes of its first half, or their squares with magnitude_squared.
//
// Input   FLOAT32 [samples, channels]
// Output  FLOAT32 [channels, slices, transform / 2 + 1], transform being the
//         smallest power of two that holds a window
//
// Options: window_size, stride, magnitude_squared (false).
//
// Constraints:
//   C1 one input and one output
//   C2 both are FLOAT32, the input of rank 2
//   C3 the options are a valid flexbuffer map
//   C4 window_size is in [2, 2^30], the stride is positive
struct AudioSpectrogram : BoundOp {
  int64_t samples = 0;
  int32_t channels = 0, slices = 0;
  int64_t window = 0, stride = 1;
  int64_t transform = 1;
  bool squared = false;

  int64_t frequencies() const { return transform / 2 + 1; }
};

StatusOr<AudioSpectrogram> BindAudioSpectrogram(const NodeView& node);

Status EvalAudioSpectrogramReference(const AudioSpectrogram& op,
                                     EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_AUDIO_SPECTROGRAM_AUDIO_SPECTROGRAM_H_
