// The classic C interface between the runtime, operators and delegates. Its
// struct layouts are a binary interface: delegates built against the headers
// of other TensorFlow Lite runtimes load here, and the reverse.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/c/common/arrays.h"
#include "tensorflow_lite_lite/c/common/check_macros.h"
#include "tensorflow_lite_lite/c/common/context.h"
#include "tensorflow_lite_lite/c/common/delegate.h"
#include "tensorflow_lite_lite/c/common/node.h"
#include "tensorflow_lite_lite/c/common/tensor.h"
#include "tensorflow_lite_lite/c/common/tensor_functions.h"
#include "tensorflow_lite_lite/c/common/tensor_metadata.h"
#include "tensorflow_lite_lite/c/common/variant_data.h"
// IWYU pragma: end_exports

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_H_
