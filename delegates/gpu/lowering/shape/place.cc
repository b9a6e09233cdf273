#include "delegates/gpu/lowering/shape/place.h"

#include <algorithm>

#include "delegates/gpu/kernels/shape/gather_kernels.h"
#include "delegates/gpu/kernels/shape/topk_kernels.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// The maximum number of dimensions of an update.
constexpr size_t kMostUpdated = std::extent_v<decltype(UpdateSliceKernel::ns)>;

// The constant WIDE for indices, INT32 or INT64: words per index.
int WordsOfIndex(const TensorView& indices) {
  return indices.type() == kTfLiteInt64 ? 2 : 1;
}

// Sets the element size and count of a kernel that supports any type. OK, or
// the reason why the node is not supported.
template <typename Kernel>
Status SetElements(TfLiteType type, const NodeView& node,
                   const GpuPlanCaps& caps, Kernel* kernel, int64_t* count) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  const int64_t elements = node.output(0).num_elements();
  kernel->elements = elements;
  if (bytes < 4) kernel->constants.lanes = 4 / bytes;
  if (bytes > 4) kernel->constants.words = bytes / 4;
  *count = (elements * bytes + 3) / 4;
  return OkStatus();
}

// A dimension of DYNAMIC_UPDATE_SLICE. A step of the start index is `unit`
// elements.
struct UpdatedDim {
  int64_t extent, update, unit;
  int64_t start;  // element of the start tensor; -1: none
};

// Returns the dimensions, innermost first. A dimension in which the update has
// the full extent must start at 0, so it is merged with the next one.
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

// Returns a larger unit of 16 or 4 bytes if all sizes are multiples of it, else
// `unit`.
int WidenUpdate(int unit, UpdatedDim* inner) {
  for (const int wider : {16, 4}) {
    const int64_t times = wider / unit;
    const bool fits = inner->extent % times == 0 &&
                      inner->update % times == 0 &&
                      (inner->start < 0 || inner->unit % times == 0);
    if (!fits) continue;
    inner->extent /= times;
    inner->update /= times;
    inner->unit = std::max<int64_t>(1, inner->unit / times);
    return wider;
  }
  return unit;
}

template <typename Kernel>
void SetUpdate(const std::vector<UpdatedDim>& dims, int wide, Kernel* kernel) {
  kernel->constants.wide = wide;
  for (size_t i = 0; i < kMostUpdated; ++i) {
    const UpdatedDim dim = i < dims.size() ? dims[i] : UpdatedDim{1, 1, 1, -1};
    kernel->ns[i] = dim.extent;
    kernel->us[i] = dim.update;
    kernel->cs[i] = dim.unit;
    kernel->is[i] = dim.start;
  }
}

// Set the operands except for the result.

template <typename Kernel>
void SetUpdateInputs(const NodeView& node, GpuBuilder& builder,
                     Kernel* kernel) {
  kernel->value = builder.Input(node, 0);
  kernel->update = builder.Input(node, 1);
  kernel->start = builder.Input(node, 2);
}
void SetInputs(const PlacePlan&, const NodeView& node, GpuBuilder& builder,
               UpdateSliceKernel* kernel) {
  SetUpdateInputs(node, builder, kernel);
}
void SetInputs(const PlacePlan&, const NodeView& node, GpuBuilder& builder,
               UpdateSlicePackedKernel* kernel) {
  SetUpdateInputs(node, builder, kernel);
}
void SetInputs(const PlacePlan&, const NodeView& node, GpuBuilder& builder,
               OneHotKernel* kernel) {
  kernel->indices = builder.Input(node, 0);
  kernel->on = builder.Input(node, 2);
  kernel->off = builder.Input(node, 3);
}
void SetInputs(const PlacePlan&, const NodeView& node, GpuBuilder& builder,
               ReverseSequenceKernel* kernel) {
  kernel->src = builder.Input(node, 0);
  kernel->lengths = builder.Input(node, 1);
  const GpuBuilder::Fault fault =
      builder.AddFault(node, "the length of a sequence is out of range");
  kernel->faults = fault.value;
  kernel->fault = fault.word;
}
void SetInputs(const PlacePlan& plan, const NodeView& node, GpuBuilder& builder,
               MatrixDiagKernel* kernel) {
  kernel->src = builder.Input(node, 0);
  kernel->diagonal = builder.Input(node, plan.diagonal);
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
  const int wide = WordsOfIndex(node.input(2));
  std::vector<UpdatedDim> dims = UpdatedDims(op, std::max(bytes / 4, 1));
  if (dims.size() > kMostUpdated) {
    return Unsupported("updates that are shorter than the value in more than ",
                       kMostUpdated, " dimensions are not supported");
  }
  const int unit = WidenUpdate(std::min(bytes, 4), &dims[0]);
  const int64_t all = node.output(0).num_elements() * bytes;
  const int word = std::max(unit, 4);
  PlacePlan plan;
  plan.count = (all + word - 1) / word;
  if (unit < 4) {
    UpdateSlicePackedKernel kernel;
    SetUpdate(dims, wide, &kernel);
    kernel.constants.lanes = 4 / unit;
    kernel.elements = all / unit;
    plan.kernel = kernel;
  } else {
    UpdateSliceKernel kernel(WordType<UpdateSliceKernel>(unit));
    SetUpdate(dims, wide, &kernel);
    plan.kernel = kernel;
  }
  return plan;
}

StatusOr<PlacePlan> PlanOneHot(const OneHot& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  if (!node.input(1).is_constant()) {
    return Unsupported("a depth that is not constant is not supported");
  }
  PlacePlan plan;
  OneHotKernel kernel;
  kernel.constants.wide = WordsOfIndex(node.input(0));
  TFLL_RETURN_IF_ERROR(SetElements(op.type, node, caps, &kernel, &plan.count));
  kernel.depth = op.depth;
  kernel.inner = op.inner;
  plan.kernel = kernel;
  return plan;
}

StatusOr<PlacePlan> PlanReverseSequence(const ReverseSequence& op,
                                        const NodeView& node,
                                        const GpuPlanCaps& caps) {
  PlacePlan plan;
  ReverseSequenceKernel kernel;
  kernel.constants.wide = WordsOfIndex(node.input(1));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(op.type, caps));
  const int first = std::min(op.seq_dim, op.batch_dim);
  const int second = std::max(op.seq_dim, op.batch_dim);
  // Larger elements are processed as single words.
  const int words = std::max(1, bytes / 4);
  const int64_t elements = node.output(0).num_elements() * words;
  kernel.constants.lanes = std::max(1, 4 / bytes);
  kernel.constants.sequence_first = op.seq_dim == first;
  kernel.elements = elements;
  kernel.inner = op.shape.Product(second + 1, op.shape.rank()) * words;
  kernel.second = op.shape[second];
  kernel.middle = op.shape.Product(first + 1, second);
  kernel.first = op.shape[first];
  plan.kernel = kernel;
  plan.count = GroupsOf(elements, kernel.constants.lanes);
  return plan;
}

StatusOr<PlacePlan> PlanMatrixDiag(const MatrixDiag& op, const NodeView& node,
                                   const GpuPlanCaps& caps) {
  PlacePlan plan;
  MatrixDiagKernel kernel;
  TFLL_RETURN_IF_ERROR(SetElements(op.type, node, caps, &kernel, &plan.count));
  kernel.constants.keep = op.diagonal == 1;
  kernel.rows = op.rows;
  kernel.columns = op.columns;
  plan.kernel = kernel;
  plan.diagonal = op.diagonal;
  return plan;
}

void EmitPlace(const PlacePlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  std::visit(
      [&](auto kernel) {
        SetInputs(plan, node, builder, &kernel);
        kernel.dst = builder.Output(node, 0);
        builder.Add(FlatCall(kernel, plan.count, builder.caps()));
      },
      plan.kernel);
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
  constexpr int64_t kMostColumns = 16384;  // quadratic in the columns
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
  TopkIndicesKernel rank;
  rank.constants.type = plan.type;
  rank.src = value;
  rank.dst = indices;
  rank.columns = plan.columns;
  rank.k = plan.k;
  builder.Add(FlatCall(rank, plan.rows * plan.columns, builder.caps()));
  const int64_t elements = plan.rows * plan.k;
  const auto gather = [&](auto kernel, int64_t lanes) {
    kernel.src = value;
    kernel.indices = indices;
    kernel.dst = builder.Output(node, 0);
    // The indices are always valid, so no faults are possible.
    kernel.faults = builder.Inner(sizeof(uint32_t));
    kernel.fault = 0;
    kernel.inner = 1;
    kernel.picks = plan.k;
    kernel.outer = 1;
    kernel.extent = plan.columns;
    builder.Add(FlatCall(kernel, GroupsOf(elements, lanes), builder.caps()));
  };
  const int64_t lanes = 4 / plan.element_bytes;
  if (lanes == 1) return gather(GatherKernel(GatherKernel::kUint), 1);
  GatherPackedKernel packed;
  packed.constants.lanes = static_cast<int32_t>(lanes);
  packed.elements = elements;
  gather(packed, lanes);
}

}  // namespace tflite::gpu
