#ifndef KERNELS_STABLEHLO_SCATTER_STABLEHLO_SCATTER_H_
#define KERNELS_STABLEHLO_SCATTER_STABLEHLO_SCATTER_H_

#include "kernels/math/graph_function.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// STABLEHLO_SCATTER: a tensor into which windows of updates are combined, at
// places that index vectors name. The updates' update_window_dims run inside a
// window, the others over the windows, in the order of the indices' dimensions
// but for index_vector_dim, along which the index vector v of a window lies. A
// window starts at
//   start[scatter_dims_to_operand_dims[k]] = v[k], 0 for other dimensions
// and has extent 1 in inserted_window_dims. Its element u becomes
//   output[start + u] = f(output[start + u], update[u])
// where that lies inside; windows come in row-major order. f is a graph of the
// model: add, multiply, maximum, minimum, and, or, or the update itself.
// Integers wrap.
//
// Inputs 0 value, 1 indices, INT32 or INT64, 2 updates
// Output of the value's shape
//
// Constraints:
//   C1 three inputs and one output
//   C2 value, updates and output have one type; to be combined, BOOL, an
//      integer of 8 to 64 bits, FLOAT16, BFLOAT16, FLOAT32 or FLOAT64
//   C3 indices are INT32 or INT64, index_vector_dim lies in [0, their rank]
//   C4 update_window_dims ascend and are dimensions of the updates,
//      inserted_window_dims of the value; together they are its rank
//   C5 the extents of the other dimensions of the updates are those of the
//      indices
//   C6 scatter_dims_to_operand_dims holds different dimensions of the value,
//      one per element of an index vector
//   C7 the graph is one of the functions above
//   C8 no window is larger than the value
struct StablehloScatter : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  GraphFunction function;
  Shape input;
  Shape updates;
  Shape window;  // one extent per dimension of the value
  // Per dimension of the value: its dimension in the updates; -1: inserted.
  absl::InlinedVector<int, 8> window_dims;
  // Per element of v: its dimension of the value.
  absl::InlinedVector<int, 8> start_dims;
  // Windows, outermost dimension first.
  Shape places;
  absl::InlinedVector<int64_t, 8> index_strides;  // in the indices
  absl::InlinedVector<int, 8> place_dims;         // in the updates
  int64_t vector_stride = 1;                      // between elements of v
};

StatusOr<StablehloScatter> BindStablehloScatter(const NodeView& node);
// With the function given instead of the graph that the options name.
StatusOr<StablehloScatter> BindStablehloScatterOf(GraphFunction function,
                                                  const NodeView& node);

Status EvalStablehloScatterReference(const StablehloScatter& op,
                                     EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_STABLEHLO_SCATTER_STABLEHLO_SCATTER_H_
