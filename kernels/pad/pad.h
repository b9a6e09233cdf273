#ifndef KERNELS_PAD_PAD_H_
#define KERNELS_PAD_PAD_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// PAD, PADV2, STABLEHLO_PAD: surrounds a tensor with copies of one element.
//   PAD, PADV2     paddings[d] = elements before and after along dimension d
//   STABLEHLO_PAD  low, high and interior of the options: `interior` elements
//                  between neighbours, then low before and high after, where
//                  negative ones crop. Where that leaves a dimension without
//                  elements, all extents are 0.
// Without a value to pad with, PAD takes the number 0: the zero point of a
// quantized tensor, false, the empty string.
//
// PAD, PADV2     inputs 0 value, 1 paddings [rank, 2] of INT8, INT16, INT32,
// INT64
//                or BOOL, 2 (optional) the element to pad with
// STABLEHLO_PAD  inputs 0 value, 1 the element to pad with
// Any type; the output's is the value's.
//
// Constraints:
//   C1 inputs as listed and one output
//   C2 value, element to pad with and output have one type
//   C3 the paddings have the shape [rank, 2]; STABLEHLO_PAD: rank <= 8
//   C4 paddings, STABLEHLO_PAD: interior paddings, are not negative
//   C5 the element to pad with is one; quantized, it has the output's scale and
//      zero point
// The shape of paddings that are not constant, and the quantization of C5, are
// reported when the node runs.
struct Pad : BoundOp {
  // Element i of the dimension goes to before + i * (interior + 1), if that
  // lies in [0, output extent).
  struct Dim {
    int64_t before, interior;
  };

  TfLiteType type;
  Shape input;
  absl::InlinedVector<Dim, 6> dims;
  int element_input = -1;  // the input that holds the element, -1: `zero`
  int32_t zero = 0;        // stored number that means 0; 8 and 16-bit integers
};

StatusOr<Pad> BindPad(const NodeView& node);
StatusOr<Pad> BindPadv2(const NodeView& node);
StatusOr<Pad> BindStablehloPad(const NodeView& node);

Status EvalPadReference(const Pad& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_PAD_PAD_H_
