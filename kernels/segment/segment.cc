#include "kernels/segment/segment.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/run_constraint.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

StatusOr<Segment> Start(SegmentKind kind, const NodeView& node, int inputs) {
  const Status counts = node.CheckCounts(inputs, inputs, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView data, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView ids, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Segment op;
  op.kind = kind;
  op.type = data.type();
  op.id_type = ids.type();
  TFLL_CONSTRAINT(C2,
                  (IsIndexType(op.type) || op.type == kTfLiteFloat32 ||
                   op.type == kTfLiteFloat64) &&
                      output.type() == op.type,
                  "data is ", data.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C3, IsIndexType(op.id_type), "ids are ", ids.ToString());
  return op;
}

// Sets what follows from the shapes.
Status SetShape(const NodeView& node, int64_t segments, Segment* op) {
  const Shape data = node.input(0).shape();
  const Shape ids = node.input(1).shape();
  bool fits = ids.rank() <= data.rank();
  for (int d = 0; fits && d < ids.rank(); ++d) fits = ids[d] == data[d];
  TFLL_RUN_CONSTRAINT(C4, node, fits, "ids are ", node.input(1).ToString(),
                      ", data ", node.input(0).ToString());
  op->ids = ids.num_elements();
  op->inner = data.Product(ids.rank(), data.rank());
  op->segments = segments;
  Shape shape = {static_cast<int32_t>(segments)};
  for (int d = ids.rank(); d < data.rank(); ++d) shape.push_back(data[d]);
  op->outputs.push_back(OutputSpec::Known(shape));
  return OkStatus();
}

StatusOr<Segment> BindUnsorted(SegmentKind kind, const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Segment op, Start(kind, node, 3));
  TFLL_ASSIGN_OR_RETURN(const TensorView number, node.RequiredInput(2));
  TFLL_CONSTRAINT(C3, IsIndexType(number.type()), "number of segments is ",
                  number.ToString());
  TFLL_RUN_CONSTRAINT(C3, node, number.num_elements() == 1,
                      "number of segments is ", number.ToString());
  if (!node.readable(number)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const int64_t segments, ReadInteger(number));
  TFLL_RUN_CONSTRAINT(C6, node, segments >= 0 && segments <= INT32_MAX,
                      segments, " segments");
  TFLL_RETURN_IF_ERROR(SetShape(node, segments, &op));
  return op;
}

}  // namespace

StatusOr<Segment> BindSegmentSum(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Segment op, Start(SegmentKind::kSum, node, 2));
  const TensorView tensor = node.input(1);
  if (!node.readable(tensor)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_RUN_CONSTRAINT(C4, node, tensor.rank() == 1, "ids are ",
                      tensor.ToString());
  TFLL_ASSIGN_OR_RETURN(const auto ids, ReadIntegers(tensor));
  int64_t last = -1;
  for (const int64_t id : ids) {
    TFLL_CONSTRAINT(C5, id == last + 1 || (id == last && last >= 0), "id ", id,
                    last < 0 ? " comes first" : StrCat(" follows ", last));
    last = id;
  }
  TFLL_RETURN_IF_ERROR(SetShape(node, last + 1, &op));
  return op;
}

StatusOr<Segment> BindUnsortedSegmentSum(const NodeView& node) {
  return BindUnsorted(SegmentKind::kSum, node);
}
StatusOr<Segment> BindUnsortedSegmentProd(const NodeView& node) {
  return BindUnsorted(SegmentKind::kProd, node);
}
StatusOr<Segment> BindUnsortedSegmentMax(const NodeView& node) {
  return BindUnsorted(SegmentKind::kMax, node);
}
StatusOr<Segment> BindUnsortedSegmentMin(const NodeView& node) {
  return BindUnsorted(SegmentKind::kMin, node);
}

}  // namespace tflite::kernels
