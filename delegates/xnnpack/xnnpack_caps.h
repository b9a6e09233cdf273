#ifndef DELEGATES_XNNPACK_XNNPACK_CAPS_H_
#define DELEGATES_XNNPACK_XNNPACK_CAPS_H_

#include <cstdint>

#include "delegates/common/graph_facts.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::xnnpack {

using namespace delegates;

// The library's operations. The types they support differ between releases.
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
  kMaxPoolApart,  // windows with pixels between them
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
  // With one scale per channel.
  kConvPerChannel,
  kDeconvPerChannel,
  kDepthwisePerChannel,
  kFullyConnectedPerChannel,
  kCount,
};

// Types of values.
enum class XnnType { kFloat32, kQint8, kQuint8 };

// The capabilities of the library and the options that restrict them. Static
// tensors count as constants. Small; copied for each check.
struct XnnCaps : GraphFacts {
  // Options that select the supported types.
  bool take_signed = true;    // INT8
  bool take_unsigned = true;  // UINT8
  bool take_float = true;

  // True if the installed library supports the operation for values of that
  // type. Determined once per process, so that newer releases are used as far
  // as possible.
  bool Has(XnnOp op, XnnType type) const;
};

// The value type for a tensor. Unsupported if there is none, if the tensor has
// no elements or too many dimensions, if it is not quantized with a single
// scale, or if an option excludes the type.
StatusOr<XnnType> ValueType(const TensorView& tensor, const XnnCaps& caps);

// The same for input `i` of a node, which must be present, or output `i`, which
// always is.
StatusOr<XnnType> InputType(const NodeView& node, int i, const XnnCaps& caps);
StatusOr<XnnType> OutputType(const NodeView& node, int i, const XnnCaps& caps);

// Returns the common type of the inputs `first_input` to `last_input` and of
// all outputs. Unsupported if they differ or if the library does not support
// the operation for that type.
StatusOr<XnnType> CheckOperation(const NodeView& node, XnnOp op,
                                 const XnnCaps& caps, int first_input = 0,
                                 int last_input = 0);

// Unsupported unless both have the same scale and zero point. Always OK for
// float tensors.
Status CheckSameQuantization(const TensorView& a, const TensorView& b);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_CAPS_H_
