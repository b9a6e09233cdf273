#include "delegates/gpu/lowering/recurrent/svdf.h"

#include <algorithm>

#include "delegates/gpu/kernels/recurrent/recurrent_int_kernels.h"
#include "delegates/gpu/kernels/recurrent/svdf_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "delegates/gpu/lowering/recurrent/recurrent_parts.h"

namespace tflite::gpu {
namespace {

enum { kIn, kFeature, kTime, kBias, kState };

int64_t EachUnit(const Svdf& op) { return int64_t{op.rank} * op.memory; }

void EmitFloats(const Svdf& op, const NodeView& node, GpuBuilder& builder) {
  const int64_t filters = int64_t{op.batch} * op.filters;
  const int64_t results = int64_t{op.batch} * op.units;
  const GpuValueId before = builder.Input(node, kState);
  const GpuValueId weights = builder.Constant(PackRecurrentFloats(
      {builder.Floats(node, kFeature)}, op.filters, op.inputs));
  const GpuValueId after = builder.NextState(node, kState);
  SvdfFiltersKernel products;
  products.src = builder.Input(node, kIn);
  products.weights = weights;
  products.state = before;
  products.next = after;
  products.filters = op.filters;
  products.inputs = op.inputs;
  products.memory = op.memory;
  builder.Add(FlatCall(products, filters, builder.caps()));
  std::vector<float> bias(op.units);
  if (op.has_bias) bias = builder.Floats(node, kBias);
  SvdfUnitsKernel kernel;
  kernel.state = after;
  kernel.weights = builder.Constant(builder.Floats(node, kTime));
  kernel.bias = builder.Constant(bias);
  kernel.dst = builder.Output(node, 0);
  kernel.units = op.units;
  kernel.each = EachUnit(op);
  GpuCall call = FlatCall(kernel, results, builder.caps());
  call.channels = op.units;
  const GpuFunction clamp = ClampFunction(op.range.min, op.range.max);
  if (clamp.code != 0) call.chain = {clamp};
  builder.Add(std::move(call));
}

// Adds the newest results of all filters, one INT32 each.
GpuValueId AddFilters(const Svdf& op, const NodeView& node,
                      GpuBuilder& builder) {
  const int64_t inputs = int64_t{op.batch} * op.inputs;
  const GpuValueId wide = builder.Inner(inputs * sizeof(int32_t));
  AddWiden(kTfLiteInt8, builder.Input(node, kIn), wide, inputs, builder);
  std::vector<int64_t> sums;
  const GpuValueId weights = builder.Constant(PackRecurrentBytes(
      {node.input(kFeature).data<int8_t>()}, op.filters, op.inputs, &sums));
  std::vector<int32_t> finish;
  for (const int64_t sum : sums) {
    // Overflow wraps, as it does in sums.
    finish.push_back(static_cast<int32_t>(-sum * op.input_zero_point));
  }
  finish.insert(finish.end(), op.filters, op.feature_multiplier.multiplier);
  finish.insert(finish.end(), op.filters, op.feature_multiplier.shift);
  const GpuValueId factors = builder.Constant(finish);
  const int64_t results = int64_t{op.batch} * op.filters;
  const GpuValueId newest = builder.Inner(results * sizeof(int32_t));
  RecurrentSumsInt8Kernel kernel;
  kernel.src = wide;
  kernel.weights = weights;
  kernel.finish = kernel.base = factors;
  kernel.dst = newest;
  kernel.columns = op.filters;
  kernel.depth = op.inputs;
  kernel.first = kernel.step = 0;
  builder.Add(FlatCall(kernel, results, builder.caps()));
  return newest;
}

void EmitIntegers(const Svdf& op, const NodeView& node, GpuBuilder& builder) {
  const int64_t entries = int64_t{op.batch} * op.filters * op.memory;
  const int64_t results = int64_t{op.batch} * op.units;
  const GpuValueId newest = AddFilters(op, node, builder);
  const GpuValueId before = builder.Input(node, kState);
  const GpuValueId after = builder.NextState(node, kState);
  SvdfShiftInt16Kernel shift;
  shift.state = before;
  shift.newest = newest;
  shift.next = after;
  shift.elements = entries;
  shift.memory = op.memory;
  builder.Add(FlatCall(shift, (entries + 1) / 2, builder.caps()));
  std::vector<int32_t> bias(op.units);
  if (op.has_bias) {
    std::copy_n(node.input(kBias).data<int32_t>(), op.units, bias.begin());
  }
  const int32_t zero = op.output_zero_point;
  SvdfUnitsInt16Kernel kernel;
  kernel.state = after;
  kernel.weights = builder.Input(node, kTime);
  kernel.bias = builder.Constant(bias);
  kernel.dst = builder.Output(node, 0);
  kernel.elements = results;
  kernel.units = op.units;
  kernel.each = EachUnit(op);
  kernel.multiplier = op.time_multiplier.multiplier;
  kernel.shift = op.time_multiplier.shift;
  kernel.zero_point = zero;
  kernel.low = -128 - zero;
  kernel.high = 127 - zero;
  builder.Add(FlatCall(kernel, (results + 3) / 4, builder.caps()));
}

}  // namespace

StatusOr<Svdf> PlanSvdf(const Svdf& op, const NodeView& node,
                        const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.kind == Svdf::Kind::kHybrid) {
    return Unsupported("FLOAT32 input with integer weights is not supported");
  }
  if (op.kind == Svdf::Kind::kInteger && !caps.take_quantized) {
    return UnsupportedType(kTfLiteInt8);
  }
  for (const int i : {kFeature, kTime, kBias}) {
    if (!node.input(i)) continue;
    const bool known = op.kind == Svdf::Kind::kFloat
                           ? caps.statics.IsKnown(node, i)
                           : node.input(i).is_constant();
    if (!known) {
      return Unsupported("weights that are not constant are not supported");
    }
  }
  if (node.input(kIn).is_variable()) {
    return Unsupported("input 0 is a variable: ", node.input(kIn).name());
  }
  TFLL_RETURN_IF_ERROR(
      CheckLoops(std::max<int64_t>(int64_t{op.inputs} + op.memory,
                                   4 * (int64_t{op.rank} * op.memory + 1)),
                 caps.device));
  return op;
}

void EmitSvdf(const Svdf& op, const NodeView& node, GpuBuilder& builder) {
  if (op.kind == Svdf::Kind::kFloat) return EmitFloats(op, node, builder);
  EmitIntegers(op, node, builder);
}

}  // namespace tflite::gpu
