#include "delegates/gpu/lowering/place.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

constexpr size_t kMostUpdated = 4;  // dimensions of update_slice

// WIDE of indices, constant or not.
StatusOr<int> WordsOfIndex(const TensorView& indices) {
  if (indices.type() == kTfLiteInt32) return 1;
  if (indices.type() == kTfLiteInt64) return 2;
  return Unsupported("indices of type ", TfLiteTypeGetName(indices.type()),
                     " are not supported");
}

// The plan of a kernel that takes elements of any size: LANES, WORDS, the count
// and the number of elements.
StatusOr<PlacePlan> PlanElements(std::string kernel, TfLiteType type,
                                 std::vector<int> inputs, const NodeView& node,
                                 const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  const int64_t elements = node.output(0).num_elements();
  PlacePlan plan;
  plan.kernel = std::move(kernel);
  plan.inputs = std::move(inputs);
  plan.count = (elements * bytes + 3) / 4;
  plan.params = Words({elements});
  if (bytes < 4) plan.constants.emplace_back("LANES", 4 / bytes);
  if (bytes > 4) plan.constants.emplace_back("WORDS", bytes / 4);
  return plan;
}

// A dimension of DYNAMIC_UPDATE_SLICE. An element of the start is `unit`
// places.
struct UpdatedDim {
  int64_t extent, update, unit;
  int64_t start;  // element of the start; -1: it does not matter
};

// Innermost first. Where the update is as long as the value it starts at 0, and
// the dimension is one with the next.
std::vector<UpdatedDim> UpdatedDims(const DynamicUpdateSlice& op,
                                    int64_t inner) {
  std::vector<UpdatedDim> dims = {{inner, inner, 1, -1}};
  for (int d = op.input.rank(); d-- > 0;) {
    const UpdatedDim dim = {op.input[d], op.update[d], 1, d};
    UpdatedDim& last = dims.back();
    if (last.extent == last.update) {
      const int64_t unit = last.extent;
      last = {dim.extent * unit, dim.update * unit, unit,
              dim.extent == dim.update ? -1 : d};
    } else if (dim.extent != 1) {
      dims.push_back(dim);
    }
  }
  return dims;
}

// Units of 16 or 4 bytes in place of `unit` where everything is in multiples of
// them.
int WidenUpdate(int unit, UpdatedDim* inner) {
  for (const int wider : {16, 4}) {
    const int64_t times = wider / unit;
    const bool fits = inner->extent % times == 0 &&
                      inner->update % times == 0 &&
                      (inner->start < 0 || inner->unit % times == 0);
    if (times <= 1 || !fits) continue;
    inner->extent /= times;
    inner->update /= times;
    inner->unit = std::max<int64_t>(1, inner->unit / times);
    return wider;
  }
  return unit;
}

// TYPE of typed.inc.
StatusOr<int32_t> TypeOfKeys(TfLiteType type, const GpuPlanCaps& caps) {
  switch (type) {
    case kTfLiteFloat32:
      return caps.half ? 4 : 0;
    case kTfLiteInt32:
      return 1;
    case kTfLiteUInt8:
      return 2;
    case kTfLiteInt8:
      return 3;
    default:
      return UnsupportedType(type);
  }
}

}  // namespace

StatusOr<PlacePlan> PlanDynamicUpdateSlice(const DynamicUpdateSlice& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(op.type, caps));
  TFLL_ASSIGN_OR_RETURN(const int wide, WordsOfIndex(node.input(2)));
  std::vector<UpdatedDim> dims = UpdatedDims(op, std::max(bytes / 4, 1));
  if (dims.size() > kMostUpdated) {
    return Unsupported("updates that are shorter than the value in more than ",
                       kMostUpdated, " dimensions are not supported");
  }
  const int unit = WidenUpdate(std::min(bytes, 4), &dims[0]);
  const int64_t all = node.output(0).num_elements() * bytes;
  const int word = std::max(unit, 4);
  PlacePlan plan;
  plan.kernel =
      unit < 4 ? "update_slice_packed" : WordKernel("update_slice", unit);
  plan.constants = {{"WIDE", wide}};
  plan.inputs = {0, 1, 2};
  plan.count = (all + word - 1) / word;
  dims.resize(kMostUpdated, {1, 1, 1, -1});
  for (const auto field : {&UpdatedDim::extent, &UpdatedDim::update,
                           &UpdatedDim::unit, &UpdatedDim::start}) {
    for (const UpdatedDim& dim : dims) {
      plan.params.push_back(static_cast<uint32_t>(dim.*field));
    }
  }
  if (unit < 4) {
    plan.constants.emplace_back("LANES", 4 / unit);
    plan.params.push_back(static_cast<uint32_t>(all / unit));
  }
  return plan;
}

StatusOr<PlacePlan> PlanOneHot(const OneHot& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  if (!node.input(1).is_constant()) {
    return Unsupported("a depth that is not constant is not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int wide, WordsOfIndex(node.input(0)));
  TFLL_ASSIGN_OR_RETURN(
      PlacePlan plan, PlanElements("one_hot", op.type, {0, 2, 3}, node, caps));
  plan.constants.emplace_back("WIDE", wide);
  plan.params.push_back(static_cast<uint32_t>(op.depth));
  plan.params.push_back(static_cast<uint32_t>(op.inner));
  return plan;
}

StatusOr<PlacePlan> PlanReverseSequence(const ReverseSequence& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int wide, WordsOfIndex(node.input(1)));
  TFLL_ASSIGN_OR_RETURN(
      PlacePlan plan,
      PlanElements("reverse_sequence", op.type, {0, 1}, node, caps));
  const int first = std::min(op.seq_dim, op.batch_dim);
  const int second = std::max(op.seq_dim, op.batch_dim);
  int64_t inner = op.shape.Product(second + 1, op.shape.rank());
  if (!plan.constants.empty() && plan.constants[0].first == "WORDS") {
    // As single words.
    inner *= plan.constants[0].second;
    plan.constants.clear();
    plan.params = Words({plan.count});
  }
  plan.constants.emplace_back("WIDE", wide);
  plan.constants.emplace_back("SEQUENCE_FIRST", op.seq_dim == first);
  for (const int64_t extent :
       {inner, int64_t{op.shape[second]}, op.shape.Product(first + 1, second),
        int64_t{op.shape[first]}}) {
    plan.params.push_back(static_cast<uint32_t>(extent));
  }
  plan.fault = "the length of a sequence is out of range";
  return plan;
}

StatusOr<PlacePlan> PlanMatrixDiag(const MatrixDiag& op, const NodeView& node,
                                   const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(
      PlacePlan plan,
      PlanElements("matrix_diag", op.type, {0, op.diagonal}, node, caps));
  if (op.diagonal == 1) plan.constants.emplace_back("KEEP", 1);
  plan.params.push_back(static_cast<uint32_t>(op.rows));
  plan.params.push_back(static_cast<uint32_t>(op.columns));
  return plan;
}

void EmitPlace(const PlacePlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  std::vector<GpuValueId> inputs;
  for (const int input : plan.inputs) {
    inputs.push_back(builder.Input(node, input));
  }
  std::vector<uint32_t> params = plan.params;
  GpuBuilder::Fault fault = {kNoGpuValue, 0};
  if (plan.fault != nullptr) {
    fault = builder.AddFault(node, plan.fault);
    params.insert(params.begin(), fault.word);
  }
  GpuCall call =
      FlatCall(plan.kernel, plan.count, inputs, builder.Output(node, 0),
               std::move(params), builder.caps());
  if (plan.fault != nullptr) call.operands.push_back({fault.value, true});
  call.spec.constants = plan.constants;
  builder.Add(std::move(call));
}

StatusOr<BoxPlan> PlanZerosLike(const ZerosLike&, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  const TensorView out = node.output(0);
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(out.type(), caps));
  const int64_t units = (out.num_elements() * bytes + 15) / 16;
  GpuBox box;
  box.dims = {{units, 0, units, 0}};
  box.element_bytes = 16;
  return PlanBox(std::move(box), caps);
}

void EmitZeros(const BoxPlan& plan, const NodeView& node, GpuBuilder& builder) {
  AddBox(plan, builder.Constant(std::vector<int32_t>(4)),
         builder.Output(node, 0), "zeros_like", builder);
}

StatusOr<TopkPlan> PlanTopkV2(const TopkV2& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  constexpr int64_t kMostColumns = 16384;  // each element meets all of its row
  if (!node.input(1).is_constant()) {
    return Unsupported("a number of elements that is not constant");
  }
  TopkPlan plan;
  TFLL_ASSIGN_OR_RETURN(plan.type, TypeOfKeys(op.type, caps));
  if (op.index_type != kTfLiteInt32) return UnsupportedType(op.index_type);
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.columns > kMostColumns) {
    return Unsupported("rows of ", op.columns, " elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(plan.element_bytes, MovableBytes(op.type, caps));
  plan.rows = op.rows;
  plan.columns = op.columns;
  plan.k = op.k;
  return plan;
}

void EmitTopkV2(const TopkPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const GpuValueId value = builder.Input(node, 0);
  const GpuValueId indices = builder.Output(node, 1);
  GpuCall rank =
      FlatCall("topk_indices", plan.rows * plan.columns, {value}, indices,
               Words({plan.columns, plan.k}), builder.caps());
  rank.spec.constants = {{"TYPE", plan.type}};
  builder.Add(std::move(rank));
  const int64_t elements = plan.rows * plan.k;
  const int64_t lanes = 4 / plan.element_bytes;
  std::vector<uint32_t> params = Words({0, 1, plan.k, 1, plan.columns});
  if (lanes > 1) params.push_back(static_cast<uint32_t>(elements));
  GpuCall gather =
      FlatCall(lanes > 1 ? "gather_packed" : "gather_uint",
               GroupsOf(elements, lanes), {value, indices},
               builder.Output(node, 0), std::move(params), builder.caps());
  // For faults, of which there are none.
  gather.operands.push_back({builder.Inner(sizeof(uint32_t)), true});
  if (lanes > 1) {
    gather.spec.constants = {{"LANES", static_cast<int32_t>(lanes)}};
  }
  builder.Add(std::move(gather));
}

}  // namespace tflite::gpu
