#include "kernels/range/range.h"

#include <cmath>
#include <limits>

#include "kernels/math/integers.h"

namespace tflite::kernels {
namespace {

template <typename T>
StatusOr<int64_t> CountElements(const NodeView& node) {
  const T start = *node.input(0).data<T>();
  const T limit = *node.input(1).data<T>();
  const T delta = *node.input(2).data<T>();
  TFLL_CONSTRAINT(
      C3, (delta > 0 && start <= limit) || (delta < 0 && start >= limit),
      "from ", start, " to ", limit, " by ", delta);
  double count;
  if constexpr (std::is_integral_v<T>) {
    const auto distance = [](T from, T to) {
      return static_cast<uint64_t>(to) - static_cast<uint64_t>(from);
    };
    const uint64_t span =
        delta > 0 ? distance(start, limit) : distance(limit, start);
    const uint64_t step = delta > 0 ? distance(0, delta) : distance(delta, 0);
    count = static_cast<double>(span / step + (span % step != 0 ? 1 : 0));
  } else {
    count = std::ceil(std::abs((limit - start) / delta));
  }
  if (!(count <= std::numeric_limits<int32_t>::max())) {
    return Invalid("from ", start, " to ", limit, " by ", delta,
                   " are too many elements");
  }
  return static_cast<int64_t>(count);
}

StatusOr<int64_t> CountOf(TfLiteType type, const NodeView& node) {
  switch (type) {
    case kTfLiteInt32:
      return CountElements<int32_t>(node);
    case kTfLiteInt64:
      return CountElements<int64_t>(node);
    case kTfLiteFloat32:
      return CountElements<float>(node);
    default:
      return CountElements<double>(node);
  }
}

}  // namespace

StatusOr<Range> BindRange(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Range op;
  op.type = output.type();
  TFLL_CONSTRAINT(C2,
                  IsIndexType(op.type) || op.type == kTfLiteFloat32 ||
                      op.type == kTfLiteFloat64,
                  "output is ", output.ToString());
  bool readable = true;
  for (int i = 0; i < 3; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(i));
    TFLL_CONSTRAINT(C1, input.num_elements() == 1, "input ", i, " is ",
                    input.ToString());
    TFLL_CONSTRAINT(C2, input.type() == op.type, "input ", i, " is ",
                    input.ToString(), ", output ", output.ToString());
    readable = readable && node.readable(input);
    if (readable && input.data<char>() == nullptr) {
      return Invalid(input.ToString(), " has no data");
    }
  }
  if (!readable) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const int64_t count, CountOf(op.type, node));
  const Shape shape = {static_cast<int32_t>(count)};
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
