#include "delegates/gpu/lowering/box.h"

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

// One dimension for two neighbours where that is the same.
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

// 8-byte elements as pairs of words.
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

// `bytes` as one element where everything is in multiples of them.
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

// The fill in every place of a word.
uint32_t FillWord(uint64_t fill, int element_bytes) {
  if (element_bytes == 1) return static_cast<uint8_t>(fill) * 0x01010101u;
  if (element_bytes == 2) return static_cast<uint16_t>(fill) * 0x00010001u;
  return static_cast<uint32_t>(fill);
}

// A field of all dimensions, innermost first.
template <typename Field>
void Append(const GpuBox& box, int64_t unused, Field field,
            std::vector<uint32_t>* params) {
  for (int k = 0; k < kMostWalked; ++k) {
    const int i = static_cast<int>(box.dims.size()) - 1 - k;
    params->push_back(
        static_cast<uint32_t>(i < 0 ? unused : field(box.dims[i])));
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
  plan->spec.kernel = WordKernel("move", box.element_bytes);
  Append(box, 1, Count, &plan->params);
  Append(box, 0, Step, &plan->params);
  plan->params.push_back(static_cast<uint32_t>(box.base));
  absl::InlinedVector<int64_t, 8> steps(box.dims.size());
  int64_t step = 1, to = 0;
  for (size_t i = box.dims.size(); i-- > 0;) {
    steps[i] = step;
    to += box.dims[i].low * step;
    step *= box.dims[i].extent;
  }
  for (int k = 0; k < kMostWalked; ++k) {
    const int i = static_cast<int>(box.dims.size()) - 1 - k;
    plan->params.push_back(static_cast<uint32_t>(i < 0 ? 0 : steps[i]));
  }
  plan->params.push_back(static_cast<uint32_t>(to));
  SetGrid(GridOf(box, Count), caps, &plan->spec.workgroup, &plan->groups);
}

void PlanPad(const GpuBox& box, uint32_t fill, const GpuCaps& caps,
             BoxPlan* plan) {
  const bool packed = box.element_bytes < 4;
  plan->spec.kernel =
      packed ? "pad_packed" : WordKernel("pad", box.element_bytes);
  if (Mirrors(box)) {
    plan->spec.constants.emplace_back(
        "MIRROR", box.outside == GpuBox::Outside::kReflect ? 2 : 1);
  }
  Append(box, 1, Extent, &plan->params);
  Append(box, 0, Step, &plan->params);
  plan->params.push_back(static_cast<uint32_t>(box.base));
  Append(box, 0, Low, &plan->params);
  Append(box, 1, High, &plan->params);
  plan->params.push_back(fill);
  if (!packed) {
    return SetGrid(GridOf(box, Extent), caps, &plan->spec.workgroup,
                   &plan->groups);
  }
  const bool whole = std::all_of(box.dims.begin(), box.dims.end(), IsFull);
  const int lanes = 4 / box.element_bytes;
  plan->spec.constants.emplace_back("LANES", lanes);
  if (box.outside == GpuBox::Outside::kKeep && !whole) {
    plan->spec.constants.emplace_back("KEEP", 1);
  }
  int64_t count = 1;
  for (const Dim& dim : box.dims) count *= dim.extent;
  const uint32_t workgroup = std::min(64u, caps.max_invocations);
  plan->spec.workgroup = {workgroup, 1, 1};
  plan->groups = FlatGroups((count + lanes - 1) / lanes, workgroup, caps);
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
  if (whole && box.dims.size() == 1 && box.base == 0 &&
      (box.dims[0].step == 1 || box.dims[0].extent == 1) &&
      box.dims[0].extent == box.source_elements) {
    plan.copy = true;
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

void AddBox(const BoxPlan& plan, GpuValueId from, GpuValueId to,
            std::string label, GpuBuilder& builder) {
  if (plan.copy) return builder.AddCopy(from, to, std::move(label));
  GpuCall call;
  call.spec = plan.spec;
  call.operands = {{from, false}, {to, true}};
  call.params = plan.params;
  call.groups = plan.groups;
  call.label = std::move(label);
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
