#include "delegates/cpu/cpu_lowering.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "delegates/cpu/cpu_curve.h"
#include "delegates/cpu/cpu_lower_rows.h"
#include "kernels/activation/activation.h"
#include "kernels/activation/activation_compute.h"
#include "kernels/binary/binary.h"
#include "kernels/binary/binary_compute.h"
#include "kernels/conv_2d/conv_2d_compute.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/fully_connected/fully_connected_compute.h"
#include "kernels/pad/pad.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::cpu {
namespace {

using kernels::Activation;
using kernels::ActivationKind;
using kernels::Binary;
using kernels::BinaryKind;
using kernels::BindAdd;
using kernels::BindConv2d;
using kernels::BindDepthwiseConv2d;
using kernels::BindDiv;
using kernels::BindElu;
using kernels::BindExp;
using kernels::BindFullyConnected;
using kernels::BindGelu;
using kernels::BindHardSwish;
using kernels::BindLeakyRelu;
using kernels::BindLogistic;
using kernels::BindMaximum;
using kernels::BindMean;
using kernels::BindMinimum;
using kernels::BindMul;
using kernels::BindNeg;
using kernels::BindPad;
using kernels::BindReduceMax;
using kernels::BindRelu;
using kernels::BindRelu0To1;
using kernels::BindRelu6;
using kernels::BindReluN1To1;
using kernels::BindRsqrt;
using kernels::BindSqrt;
using kernels::BindSquare;
using kernels::BindSquaredDifference;
using kernels::BindSub;
using kernels::BindSum;
using kernels::BindTanh;
using kernels::ByteTable;
using kernels::Conv2d;
using kernels::DepthwiseConv2d;
using kernels::FullyConnected;
using kernels::Pad;
using kernels::WeightedSum;

bool IsSupportedType(TfLiteType type) {
  return type == kTfLiteFloat32 || IsByte(type);
}

Status CheckSum(const WeightedSum& sum, const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!IsSupportedType(sum.input_type)) return UnsupportedType(sum.input_type);
  if (sum.kind == WeightedSum::Kind::kHybrid) {
    return Unsupported("integer weights of a float input are not supported");
  }
  if (sum.output_type != sum.input_type) {
    return Unsupported("an output of type ", TfLiteTypeGetName(sum.output_type),
                       " is not supported");
  }
  if (!IsSupportedType(sum.weights_type)) {
    return Unsupported("weights of type ", TfLiteTypeGetName(sum.weights_type),
                       " are not supported");
  }
  if (sum.has_bias() && sum.bias_type != kTfLiteFloat32 &&
      sum.bias_type != kTfLiteInt32) {
    return Unsupported("a bias of type ", TfLiteTypeGetName(sum.bias_type),
                       " is not supported");
  }
  if (!sum.weights_constant || !sum.bias_constant) {
    return Unsupported("weights or a bias that are not constant");
  }
  return OkStatus();
}

StatusOr<LayerSpec> PlanConv2d(const Conv2d& op, const NodeView& node,
                               const CpuCaps&) {
  TFLL_RETURN_IF_ERROR(CheckSum(op.sum, node));
  if (!kernels::Conv2dCompute::Supports(op)) return Unsupported(kNoKernel);
  LayerSpec spec;
  spec.op = op;
  return spec;
}

StatusOr<LayerSpec> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                        const NodeView& node, const CpuCaps&) {
  TFLL_RETURN_IF_ERROR(CheckSum(op.sum, node));
  if (!kernels::DepthwiseConv2dCompute::Supports(op)) {
    return Unsupported(kNoKernel);
  }
  LayerSpec spec;
  spec.op = op;
  return spec;
}

StatusOr<LayerSpec> PlanFullyConnected(const FullyConnected& op,
                                       const NodeView& node, const CpuCaps&) {
  TFLL_RETURN_IF_ERROR(CheckSum(op.sum, node));
  if (!kernels::FullyConnectedCompute::Supports(op)) {
    return Unsupported(kNoKernel);
  }
  LayerSpec spec;
  spec.op = op;
  return spec;
}

void EmitLayer(const LayerSpec& plan, const NodeView& node,
               CpuBuilder& builder) {
  CpuCall call;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  LayerSpec spec = plan;
  spec.weights = builder.KnownBytes(node.raw()->inputs->data[1]);
  if (spec.sum().has_bias()) {
    spec.bias = builder.KnownBytes(node.raw()->inputs->data[2]);
  }
  call.steps.push_back({std::move(spec), nullptr});
  builder.Add(std::move(call));
}

bool IsLayer(int code) {
  return code == kTfLiteBuiltinConv2d ||
         code == kTfLiteBuiltinDepthwiseConv2d ||
         code == kTfLiteBuiltinFullyConnected;
}

// True if a layer writes the node's input `i`, and nothing but the node reads
// it.
bool FollowsLayer(const NodeView& node, int i, const CpuCaps& caps) {
  const int tensor = node.raw()->inputs->data[i];
  const Neighbours::Node* writer = caps.neighbours.WriterOf(tensor);
  return writer != nullptr && IsLayer(writer->builtin_code) &&
         caps.neighbours.ReadersOf(tensor).size() == 1;
}

// Two operands of one shape and type.
Status CheckPairs(const Binary& op, const NodeView& node) {
  if (!IsSupportedType(op.type) ||
      op.quantized != (op.type != kTfLiteFloat32)) {
    return UnsupportedType(op.type);
  }
  if (node.input(0).shape() != node.input(1).shape()) {
    return Unsupported("operands of different shapes are not supported");
  }
  if (!kernels::BinaryPairs(op).found()) return Unsupported(kNoKernel);
  return OkStatus();
}

// An operator that a layer takes in, one of several on rows, or either.
struct BinaryPlan {
  Binary op;
  std::optional<RowStep> row;
  CpuCall::Kind kind = CpuCall::Kind::kRows;
  int factors = -1;  // kScale: the operand
};

// The plan whose role beside layers `role` is, unless that is an error, as far
// as the node is not one of several on rows.
StatusOr<BinaryPlan> PlanRoles(const Binary& op, const NodeView& node,
                               const CpuCaps& caps, StatusOr<BinaryPlan> role) {
  StatusOr<RowStep> row = PlanBinaryRows(op, node, caps);
  if (!row.ok()) return role;
  BinaryPlan plan = role.ok() ? *std::move(role) : BinaryPlan{op};
  plan.row = *std::move(row);
  return plan;
}

StatusOr<BinaryPlan> PlanAddition(const Binary& op, const NodeView& node,
                                  const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!FollowsLayer(node, 0, caps) && !FollowsLayer(node, 1, caps)) {
    return Unsupported("neither operand comes from a layer alone");
  }
  TFLL_RETURN_IF_ERROR(CheckPairs(op, node));
  return BinaryPlan{op, {}, CpuCall::Kind::kAdd};
}

StatusOr<BinaryPlan> PlanAdd(const Binary& op, const NodeView& node,
                             const CpuCaps& caps) {
  return PlanRoles(op, node, caps, PlanAddition(op, node, caps));
}

void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                CpuBuilder& builder) {
  CpuCall call;
  call.kind = plan.kind;
  const int second = plan.factors < 0 ? 1 : plan.factors;
  call.operands = {{builder.Input(node, 1 - second)},
                   {builder.Output(node, 0), /*written=*/true},
                   {builder.Input(node, second)}};
  call.binary = plan.op;
  if (plan.factors >= 0) {
    call.factors_per_image = node.input(plan.factors).shape().dim(0) > 1;
  }
  if (plan.row) call.rows = RowsOf(*plan.row, node, builder);
  builder.Add(std::move(call));
}

// True if a node multiplies `x` by what a curve makes of it, `gate`, which
// nothing else reads: together they are a function of `x`.
bool GatesItself(const Neighbours& neighbours, int x, int gate) {
  const Neighbours::Node* curve = neighbours.WriterOf(gate);
  const auto& products = neighbours.ReadersOf(gate);
  if (curve == nullptr || !IsGate(curve->builtin_code) ||
      products.size() != 1 || products[0].builtin_code != kTfLiteBuiltinMul) {
    return false;
  }
  const auto& readers = neighbours.ReadersOf(x);
  const auto reads = [&](int node) {
    return std::any_of(
        readers.begin(), readers.end(),
        [node](const Neighbours::Node& n) { return n.index == node; });
  };
  return reads(curve->index) && reads(products[0].index);
}

// The same of a layer's result, which nothing else reads.
bool GatesLayer(const Neighbours& neighbours, int x, int gate) {
  const Neighbours::Node* layer = neighbours.WriterOf(x);
  return layer != nullptr && IsLayer(layer->builtin_code) &&
         neighbours.ReadersOf(x).size() == 2 &&
         GatesItself(neighbours, x, gate);
}

// Which operand of MUL holds one factor per channel of the other one, an image,
// or of each image: 0, 1, or -1 for neither.
int FactorsOf(const NodeView& node) {
  const Shape out = node.output(0).shape();
  if (out.rank() != 4) return -1;
  for (const int i : {0, 1}) {
    const Shape factors = node.input(i).shape();
    if (node.input(1 - i).shape() != out || factors.rank() != 4) continue;
    if (factors.dim(1) == 1 && factors.dim(2) == 1 &&
        factors.dim(3) == out.dim(3)) {
      return i;
    }
  }
  return -1;
}

// True if a convolution alone reads the node's result.
bool PrecedesConv2d(const NodeView& node, const CpuCaps& caps) {
  const auto& readers = caps.neighbours.ReadersOf(node.raw()->outputs->data[0]);
  return readers.size() == 1 && readers[0].builtin_code == kTfLiteBuiltinConv2d;
}

// The role of MUL beside a layer or a table.
StatusOr<BinaryPlan> PlanProduct(const Binary& op, const NodeView& node,
                                 const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  const int* in = node.raw()->inputs->data;
  const BinaryPlan product{op, {}, CpuCall::Kind::kProduct};
  if (IsByte(op.type) && (GatesItself(caps.neighbours, in[0], in[1]) ||
                          GatesItself(caps.neighbours, in[1], in[0]))) {
    TFLL_RETURN_IF_ERROR(CheckPairs(op, node));
    return product;
  }
  const bool gates = GatesLayer(caps.neighbours, in[0], in[1]) ||
                     GatesLayer(caps.neighbours, in[1], in[0]);
  if (!gates && !PrecedesConv2d(node, caps)) {
    return Unsupported("it is not part of a layer before or behind it");
  }
  if (op.type != kTfLiteFloat32) return UnsupportedType(op.type);
  if (gates) {
    TFLL_RETURN_IF_ERROR(CheckPairs(op, node));
    return product;
  }
  const int factors = FactorsOf(node);
  if (factors < 0) return Unsupported("no operand has a factor per channel");
  if (!kernels::BinaryPairs(op).found()) return Unsupported(kNoKernel);
  return BinaryPlan{op, {}, CpuCall::Kind::kScale, factors};
}

StatusOr<BinaryPlan> PlanMul(const Binary& op, const NodeView& node,
                             const CpuCaps& caps) {
  return PlanRoles(op, node, caps, PlanProduct(op, node, caps));
}

struct PadPlan {
  int32_t top, left, height, width;
};

StatusOr<PadPlan> PlanPad(const Pad& op, const NodeView& node,
                          const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!IsSupportedType(op.type)) return UnsupportedType(op.type);
  const auto& readers = caps.neighbours.ReadersOf(node.raw()->outputs->data[0]);
  const bool before_layer =
      readers.size() == 1 &&
      (readers[0].builtin_code == kTfLiteBuiltinConv2d ||
       readers[0].builtin_code == kTfLiteBuiltinDepthwiseConv2d);
  if (!before_layer)
    return Unsupported("no convolution alone reads the result");
  const Shape out = node.output(0).shape();
  if (op.input.rank() != 4 || op.dims.size() != 4 || op.element_input != -1) {
    return Unsupported("only zeros around images are supported");
  }
  for (const int d : {0, 3}) {
    if (op.input.dim(d) != out.dim(d)) {
      return Unsupported("only zeros around images are supported");
    }
  }
  return PadPlan{static_cast<int32_t>(op.dims[1].before),
                 static_cast<int32_t>(op.dims[2].before), op.input.dim(1),
                 op.input.dim(2)};
}

void EmitPad(const PadPlan& plan, const NodeView& node, CpuBuilder& builder) {
  CpuCall call;
  call.kind = CpuCall::Kind::kPad;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  call.pad_top = plan.top;
  call.pad_left = plan.left;
  call.in_height = plan.height;
  call.in_width = plan.width;
  builder.Add(std::move(call));
}

struct ClampPlan {
  float min, max;
};

StatusOr<ClampPlan> PlanClamp(const Activation& op, const NodeView& node,
                              const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!FollowsLayer(node, 0, caps)) {
    return Unsupported("the operand does not come from a layer alone");
  }
  if (op.type != kTfLiteFloat32) return UnsupportedType(op.type);
  switch (op.kind) {
    case ActivationKind::kRelu:
      return ClampPlan{0.0f, std::numeric_limits<float>::infinity()};
    case ActivationKind::kRelu6:
      return ClampPlan{0.0f, 6.0f};
    case ActivationKind::kRelu0To1:
      return ClampPlan{0.0f, 1.0f};
    default:
      return ClampPlan{-1.0f, 1.0f};  // RELU_N1_TO_1
  }
}

void EmitClamp(const ClampPlan& plan, const NodeView& node,
               CpuBuilder& builder) {
  CpuCall call;
  call.kind = CpuCall::Kind::kClamp;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  call.min = plan.min;
  call.max = plan.max;
  builder.Add(std::move(call));
}

StatusOr<Activation> PlanCurve(const Activation& op, const NodeView& node,
                               const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  const int in = node.raw()->inputs->data[0];
  const int out = node.raw()->outputs->data[0];
  if (IsByte(op.type) && GatesItself(caps.neighbours, in, out)) return op;
  if (!FollowsLayer(node, 0, caps) && !GatesLayer(caps.neighbours, in, out)) {
    return Unsupported("the operand does not come from a layer alone");
  }
  if (op.type != kTfLiteFloat32) return UnsupportedType(op.type);
  return op;
}

void EmitCurve(const Activation& plan, const NodeView& node,
               CpuBuilder& builder) {
  CpuCall call;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  if (IsByte(plan.type)) {
    call.kind = CpuCall::Kind::kTable;
    call.table =
        std::make_shared<const ByteTable>(kernels::ActivationTableOf(plan));
  } else {
    call.kind = CpuCall::Kind::kCurve;
    call.curve = std::make_shared<const ResultCurve>(plan);
  }
  builder.Add(std::move(call));
}

using Table = LoweringTable<CpuCaps, CpuBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitLayer),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d, EmitLayer),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitLayer),
    TFLL_LOWER(Table, Add, PlanAdd, EmitBinary),
    TFLL_LOWER(Table, Pad, PlanPad, EmitPad),
    TFLL_LOWER(Table, Relu, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, Relu6, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, Relu0To1, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, ReluN1To1, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, Elu, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, Gelu, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, HardSwish, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, LeakyRelu, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, Logistic, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, Tanh, PlanCurve, EmitCurve),
    TFLL_LOWER(Table, Mul, PlanMul, EmitBinary),
    TFLL_LOWER(Table, Div, PlanBinaryRows, EmitRows),
    TFLL_LOWER(Table, Maximum, PlanBinaryRows, EmitRows),
    TFLL_LOWER(Table, Minimum, PlanBinaryRows, EmitRows),
    TFLL_LOWER(Table, SquaredDifference, PlanBinaryRows, EmitRows),
    TFLL_LOWER(Table, Sub, PlanBinaryRows, EmitRows),
    TFLL_LOWER(Table, Exp, PlanUnaryRows, EmitRows),
    TFLL_LOWER(Table, Neg, PlanUnaryRows, EmitRows),
    TFLL_LOWER(Table, Rsqrt, PlanUnaryRows, EmitRows),
    TFLL_LOWER(Table, Sqrt, PlanUnaryRows, EmitRows),
    TFLL_LOWER(Table, Square, PlanUnaryRows, EmitRows),
    TFLL_LOWER(Table, Mean, PlanReduceRows, EmitRows),
    TFLL_LOWER(Table, ReduceMax, PlanReduceRows, EmitRows),
    TFLL_LOWER(Table, Sum, PlanReduceRows, EmitRows),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& CpuLowering() { return kTable; }

}  // namespace tflite::cpu
