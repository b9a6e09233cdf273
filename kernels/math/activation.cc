#include "kernels/math/activation.h"

namespace tflite::kernels {
namespace {

StatusOr<ActivationRange<int32_t>> TypeRange(TfLiteType type) {
  switch (type) {
    case kTfLiteInt8:
      return ActivationRange<int32_t>{-128, 127};
    case kTfLiteUInt8:
      return ActivationRange<int32_t>{0, 255};
    case kTfLiteInt16:
      return ActivationRange<int32_t>{-32768, 32767};
    case kTfLiteInt32:
      return ActivationRange<int32_t>{std::numeric_limits<int32_t>::min(),
                                      std::numeric_limits<int32_t>::max()};
    default:
      return Invalid("type ", TfLiteTypeGetName(type), " is not quantized");
  }
}

}  // namespace

StatusOr<ActivationRange<int32_t>> QuantizedActivationRange(
    TfLiteFusedActivation activation, const TensorView& output) {
  TFLL_ASSIGN_OR_RETURN(ActivationRange<int32_t> range,
                        TypeRange(output.type()));
  TFLL_ASSIGN_OR_RETURN(const auto real, FloatActivationRange(activation));
  const auto quantize = [&](float x) -> int32_t {
    const float q = static_cast<float>(output.zero_point()) +
                    std::round(x / output.scale());
    return static_cast<int32_t>(
        std::min<double>(std::max<double>(q, range.min), range.max));
  };
  // 0 divided by a scale of 0 is no bound, and its conversion to an integer
  // differs between processors.
  if ((std::isfinite(real.min) || std::isfinite(real.max)) &&
      !(output.scale() > 0.0f)) {
    return Invalid(output.ToString(), " has scale ", output.scale(),
                   " and a fused activation");
  }
  ActivationRange<int32_t> out = range;
  if (std::isfinite(real.min)) out.min = quantize(real.min);
  if (std::isfinite(real.max)) out.max = quantize(real.max);
  return out;
}

}  // namespace tflite::kernels
