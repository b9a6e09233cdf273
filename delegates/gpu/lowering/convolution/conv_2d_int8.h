#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_INT8_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_INT8_H_

#include "delegates/gpu/lowering/convolution/byte_sums.h"
#include "delegates/gpu/lowering/gpu_builder.h"

namespace tflite::gpu {

using namespace delegates;

// Convolutions of bytes, also transposed ones, and fully connected operators as
// rows of pixels.
void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_CONV_2D_INT8_H_
