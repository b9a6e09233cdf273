#include <algorithm>

#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/layout.h"

namespace tflite {
namespace {

int64_t Count(const GpuWalk& walk) {
  int64_t count = 1;
  for (const int32_t extent : walk.extents) count *= extent;
  return count;
}

// Whether the box consists of whole groups of four words.
bool IsInFours(const GpuMove& move) {
  const GpuWalk& walk = move.walk;
  if (walk.extents[0] % 4 != 0 || walk.steps[0][0] != 1 ||
      walk.steps[1][0] != 1 || move.from % 4 != 0 || move.to % 4 != 0) {
    return false;
  }
  for (int i = 1; i < kMostWalked; ++i) {
    if (walk.steps[0][i] % 4 != 0 || walk.steps[1][i] % 4 != 0) return false;
  }
  return true;
}

void AddMove(GpuMove move, const NodeView& node, GpuBuilder& builder) {
  const bool fours = IsInFours(move);
  if (fours) {
    move.walk.extents[0] /= 4;
    for (int k = 0; k < 2; ++k) {
      for (int i = 1; i < kMostWalked; ++i) move.walk.steps[k][i] /= 4;
    }
    move.from /= 4;
    move.to /= 4;
  }
  const int64_t count = Count(move.walk);
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  GpuCall call;
  call.spec = {fours ? "move_u4" : "move_u1", {}, {workgroup, 1, 1}};
  call.operands = {{builder.Input(node, move.input), false},
                   {builder.Output(node, move.output), true}};
  call.params = {static_cast<uint32_t>(count), static_cast<uint32_t>(move.from),
                 static_cast<uint32_t>(move.to)};
  AppendWalk(move.walk, 2, &call.params);
  call.groups = FlatGroups(count, workgroup, builder.caps());
  builder.Add(std::move(call));
}

}  // namespace

void EmitMove(const MovePlan& plan, const NodeView& node, GpuBuilder& builder) {
  if (plan.copy) {
    builder.AddCopy(builder.Input(node, 0), builder.Output(node, 0), "copy");
    return;
  }
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  if (plan.fill) {
    const int64_t fours = (node.output(0).num_elements() + 3) / 4;
    GpuCall call;
    call.spec = {"fill_u4", {}, {workgroup, 1, 1}};
    call.operands = {
        {plan.fill_input < 0 ? builder.Constant(std::vector<float>{0.0f})
                             : builder.Input(node, plan.fill_input),
         false},
        {builder.Output(node, 0), true}};
    call.params = {static_cast<uint32_t>(fours)};
    call.groups = FlatGroups(fours, workgroup, builder.caps());
    builder.Add(std::move(call));
  }
  for (const GpuMove& move : plan.moves) AddMove(move, node, builder);
}

void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const int64_t count = node.output(0).bytes() / sizeof(uint32_t);
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  GpuCall call;
  call.spec = {"gather", {}, {workgroup, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Constant(plan.indices), false},
                   {builder.Output(node, 0), true}};
  for (const int64_t value : {count, int64_t{plan.outer}, int64_t{plan.extent},
                              int64_t{plan.inner}, int64_t{plan.picks}}) {
    call.params.push_back(static_cast<uint32_t>(value));
  }
  call.groups = FlatGroups(count, workgroup, builder.caps());
  builder.Add(std::move(call));
}

void EmitSelect(const SelectPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const int64_t count = node.output(0).num_elements();
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  GpuCall call;
  call.spec = {"choose", {}, {workgroup, 1, 1}};
  call.operands = {{builder.Input(node, 0), false},
                   {builder.Input(node, 1), false},
                   {builder.Input(node, 2), false},
                   {builder.Output(node, 0), true}};
  call.params = {static_cast<uint32_t>(count)};
  AppendWalk(plan.walk, 3, &call.params);
  call.groups = FlatGroups(count, workgroup, builder.caps());
  builder.Add(std::move(call));
}

void EmitDequantize(const DequantizePlan&, const NodeView& node,
                    GpuBuilder& builder) {
  builder.DefineStatic(node, 0);
}

}  // namespace tflite
