#include "delegates/cpu/cpu_lowering.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/activation/activation.h"
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
using kernels::BindFullyConnected;
using kernels::BindPad;
using kernels::BindRelu;
using kernels::BindRelu0To1;
using kernels::BindRelu6;
using kernels::BindReluN1To1;
using kernels::Conv2d;
using kernels::DepthwiseConv2d;
using kernels::FullyConnected;
using kernels::Pad;
using kernels::WeightedSum;

bool IsSupportedType(TfLiteType type) {
  return type == kTfLiteFloat32 || IsByte(type);
}

Status CheckElements(const NodeView& node) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.input(i) && node.input(i).num_elements() == 0) {
      return Unsupported("tensors without elements are not supported");
    }
  }
  if (node.output(0).num_elements() == 0) {
    return Unsupported("tensors without elements are not supported");
  }
  return OkStatus();
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

constexpr char kNoKernel[] = "the packed kernels do not take the operator";

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
  call.layers.push_back(std::move(spec));
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

StatusOr<Binary> PlanAdd(const Binary& op, const NodeView& node,
                         const CpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckElements(node));
  if (!FollowsLayer(node, 0, caps) && !FollowsLayer(node, 1, caps)) {
    return Unsupported("neither operand comes from a layer alone");
  }
  if (!IsSupportedType(op.type) || op.out_type != op.type ||
      op.quantized != (op.type != kTfLiteFloat32)) {
    return UnsupportedType(op.type);
  }
  if (node.input(0).shape() != node.input(1).shape()) {
    return Unsupported("operands of different shapes are not supported");
  }
  if (!kernels::BinaryPairs(op).found()) return Unsupported(kNoKernel);
  return op;
}

void EmitAdd(const Binary& plan, const NodeView& node, CpuBuilder& builder) {
  CpuCall call;
  call.kind = CpuCall::Kind::kAdd;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true},
                   {builder.Input(node, 1)}};
  call.add = plan;
  builder.Add(std::move(call));
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

using Table = LoweringTable<CpuCaps, CpuBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitLayer),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d, EmitLayer),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitLayer),
    TFLL_LOWER(Table, Add, PlanAdd, EmitAdd),
    TFLL_LOWER(Table, Pad, PlanPad, EmitPad),
    TFLL_LOWER(Table, Relu, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, Relu6, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, Relu0To1, PlanClamp, EmitClamp),
    TFLL_LOWER(Table, ReluN1To1, PlanClamp, EmitClamp),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& CpuLowering() { return kTable; }

}  // namespace tflite::cpu
