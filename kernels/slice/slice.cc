#include "kernels/slice/slice.h"

#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

using Indices = absl::InlinedVector<int64_t, 8>;

StatusOr<Slice> Start(const NodeView& node, int inputs) {
  const Status counts = node.CheckCounts(inputs, inputs, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  for (int i = 0; i < inputs; ++i) {
    const TensorView input = node.input(i);
    TFLL_CONSTRAINT(C1, input.present(), "input ", i, " is missing");
    TFLL_CONSTRAINT(C3,
                    i == 0 || (input.rank() == 1 && IsIndexType(input.type())),
                    "input ", i, " is ", input.ToString());
  }
  const TensorView value = node.input(0);
  Slice op;
  op.type = value.type();
  op.input = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  return op;
}

bool AllReadable(const NodeView& node) {
  for (int i = 1; i < node.num_inputs(); ++i) {
    if (!node.readable(node.input(i))) return false;
  }
  return true;
}

// One element of begin, end and strides, and its bits.
struct Range {
  int64_t begin, end, stride;
  bool begin_mask, end_mask, shrink, offset;
};

// Adds a dimension of `extent` elements cut by `range`.
Status AddRange(Range range, int32_t extent, Slice* op) {
  const int d = op->size.rank();
  // Beyond any extent, and far from overflow.
  constexpr int64_t kFar = int64_t{1} << 40;
  // Its absolute value does not fit 32 bits; other runtimes reject it too.
  TFLL_CONSTRAINT(C5, range.stride != INT32_MIN, "the stride of dimension ", d,
                  " is -2147483648: stride value INT32_MIN is not supported");
  for (int64_t* v : {&range.begin, &range.end, &range.stride}) {
    *v = std::min(std::max(*v, -kFar), kFar);
  }
  TFLL_CONSTRAINT(C5, range.stride != 0, "the stride of dimension ", d,
                  " is 0");
  const bool up = range.stride > 0;
  const int64_t lowest = up ? 0 : -1;
  const int64_t highest = up ? extent : int64_t{extent} - 1;
  int64_t begin = range.begin < 0 ? range.begin + extent : range.begin;
  if (range.begin_mask) begin = up ? lowest : highest;
  if (range.shrink) {
    TFLL_CONSTRAINT(C5, up, "dimension ", d, " is shrunk with stride ",
                    range.stride);
    TFLL_CONSTRAINT(C7, begin >= 0 && begin < extent, "element ", begin,
                    " of dimension ", d, " does not exist, there are ", extent);
  }
  begin = std::min(std::max(begin, lowest), highest);
  int64_t end = range.end < 0 ? range.end + extent : range.end;
  if (range.end_mask) end = up ? highest : lowest;
  if (range.offset) end = begin + range.end;
  end = std::min(std::max(end, lowest), highest);
  const int64_t distance = std::max<int64_t>(0, up ? end - begin : begin - end);
  const int64_t step = up ? range.stride : -range.stride;
  int64_t size = (distance + step - 1) / step;
  if (range.shrink) size = 1;
  op->begin.push_back(begin);
  op->stride.push_back(range.stride);
  op->size.push_back(static_cast<int32_t>(size));
  return OkStatus();
}

void AddWhole(int32_t extent, Slice* op) {
  op->begin.push_back(0);
  op->stride.push_back(1);
  op->size.push_back(extent);
}

bool Bit(int mask, int i) { return i < 32 && ((mask >> i) & 1) != 0; }

// The number of dimensions that an ellipsis covers, among `n` listed elements.
StatusOr<int> HiddenDimensions(const TfLiteStridedSliceParams& params, int n,
                               int rank) {
  int ellipses = 0;
  int taken = 0;
  for (int i = 0; i < n; ++i) {
    if (Bit(params.ellipsis_mask, i)) {
      ++ellipses;
    } else if (!Bit(params.new_axis_mask, i)) {
      ++taken;
    }
  }
  TFLL_CONSTRAINT(C6, ellipses <= 1, ellipses, " ellipses");
  TFLL_CONSTRAINT(C6, taken <= rank, taken,
                  " dimensions are cut, the value has ", rank);
  return rank - taken;
}

}  // namespace

StatusOr<Slice> BindSlice(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Slice op, Start(node, 3));
  if (!AllReadable(node)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const Indices begin, ReadIntegers(node.input(1)));
  TFLL_ASSIGN_OR_RETURN(const Indices size, ReadIntegers(node.input(2)));
  const size_t rank = op.input.rank();
  TFLL_CONSTRAINT(C3, begin.size() == rank && size.size() == rank, "begin has ",
                  begin.size(), " elements and size ", size.size(),
                  ", value is ", node.input(0).ToString());
  for (size_t d = 0; d < rank; ++d) {
    const int64_t extent = op.input[static_cast<int>(d)];
    TFLL_CONSTRAINT(C4,
                    begin[d] >= 0 && begin[d] <= extent && size[d] >= -1 &&
                        size[d] <= extent - begin[d],
                    "begin ", begin[d], " and size ", size[d], " of dimension ",
                    d, " leave its ", extent, " elements");
    op.begin.push_back(begin[d]);
    op.stride.push_back(1);
    op.size.push_back(
        static_cast<int32_t>(size[d] == -1 ? extent - begin[d] : size[d]));
  }
  op.evaluate_at_prepare = IsSmallConstant(node, op.size);
  op.outputs.push_back(OutputSpec::Known(op.size));
  return op;
}

StatusOr<Slice> BindStridedSlice(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Slice op, Start(node, 4));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStridedSliceParams>());
  if (!AllReadable(node)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const Indices begin, ReadIntegers(node.input(1)));
  TFLL_ASSIGN_OR_RETURN(const Indices end, ReadIntegers(node.input(2)));
  TFLL_ASSIGN_OR_RETURN(const Indices strides, ReadIntegers(node.input(3)));
  TFLL_CONSTRAINT(C3,
                  begin.size() == end.size() && begin.size() == strides.size(),
                  "begin, end and strides have ", begin.size(), ", ",
                  end.size(), " and ", strides.size(), " elements");
  const int n = static_cast<int>(begin.size());
  TFLL_ASSIGN_OR_RETURN(const int hidden,
                        HiddenDimensions(*params, n, op.input.rank()));
  Shape shape;
  int d = 0;
  for (int i = 0; i < n; ++i) {
    if (Bit(params->ellipsis_mask, i)) {
      for (int k = 0; k < hidden; ++k, ++d) {
        AddWhole(op.input[d], &op);
        shape.push_back(op.input[d]);
      }
    } else if (Bit(params->new_axis_mask, i)) {
      shape.push_back(1);
    } else {
      const Range range = {begin[i],
                           end[i],
                           strides[i],
                           Bit(params->begin_mask, i),
                           Bit(params->end_mask, i),
                           Bit(params->shrink_axis_mask, i),
                           params->offset};
      TFLL_RETURN_IF_ERROR(AddRange(range, op.input[d++], &op));
      if (!range.shrink) shape.push_back(op.size.dim(-1));
    }
  }
  for (; d < op.input.rank(); ++d) {
    AddWhole(op.input[d], &op);
    shape.push_back(op.input[d]);
  }
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
