#ifndef DELEGATES_GPU_LOWERING_CONV_2D_INT8_H_
#define DELEGATES_GPU_LOWERING_CONV_2D_INT8_H_

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/byte_sums.h"

namespace tflite::gpu {

using namespace delegates;

// Convolutions of bytes, also transposed ones, and fully connected operators as
// rows of pixels.
void EmitConvBytes(const ByteSum& plan, const NodeView& node,
                   GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONV_2D_INT8_H_
