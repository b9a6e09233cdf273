#ifndef DELEGATES_XNNPACK_LEFT_TO_KERNELS_H_
#define DELEGATES_XNNPACK_LEFT_TO_KERNELS_H_

#include <vector>

#include "tensorflow_lite_lite/c/c_api_types.h"

namespace tflite::xnnpack {

// The types that the default delegate leaves to the kernels on this processor:
// types for which the kernels are faster, and types whose results would depend
// on the processor.
std::vector<TfLiteType> TypesLeftToKernels();

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LEFT_TO_KERNELS_H_
