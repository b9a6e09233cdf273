#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_INT8_V16_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_INT8_V16_H_

#include "delegates/gpu/lowering/convolution/byte_sums.h"
#include "delegates/gpu/lowering/gpu_builder.h"

namespace tflite::gpu {

using namespace delegates;

// Sums of bytes with the kernels of int8_v16.kernel, if TakesV16 allows them.
void EmitConvBytesV16(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder);
void EmitDepthwiseBytesV16(const ByteSum& plan, const NodeView& node,
                           GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_INT8_V16_H_
