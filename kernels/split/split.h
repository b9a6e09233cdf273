#ifndef KERNELS_SPLIT_SPLIT_H_
#define KERNELS_SPLIT_SPLIT_H_

#include <vector>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SPLIT: cuts a tensor along one dimension into pieces of one size. SPLIT_V:
// into pieces of given sizes, one of which may be -1: the rest. UNPACK: into
// slices without that dimension. Negative axes count from the back.
//
// SPLIT    inputs 0 axis, 1 value SPLIT_V  inputs 0 value, 1 sizes [number of
// outputs], 2 axis UNPACK   input 0 value; the axis is an option Axis: one
// element, INT32 or INT64; sizes INT32 or INT64; value of any type, the
// outputs' too.
//
// Constraints:
//   C1 inputs as listed, as many outputs as the options say
//   C2 the outputs have the value's type
//   C3 the axis is a dimension of the value
//   C4 SPLIT: the pieces divide the extent evenly; UNPACK: the extent is their
//      number; SPLIT_V: the sizes, at most one of them -1, none below, add up
//      to it
//   C5 UNPACK: outputs have the scale and zero point of the value
struct Split : BoundOp {
  TfLiteType type;
  int value = 0;     // the input that is cut
  int axis = -1;     // -1 while it is not known yet
  int64_t rows = 0;  // product of the extents before the axis
  int64_t row_elements = 0;
  std::vector<int64_t> widths;  // elements of one row, for each output
};

StatusOr<Split> BindSplit(const NodeView& node);
StatusOr<Split> BindSplitV(const NodeView& node);
StatusOr<Split> BindUnpack(const NodeView& node);

Status EvalSplitReference(const Split& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SPLIT_SPLIT_H_
