#ifndef DELEGATES_DSP_LOWERING_WINDOW_H_
#define DELEGATES_DSP_LOWERING_WINDOW_H_

#include "delegates/dsp/wire/ops.h"
#include "kernels/math/conv_window.h"
#include "kernels/pool_2d/pool_2d.h"

namespace tflite::dsp {

using namespace kernels;

Window ToWindow(const ConvWindow& w);
Window ToWindow(const Pool2d& op);

// Unsupported if coordinates do not fit the kernels' 32 bits.
Status CheckWindow(const ConvWindow& w);
Status CheckWindow(const Pool2d& op);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_WINDOW_H_
