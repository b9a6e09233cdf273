// Options of the built-in operators in the form kernels see them:
// TfLiteNode::builtin_data points to the struct named after the operator.
// The layouts are part of the binary interface of common.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_H_

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/c/builtin_op_data/common.h"
#include "tensorflow_lite_lite/c/builtin_op_data/control_flow.h"
#include "tensorflow_lite_lite/c/builtin_op_data/conv.h"
#include "tensorflow_lite_lite/c/builtin_op_data/elementwise.h"
#include "tensorflow_lite_lite/c/builtin_op_data/recurrent.h"
#include "tensorflow_lite_lite/c/builtin_op_data/shape.h"
#include "tensorflow_lite_lite/c/builtin_op_data/stablehlo.h"
// IWYU pragma: end_exports

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_H_
