#ifndef DELEGATES_XNNPACK_XNNPACK_CAPS_H_
#define DELEGATES_XNNPACK_XNNPACK_CAPS_H_

#include <cstdint>

#include "delegates/common/graph_facts.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::xnnpack {

using namespace delegates;

// The library's operations, as far as releases differ in the types they take.
enum class XnnOp {
  kAbs,
  kAdd,
  kAveragePool,
  kCeil,
  kClamp,
  kConcatenate,
  kConv,
  kConvert,
  kDeconv,
  kDepthToSpace,
  kDepthwise,
  kDivide,
  kElu,
  kFloor,
  kFullyConnected,
  kGlobalAveragePool,
  kHardSwish,
  kLeakyRelu,
  kMaximum,
  kMaxPool,
  kMinimum,
  kMultiply,
  kNegate,
  kPad,
  kPrelu,
  kReshape,
  kResizeBilinear,
  kRound,
  kSigmoid,
  kSoftmax,
  kSplit,
  kSquare,
  kSquaredDifference,
  kSquareRoot,
  kSubtract,
  kTanh,
  kTranspose,
  // With a scale a channel.
  kConvPerChannel,
  kDeconvPerChannel,
  kDepthwisePerChannel,
  kFullyConnectedPerChannel,
  kCount,
};

// Types of values.
enum class XnnType { kFloat32, kQint8, kQuint8 };

// What the library is asked to take and what it offers. Static tensors count as
// constants. Copied into each check; small.
struct XnnCaps : GraphFacts {
  // Options that widen or narrow what is taken.
  bool take_signed = true;    // INT8
  bool take_unsigned = true;  // UINT8
  bool take_float = true;

  // Whether the installed library has the operation for values of that type. It
  // is asked once a process, so that a newer one is used as far as it goes.
  bool Has(XnnOp op, XnnType type) const;
};

// The type of a tensor as a value: an Unsupported status where it has none, has
// no elements, has too many dimensions, is quantized otherwise than by one
// scale, or an option excludes it.
StatusOr<XnnType> ValueType(const TensorView& tensor, const XnnCaps& caps);

// The same for input or output `i` of a node, which must be there.
StatusOr<XnnType> InputType(const NodeView& node, int i, const XnnCaps& caps);
StatusOr<XnnType> OutputType(const NodeView& node, int i, const XnnCaps& caps);

// The type that the inputs from `first_input` to `last_input` and all outputs
// have, for which the library has the operation. Unsupported otherwise.
StatusOr<XnnType> CheckOperation(const NodeView& node, XnnOp op,
                                 const XnnCaps& caps, int first_input = 0,
                                 int last_input = 0);

// Unsupported unless both have the same scale and zero point; float ones do.
Status CheckSameQuantization(const TensorView& a, const TensorView& b);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_CAPS_H_
