#ifndef DELEGATES_DSP_LOWERING_CHECKS_H_
#define DELEGATES_DSP_LOWERING_CHECKS_H_

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/math/fixed_point.h"

namespace tflite::dsp {

// Unsupported if a tensor of the node is empty or too large.
Status CheckSizes(const NodeView& node, const DspCaps& caps);

inline int32_t IsSigned(TfLiteType type) { return type == kTfLiteInt8 ? 1 : 0; }

inline Factor ToFactor(const QuantizedMultiplier& m) {
  return {m.multiplier, m.shift};
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_CHECKS_H_
