#ifndef KERNELS_STABLEHLO_GATHER_STABLEHLO_GATHER_H_
#define KERNELS_STABLEHLO_GATHER_STABLEHLO_GATHER_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// STABLEHLO_GATHER: slices of one size from places that index vectors name.
// A place p runs over the dimensions of the indices but index_vector_dim; its
// index vector v lies along that one. The slice at p starts at
//   start[start_index_map[k]] = v[k], 0 for other dimensions of the value,
// clamped so that the slice lies inside the value. Of its dimensions those in
// collapsed_slice_dims are dropped, and the others become the output's
// offset_dims, in order; p becomes the remaining dimensions of the output.
//
// Inputs 0 value, any type; 1 indices, INT32 or INT64. index_vector_dim may be
//        the indices' rank: then each index is a vector of one element
// Output of the value's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 indices are INT32 or INT64, index_vector_dim lies in [0, their rank]
//   C4 there is a slice size a dimension of the value, in [0, its extent]
//   C5 collapsed_slice_dims ascend and are dimensions of the value, with slice
//      size 1
//   C6 offset_dims ascend, are as many as the slice dimensions left, and
//      dimensions of the output
//   C7 start_index_map holds different dimensions of the value, one per element
//      of an index vector
struct StablehloGather : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  Shape input;
  Shape slice;  // one extent per dimension of the value
  absl::InlinedVector<int, 8> start_index_map;
  // Per dimension of the value, that of the output; -1: collapsed.
  absl::InlinedVector<int, 8> window_dims;
  // Places, outermost dimension first.
  Shape places;
  // In the indices, one per place dimension.
  absl::InlinedVector<int64_t, 8> index_strides;
  absl::InlinedVector<int, 8> place_dims;  // in the output
  int64_t vector_stride = 1;               // between elements of a vector
};

StatusOr<StablehloGather> BindStablehloGather(const NodeView& node);

Status EvalStablehloGatherReference(const StablehloGather& op,
                                    EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_STABLEHLO_GATHER_STABLEHLO_GATHER_H_
