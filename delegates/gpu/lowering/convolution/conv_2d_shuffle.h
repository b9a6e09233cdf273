#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_SHUFFLE_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_SHUFFLE_H_

#include "delegates/gpu/lowering/convolution/conv_2d.h"
#include "delegates/gpu/lowering/gpu_builder.h"

namespace tflite::gpu {

using namespace delegates;

// For convolutions of one group: whether conv_2d_shuffle is quicker than other
// kernels, and its call. It stores to BeforeClamp().
bool ShufflePays(const ConvPlan& plan, const GpuCaps& caps);
GpuCall ShuffleCall(const ConvPlan& plan, const NodeView& node,
                    GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_SHUFFLE_H_
