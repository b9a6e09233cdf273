#include "kernels/stablehlo_gather/stablehlo_gather.h"

#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/dimension_list.h"
#include "kernels/math/integers.h"
#include "kernels/math/strided_copy.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

// Sets the slice, and which of its dimensions stay.
Status BindSlice(const TfLiteStablehloGatherParams& params,
                 const TensorView& value, DimensionList offset_dims,
                 StablehloGather* op) {
  TFLL_ASSIGN_OR_RETURN(
      const DimensionList sizes,
      ReadDimensionList(params.slice_sizes, params.num_slice_sizes));
  TFLL_ASSIGN_OR_RETURN(const DimensionList collapsed,
                        ReadDimensionList(params.collapsed_slice_dims,
                                          params.num_collapsed_slice_dims));
  const int rank = value.rank();
  TFLL_CONSTRAINT(C4, static_cast<int>(sizes.size()) == rank, sizes.size(),
                  " slice sizes, value is ", value.ToString());
  TFLL_CONSTRAINT(C5, Ascends(collapsed, rank),
                  "collapsed_slice_dims do not ascend below ", rank);
  TFLL_CONSTRAINT(C6, offset_dims.size() + collapsed.size() == sizes.size(),
                  offset_dims.size(), " offset_dims for ", sizes.size(),
                  " slice dimensions, ", collapsed.size(),
                  " of them collapsed");
  size_t next = 0;
  for (int d = 0; d < rank; ++d) {
    TFLL_CONSTRAINT(C4, sizes[d] >= 0 && sizes[d] <= value.dim(d),
                    "slice size ", sizes[d], " of dimension ", d, " of ",
                    value.ToString());
    op->slice.push_back(static_cast<int32_t>(sizes[d]));
    if (Contains(collapsed, d)) {
      TFLL_CONSTRAINT(C5, sizes[d] == 1, "collapsed dimension ", d,
                      " has slice size ", sizes[d]);
      op->window_dims.push_back(-1);
    } else {
      op->window_dims.push_back(static_cast<int>(offset_dims[next++]));
    }
  }
  return OkStatus();
}

// Sets the places and how their index vectors are found.
Status BindPlaces(const TfLiteStablehloGatherParams& params,
                  const TensorView& indices, StablehloGather* op) {
  TFLL_ASSIGN_OR_RETURN(
      const DimensionList map,
      ReadDimensionList(params.start_index_map, params.num_start_index_map));
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
  TFLL_CONSTRAINT(C7, static_cast<int64_t>(map.size()) == length, map.size(),
                  " entries of start_index_map, index vectors of ", length);
  for (size_t k = 0; k < map.size(); ++k) {
    TFLL_CONSTRAINT(C7,
                    map[k] >= 0 && map[k] < op->input.rank() &&
                        !Contains(absl::MakeConstSpan(map.data(), k), map[k]),
                    "start_index_map names dimension ", map[k]);
    op->start_index_map.push_back(static_cast<int>(map[k]));
  }
  return OkStatus();
}

}  // namespace

StatusOr<StablehloGather> BindStablehloGather(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView indices, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloGatherParams>());
  StablehloGather op;
  op.type = value.type();
  op.index_type = indices.type();
  op.input = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_ASSIGN_OR_RETURN(
      const DimensionList offset_dims,
      ReadDimensionList(params->offset_dims, params->num_offset_dims));
  TFLL_RETURN_IF_ERROR(BindPlaces(*params, indices, &op));
  TFLL_RETURN_IF_ERROR(BindSlice(*params, value, offset_dims, &op));
  const int rank = op.places.rank() + static_cast<int>(offset_dims.size());
  TFLL_CONSTRAINT(C6, Ascends(offset_dims, rank),
                  "offset_dims do not ascend below ", rank);
  Shape shape;
  shape.resize(rank);
  for (int d = 0; d < op.input.rank(); ++d) {
    if (op.window_dims[d] >= 0) shape[op.window_dims[d]] = op.slice[d];
  }
  for (int d = 0; d < rank; ++d) {
    if (Contains(offset_dims, d)) continue;
    shape[d] = op.places[static_cast<int>(op.place_dims.size())];
    op.place_dims.push_back(d);
  }
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
