#include "kernels/audio_spectrogram/audio_spectrogram.h"

#include "kernels/custom_options/custom_options.h"

namespace tflite::kernels {

StatusOr<AudioSpectrogram> BindAudioSpectrogram(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  input.type() == kTfLiteFloat32 && input.rank() == 2 &&
                      output.type() == kTfLiteFloat32,
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  const auto options = CustomOptions::Parse(node.custom_options());
  TFLL_CONSTRAINT(C3, options.ok(), options.status().message());
  AudioSpectrogram op;
  op.samples = input.dim(0);
  op.channels = input.dim(1);
  op.window = options->Int("window_size");
  op.stride = options->Int("stride");
  op.squared = options->Bool("magnitude_squared");
  TFLL_CONSTRAINT(C4, op.window >= 2 && op.window <= 1 << 30 && op.stride > 0,
                  "window_size is ", op.window, ", stride ", op.stride);
  while (op.transform < op.window) op.transform *= 2;
  if (op.samples >= op.window) {
    op.slices = static_cast<int32_t>(1 + (op.samples - op.window) / op.stride);
  }
  op.outputs.push_back(OutputSpec::Known(
      {op.channels, op.slices, static_cast<int32_t>(op.frequencies())}));
  return op;
}

}  // namespace tflite::kernels
