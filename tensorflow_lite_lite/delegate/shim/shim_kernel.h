#ifndef TENSORFLOW_LITE_LITE_DELEGATE_SHIM_SHIM_KERNEL_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_SHIM_SHIM_KERNEL_H_

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"

namespace tflite::delegates {

// Replaces the nodes by kernels that run `op`, presented to the host as a
// classic registration. The operator is deleted with the last of its kernels,
// or immediately if there are none.
TfLiteStatus ReplaceNodesByOperator(TfLiteContext* context, TfLiteOperator* op,
                                    const TfLiteIntArray* nodes,
                                    TfLiteDelegate* delegate);

// An operator with the code, name and version of a host's registration. Lives
// until the process ends; the same object for equal registrations.
TfLiteOperator* DescriptionOf(const TfLiteRegistration& registration);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_SHIM_SHIM_KERNEL_H_
