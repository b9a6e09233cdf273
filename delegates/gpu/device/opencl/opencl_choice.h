#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_

#include "delegates/gpu/device/opencl/opencl_library.h"

namespace tflite::gpu {

using namespace delegates;

// The first GPU of all platforms; an accelerator or the processor where there
// is none. Where the environment has TFLL_OPENCL_DEVICE, of those alone whose
// name or platform's name has it as a part. Unavailable, with what was looked
// for, where there is none such.
StatusOr<cl_device_id> ChooseOpenClDevice(const OpenClFunctions& cl);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_
