#include "delegates/gpu/lowering/shape/box.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

using Dim = GpuBox::Dim;

bool Mirrors(const GpuBox& box) {
  return box.outside == GpuBox::Outside::kSymmetric ||
         box.outside == GpuBox::Outside::kReflect;
}

bool IsFull(const Dim& dim) { return dim.count == dim.extent; }

// Merges adjacent dimensions if that does not change the box.
void Merge(GpuBox* box) {
  absl::InlinedVector<Dim, 8> merged;
  for (const Dim& dim : box->dims) {
    if (dim.extent == 1) continue;
    if (!merged.empty() && IsFull(dim)) {
      Dim& outer = merged.back();
      const bool follows =
          outer.count == 1 || outer.step == dim.step * dim.count;
      if (follows && (!Mirrors(*box) || IsFull(outer))) {
        outer = {outer.extent * dim.extent, outer.low * dim.extent,
                 outer.count * dim.extent, dim.step};
        continue;
      }
    }
    merged.push_back(dim);
  }
  if (merged.empty()) merged.push_back({1, 0, 1, 1});
  box->dims = std::move(merged);
}

// Replaces 8-byte elements by pairs of words.
Status SplitWide(GpuBox* box) {
  if (box->element_bytes != 8) return OkStatus();
  if (box->outside == GpuBox::Outside::kFill &&
      box->fill >> 32 != (box->fill & 0xffffffff)) {
    return Unsupported("a 64-bit element to pad with is not supported");
  }
  for (Dim& dim : box->dims) dim.step *= 2;
  box->dims.push_back({2, 0, 2, 1});
  box->base *= 2;
  box->element_bytes = 4;
  return OkStatus();
}

// Treats `bytes` as one element if all extents, offsets and steps allow that.
bool Widen(int bytes, GpuBox* box) {
  if (bytes % box->element_bytes != 0) return false;
  const int64_t unit = bytes / box->element_bytes;
  const auto divides = [unit](int64_t value) { return value % unit == 0; };
  Dim& last = box->dims.back();
  bool all = last.step == 1 && divides(last.extent) && divides(last.low) &&
             divides(last.count) && divides(box->base) &&
             (!Mirrors(*box) || IsFull(last));
  for (size_t i = 0; all && i + 1 < box->dims.size(); ++i) {
    all = divides(box->dims[i].step);
  }
  if (!all) return false;
  last.extent /= unit;
  last.low /= unit;
  last.count /= unit;
  for (size_t i = 0; i + 1 < box->dims.size(); ++i) box->dims[i].step /= unit;
  box->base /= unit;
  box->element_bytes = bytes;
  return true;
}

// The fill value repeated in a whole word.
uint32_t FillWord(uint64_t fill, int element_bytes) {
  if (element_bytes == 1) return static_cast<uint8_t>(fill) * 0x01010101u;
  if (element_bytes == 2) return static_cast<uint16_t>(fill) * 0x00010001u;
  return static_cast<uint32_t>(fill);
}

// Sets a param to a field of each dimension, innermost first.
template <typename Field>
void Set(const GpuBox& box, int64_t unused, Field field,
         GpuParam<int32_t> (&params)[kMostWalked]) {
  for (int k = 0; k < kMostWalked; ++k) {
    const int i = static_cast<int>(box.dims.size()) - 1 - k;
    params[k] = i < 0 ? unused : field(box.dims[i]);
  }
}

int64_t Extent(const Dim& dim) { return dim.extent; }
int64_t Count(const Dim& dim) { return dim.count; }
int64_t Step(const Dim& dim) { return dim.step; }
int64_t Low(const Dim& dim) { return dim.low; }
int64_t High(const Dim& dim) { return dim.low + dim.count; }

template <typename Field>
std::array<int64_t, 3> GridOf(const GpuBox& box, Field field) {
  std::array<int64_t, 3> extents = {1, 1, 1};
  const int rank = static_cast<int>(box.dims.size());
  for (int k = 0; k < rank; ++k) {
    extents[std::min(k, 2)] *= field(box.dims[rank - 1 - k]);
  }
  return extents;
}

void PlanMove(const GpuBox& box, const GpuCaps& caps, BoxPlan* plan) {
  MoveKernel kernel(WordType<MoveKernel>(box.element_bytes));
  Set(box, 1, Count, kernel.ms);
  Set(box, 0, Step, kernel.ss);
  kernel.base = box.base;
  int64_t step = 1, to = 0;
  SetAll(std::array<int, kMostWalked>(), kernel.ds);
  for (size_t i = box.dims.size(); i-- > 0;) {
    kernel.ds[box.dims.size() - 1 - i] = step;
    to += box.dims[i].low * step;
    step *= box.dims[i].extent;
  }
  kernel.to = to;
  plan->kernel = kernel;
  SetGrid(GridOf(box, Count), caps, &plan->workgroup, &plan->groups);
}

// Sets what all padding kernels have in common.
template <typename Kernel>
void SetPad(const GpuBox& box, uint32_t fill, Kernel* kernel) {
  if (Mirrors(box)) {
    kernel->constants.mirror = box.outside == GpuBox::Outside::kReflect ? 2 : 1;
  }
  Set(box, 1, Extent, kernel->ns);
  Set(box, 0, Step, kernel->ss);
  kernel->base = box.base;
  Set(box, 0, Low, kernel->lows);
  Set(box, 1, High, kernel->highs);
  kernel->fill = fill;
}

void PlanPad(const GpuBox& box, uint32_t fill, const GpuCaps& caps,
             BoxPlan* plan) {
  if (box.element_bytes >= 4) {
    PadKernel kernel(WordType<PadKernel>(box.element_bytes));
    SetPad(box, fill, &kernel);
    plan->kernel = kernel;
    return SetGrid(GridOf(box, Extent), caps, &plan->workgroup, &plan->groups);
  }
  const bool whole = std::all_of(box.dims.begin(), box.dims.end(), IsFull);
  const int lanes = 4 / box.element_bytes;
  PadPackedKernel kernel;
  SetPad(box, fill, &kernel);
  kernel.constants.lanes = lanes;
  kernel.constants.keep = box.outside == GpuBox::Outside::kKeep && !whole;
  plan->kernel = kernel;
  int64_t count = 1;
  for (const Dim& dim : box.dims) count *= dim.extent;
  const uint32_t workgroup = std::min(64u, caps.max_invocations);
  plan->workgroup = {workgroup, 1, 1};
  plan->groups = FlatGroups((count + lanes - 1) / lanes, workgroup, caps);
}

// Copies do not need a kernel.
GpuCall CallOf(std::monostate, GpuValueId from, GpuValueId to) {
  GpuCall call;
  call.kind = GpuCall::Kind::kCopy;
  call.operands = {{from, false}, {to, true}};
  return call;
}

template <typename Kernel>
GpuCall CallOf(Kernel kernel, GpuValueId from, GpuValueId to) {
  kernel.src = from;
  kernel.dst = to;
  return kernel.Call();
}

}  // namespace

GpuBox WholeBox(const TensorView& source, const Shape& out,
                absl::Span<const int64_t> steps, int element_bytes) {
  GpuBox box;
  for (int i = 0; i < out.rank(); ++i) {
    box.dims.push_back({out[i], 0, out[i], steps[i]});
  }
  box.source_elements = source.num_elements();
  box.element_bytes = element_bytes;
  return box;
}

StatusOr<BoxPlan> PlanBox(GpuBox box, const GpuPlanCaps& caps) {
  BoxPlan plan;
  Merge(&box);
  const bool whole = std::all_of(box.dims.begin(), box.dims.end(), IsFull);
  if (whole && box.dims.size() == 1 && box.dims[0].step == 1 &&
      box.dims[0].extent == box.source_elements) {
    return plan;
  }
  TFLL_RETURN_IF_ERROR(SplitWide(&box));
  Merge(&box);
  if (box.dims.size() > static_cast<size_t>(kMostWalked)) {
    return Unsupported("more than ", kMostWalked,
                       " dimensions that move differently");
  }
  const uint32_t fill = FillWord(box.fill, box.element_bytes);
  if (!Widen(16, &box)) Widen(4, &box);
  if (box.element_bytes >= 4 &&
      (whole || box.outside == GpuBox::Outside::kKeep)) {
    PlanMove(box, caps.device, &plan);
  } else {
    PlanPad(box, fill, caps.device, &plan);
  }
  return plan;
}

GpuCall BoxCall(const BoxPlan& plan, GpuValueId from, GpuValueId to) {
  GpuCall call = std::visit(
      [from, to](const auto& kernel) { return CallOf(kernel, from, to); },
      plan.kernel);
  call.spec.workgroup = plan.workgroup;
  call.groups = plan.groups;
  return call;
}

void AddBox(const BoxPlan& plan, GpuValueId from, GpuValueId to,
            std::string label, GpuBuilder& builder) {
  GpuCall call = BoxCall(plan, from, to);
  call.label = std::move(label);
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
