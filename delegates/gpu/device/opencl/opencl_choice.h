#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_

#include "delegates/gpu/device/opencl/opencl_library.h"

namespace tflite::gpu {

using namespace delegates;

// Returns the first GPU of all platforms; without one, an accelerator or the
// processor. If the environment variable TFLL_OPENCL_DEVICE is set, considers
// only devices whose name or platform name contains its value. Unavailable,
// with what was searched for, if there is none.
StatusOr<cl_device_id> ChooseOpenClDevice(const OpenClFunctions& cl);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_CHOICE_H_
