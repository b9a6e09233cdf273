#include "delegates/xnnpack/lowering/elementwise.h"

#include <cmath>
#include <limits>

#include "delegates/xnnpack/lowering/range.h"
#include "delegates/xnnpack/xnnpack_library.h"

namespace tflite::xnnpack {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

StatusOr<XnnOp> OperationOf(UnaryKind kind) {
  switch (kind) {
    case UnaryKind::kAbs:
      return XnnOp::kAbs;
    case UnaryKind::kCeil:
      return XnnOp::kCeil;
    case UnaryKind::kFloor:
      return XnnOp::kFloor;
    case UnaryKind::kNeg:
      return XnnOp::kNegate;
    case UnaryKind::kRound:
      return XnnOp::kRound;
    case UnaryKind::kSquare:
      return XnnOp::kSquare;
    case UnaryKind::kSqrt:
      return XnnOp::kSquareRoot;
    default:
      return Unsupported("XNNPACK does not have the operator");
  }
}

// XNNPACK supports only the output scale and zero point that TensorFlow Lite
// uses for functions with results from `low` to 1: 256 steps over this range.
Status CheckUnitOutput(const TensorView& output, float low) {
  if (output.type() == kTfLiteFloat32) return OkStatus();
  const float scale = (1.0f - low) / 256.0f;
  const int32_t zero = output.type() == kTfLiteInt8 ? 0 : 128;
  const int32_t zero_point = low == 0.0f ? zero - 128 : zero;
  if (output.scale() == scale && output.zero_point() == zero_point) {
    return OkStatus();
  }
  return Unsupported("the output's scale ", output.scale(), " and zero point ",
                     output.zero_point(), " are not ", scale, " and ",
                     zero_point);
}

StatusOr<UnaryPlan> PlanClamp(float min, float max, const NodeView& node,
                              const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckOperation(node, XnnOp::kClamp, caps).status());
  TFLL_RETURN_IF_ERROR(CheckSameQuantization(node.input(0), node.output(0)));
  TFLL_RETURN_IF_ERROR(CheckRange(min, max, node.output(0)));
  UnaryPlan plan{XnnOp::kClamp};
  plan.min = min;
  plan.max = max;
  return plan;
}

// Checks that integers above and below zero are multiplied by factors in the
// range of the library, which aborts on others. The range here is a little
// smaller, because the library may round the factors differently.
Status CheckSlopes(float alpha, const NodeView& node) {
  constexpr float kLeast = 0x1.01p-8f, kMost = 0x1.FFp+6f;
  const float ratio = node.input(0).scale() / node.output(0).scale();
  TFLL_RETURN_IF_ERROR(CheckRatio("the input's scale", ratio, kLeast, kMost));
  return CheckRatio("alpha times the input's scale", std::abs(ratio * alpha),
                    kLeast, kMost);
}

// Of a conversion between FLOAT32 and integers, in either direction.
Status CheckConversion(const NodeView& node, XnnType floats, XnnType integers,
                       const XnnCaps& caps) {
  if (floats == XnnType::kFloat32 && caps.Has(XnnOp::kConvert, integers)) {
    return OkStatus();
  }
  return Unsupported("this release of XNNPACK does not convert ",
                     TfLiteTypeGetName(node.input(0).type()), " to ",
                     TfLiteTypeGetName(node.output(0).type()));
}

}  // namespace

StatusOr<UnaryPlan> PlanUnary(const Unary& op, const NodeView& node,
                              const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const XnnOp operation, OperationOf(op.kind));
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, operation, caps));
  if (operation == XnnOp::kSquareRoot && type != XnnType::kFloat32) {
    return Unsupported("XNNPACK does not report roots of negative integers");
  }
  return UnaryPlan{operation};
}

StatusOr<UnaryPlan> PlanActivation(const Activation& op, const NodeView& node,
                                   const XnnCaps& caps) {
  UnaryPlan plan{};
  switch (op.kind) {
    case ActivationKind::kRelu:
      return PlanClamp(0, kInf, node, caps);
    case ActivationKind::kRelu6:
      return PlanClamp(0, 6, node, caps);
    case ActivationKind::kRelu0To1:
      return PlanClamp(0, 1, node, caps);
    case ActivationKind::kReluN1To1:
      return PlanClamp(-1, 1, node, caps);
    case ActivationKind::kLeakyRelu:
      if (!std::isfinite(op.alpha)) return Unsupported("alpha is ", op.alpha);
      plan.op = XnnOp::kLeakyRelu;
      plan.alpha = op.alpha;
      break;
    case ActivationKind::kElu:
      plan.op = XnnOp::kElu;
      break;
    case ActivationKind::kHardSwish:
      plan.op = XnnOp::kHardSwish;
      break;
    case ActivationKind::kLogistic:
      plan.op = XnnOp::kSigmoid;
      TFLL_RETURN_IF_ERROR(CheckUnitOutput(node.output(0), 0.0f));
      break;
    case ActivationKind::kTanh:
      plan.op = XnnOp::kTanh;
      TFLL_RETURN_IF_ERROR(CheckUnitOutput(node.output(0), -1.0f));
      break;
    default:
      return Unsupported("XNNPACK does not have the operator");
  }
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, plan.op, caps));
  if (plan.op == XnnOp::kLeakyRelu && type != XnnType::kFloat32) {
    TFLL_RETURN_IF_ERROR(CheckSlopes(op.alpha, node));
  }
  return plan;
}

StatusOr<UnaryPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                                const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckOperation(node, XnnOp::kSoftmax, caps).status());
  if (op.beta != 1.0f) return Unsupported("beta is ", op.beta);
  if (node.input(0).rank() == 0) return Unsupported("the input is a scalar");
  return UnaryPlan{XnnOp::kSoftmax};
}

StatusOr<UnaryPlan> PlanQuantize(const Quantize&, const NodeView& node,
                                 const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const XnnType in, InputType(node, 0, caps));
  TFLL_ASSIGN_OR_RETURN(const XnnType out, OutputType(node, 0, caps));
  TFLL_RETURN_IF_ERROR(CheckConversion(node, in, out, caps));
  return UnaryPlan{XnnOp::kConvert};
}

void EmitUnary(const UnaryPlan& plan, const NodeView& node,
               XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  const uint32_t out = builder.Output(node, 0);
  if (const XnnUnary define = plan.op == XnnOp::kConvert
                                  ? xnn_define_convert
                                  : UnaryFunction(plan.op)) {
    return builder.Check(define(builder.graph(), in, out, 0),
                         "an elementwise operator");
  }
  if (plan.op == XnnOp::kClamp) {
    builder.Check(
        xnn_define_clamp(builder.graph(), plan.min, plan.max, in, out, 0),
        "a clamp");
  } else if (plan.op == XnnOp::kElu) {
    builder.Check(xnn_define_elu(builder.graph(), 1.0f, in, out, 0), "ELU");
  } else {
    builder.Check(
        xnn_define_leaky_relu(builder.graph(), plan.alpha, in, out, 0),
        "LEAKY_RELU");
  }
}

StatusOr<DequantizePlan> PlanDequantize(const Dequantize&, const NodeView& node,
                                        const XnnCaps& caps) {
  const int output = node.raw()->outputs->data[0];
  if (caps.statics.Contains(output)) {
    return DequantizePlan{true};
  }
  TFLL_ASSIGN_OR_RETURN(const XnnType in, InputType(node, 0, caps));
  TFLL_ASSIGN_OR_RETURN(const XnnType out, OutputType(node, 0, caps));
  TFLL_RETURN_IF_ERROR(CheckConversion(node, out, in, caps));
  return DequantizePlan{false};
}

void EmitDequantize(const DequantizePlan& plan, const NodeView& node,
                    XnnBuilder& builder) {
  if (plan.is_static) return builder.DefineStatic(node, 0);
  EmitUnary(UnaryPlan{XnnOp::kConvert}, node, builder);
}

StatusOr<PreluPlan> PlanPrelu(const Prelu&, const NodeView& node,
                              const XnnCaps& caps) {
  TFLL_RETURN_IF_ERROR(
      CheckOperation(node, XnnOp::kPrelu, caps, 0, 1).status());
  const TensorView alpha = node.input(1);
  if (!caps.statics.IsKnown(node, 1))
    return Unsupported("alpha is not constant");
  const int rank = node.input(0).rank();
  if (rank == 0 || alpha.rank() == 0 || alpha.num_elements() != alpha.dim(-1) ||
      alpha.dim(-1) != node.input(0).dim(-1)) {
    return Unsupported("alpha ", alpha.ToString(),
                       " does not have one value per channel");
  }
  return PreluPlan{};
}

void EmitPrelu(const PreluPlan&, const NodeView& node, XnnBuilder& builder) {
  const uint32_t in = builder.Input(node, 0);
  // Not weights: only some releases pack them when the program is built.
  const uint32_t alpha = builder.Operand(node, 1, Shape{node.input(1).dim(-1)});
  builder.Check(
      xnn_define_prelu(builder.graph(), in, alpha, builder.Output(node, 0), 0),
      "PRELU");
}

}  // namespace tflite::xnnpack
