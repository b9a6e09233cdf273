#include "kernels/stablehlo_scatter/stablehlo_scatter.h"

#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/dimension_list.h"
#include "kernels/math/integers.h"
#include "kernels/math/strided_copy.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

// Sets the windows' extents, and which dimensions of the updates they are.
Status BindWindow(const TfLiteStablehloScatterParams& params,
                  StablehloScatter* op) {
  TFLL_ASSIGN_OR_RETURN(const DimensionList window,
                        ReadDimensionList(params.update_window_dims,
                                          params.num_update_window_dims));
  TFLL_ASSIGN_OR_RETURN(const DimensionList inserted,
                        ReadDimensionList(params.inserted_window_dims,
                                          params.num_inserted_window_dims));
  const int rank = op->input.rank();
  TFLL_CONSTRAINT(
      C4,
      Ascends(window, op->updates.rank()) && Ascends(inserted, rank) &&
          window.size() + inserted.size() == static_cast<size_t>(rank),
      window.size(), " update_window_dims and ", inserted.size(),
      " inserted_window_dims, value ", op->input.ToString(), ", updates ",
      op->updates.ToString());
  size_t next = 0;
  for (int d = 0; d < rank; ++d) {
    const bool is_inserted = Contains(inserted, d);
    const int in_updates = is_inserted ? -1 : static_cast<int>(window[next++]);
    op->window_dims.push_back(in_updates);
    op->window.push_back(is_inserted ? 1 : op->updates[in_updates]);
    TFLL_CONSTRAINT(C8, is_inserted || op->window[d] <= op->input[d],
                    "windows have ", op->window[d], " elements in dimension ",
                    d, " of ", op->input.ToString());
  }
  for (int d = 0; d < op->updates.rank(); ++d) {
    if (!Contains(window, d)) op->place_dims.push_back(d);
  }
  return OkStatus();
}

// Sets the places of the windows and how their index vectors are found.
Status BindPlaces(const TfLiteStablehloScatterParams& params,
                  const TensorView& indices, StablehloScatter* op) {
  const int64_t vector_dim = params.index_vector_dim;
  TFLL_CONSTRAINT(C3,
                  IsIndexType(indices.type()) && vector_dim >= 0 &&
                      vector_dim <= indices.rank(),
                  "index_vector_dim ", vector_dim, ", indices ",
                  indices.ToString());
  const Shape shape = indices.shape();
  const auto strides = DenseStrides(shape);
  int64_t length = 1;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d == vector_dim) {
      length = shape[d];
      op->vector_stride = strides[d];
    } else {
      op->places.push_back(shape[d]);
      op->index_strides.push_back(strides[d]);
    }
  }
  bool fits = op->places.rank() == static_cast<int>(op->place_dims.size());
  for (int d = 0; fits && d < op->places.rank(); ++d) {
    fits = op->places[d] == op->updates[op->place_dims[d]];
  }
  TFLL_CONSTRAINT(C5, fits, "indices are ", indices.ToString(), ", updates ",
                  op->updates.ToString());
  TFLL_ASSIGN_OR_RETURN(
      const DimensionList map,
      ReadDimensionList(params.scatter_dims_to_operand_dims,
                        params.num_scatter_dims_to_operand_dims));
  TFLL_CONSTRAINT(C6, static_cast<int64_t>(map.size()) == length, map.size(),
                  " entries of scatter_dims_to_operand_dims, index vectors of ",
                  length);
  for (size_t k = 0; k < map.size(); ++k) {
    TFLL_CONSTRAINT(C6,
                    map[k] >= 0 && map[k] < op->input.rank() &&
                        !Contains(absl::MakeConstSpan(map.data(), k), map[k]),
                    "scatter_dims_to_operand_dims names dimension ", map[k]);
    op->start_dims.push_back(static_cast<int>(map[k]));
  }
  return OkStatus();
}

}  // namespace

StatusOr<StablehloScatter> BindStablehloScatter(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloScatterParams>());
  const auto function = FunctionOfGraph(
      node.context(), params->update_computation_subgraph_index);
  TFLL_CONSTRAINT(C7, function.ok(), function.status().message());
  return BindStablehloScatterOf(*function, node);
}

StatusOr<StablehloScatter> BindStablehloScatterOf(GraphFunction function,
                                                  const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView updates, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloScatterParams>());
  StablehloScatter op;
  op.type = value.type();
  op.index_type = indices.type();
  op.input = value.shape();
  op.updates = updates.shape();
  op.function = function;
  TFLL_CONSTRAINT(
      C2,
      IsMovable(op.type) && updates.type() == op.type &&
          output.type() == op.type &&
          (op.function == GraphFunction::kSecond || IsNumberOrBool(op.type)),
      "value is ", value.ToString(), ", updates ", updates.ToString(),
      ", output ", output.ToString());
  TFLL_RETURN_IF_ERROR(BindWindow(*params, &op));
  TFLL_RETURN_IF_ERROR(BindPlaces(*params, indices, &op));
  op.outputs.push_back(OutputSpec::Known(op.input));
  return op;
}

}  // namespace tflite::kernels
