#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/audio_spectrogram/audio_spectrogram.h"
#include "kernels/math/fourier.h"

namespace tflite::kernels {
namespace {

std::vector<double> Window(int64_t size) {
  const double step = 2.0 * std::acos(-1.0) / static_cast<double>(size);
  std::vector<double> weights(size);
  for (int64_t i = 0; i < size; ++i) {
    weights[i] = 0.5 - 0.5 * std::cos(step * static_cast<double>(i));
  }
  return weights;
}

}  // namespace

Status EvalAudioSpectrogramReference(const AudioSpectrogram& op,
                                     EvalContext& context) {
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  if (op.channels == 0 || op.slices == 0) return OkStatus();
  const std::vector<double> window = Window(op.window);
  // Slices of all channels.
  const auto run = [&](int64_t at, int64_t end) {
    Fourier fourier(op.transform);
    std::vector<Fourier::Complex> slice(op.transform);
    for (; at < end; ++at) {
      const int64_t c = at / op.slices, s = at % op.slices;
      float* to = out + at * op.frequencies();
      std::fill(slice.begin(), slice.end(), Fourier::Complex());
      for (int64_t i = 0; i < op.window; ++i) {
        slice[i] = in[(s * op.stride + i) * op.channels + c] * window[i];
      }
      fourier.Transform(slice.data());
      for (int64_t k = 0; k < op.frequencies(); ++k) {
        const double power = std::norm(slice[k]);
        to[k] = static_cast<float>(op.squared ? power : std::sqrt(power));
      }
    }
  };
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 2048;
  context.threads().ParallelFor(int64_t{op.channels} * op.slices,
                                LeastItems(kGrain, {op.transform}), run);
  return OkStatus();
}

}  // namespace tflite::kernels
