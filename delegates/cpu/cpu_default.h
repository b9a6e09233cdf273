#ifndef DELEGATES_CPU_CPU_DEFAULT_H_
#define DELEGATES_CPU_CPU_DEFAULT_H_

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::cpu {

// The delegate that is applied by default: it takes convolutions of floats from
// which fusion removes large results, of operators that the application has not
// replaced. Null on processors on which another delegate takes floats by
// default.
TfLiteDelegateUniquePtr CreateDefaultCpuDelegate();

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_DEFAULT_H_
