#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/conv_2d/conv_2d.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/packed_sum.h"
#include "kernels/gemm/stored_weights.h"
#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

// Convolutions as products: the rows of the left operand are the input's
// windows, the columns of the right one are the filters.
struct Conv2dState : KernelState {
  size_t MemoryBytes() const override {
    size_t bytes = zeros.size() * sizeof(float) + unpacked.size();
    for (const PackedSum& group : groups) bytes += group.MemoryBytes();
    return bytes;
  }

  std::vector<PackedSum> groups;
  std::vector<float> zeros;  // a run of padding
  std::vector<int8_t>
      unpacked;             // room for filters that come in packed integers
  bool one_by_one = false;  // the windows are the input's pixels, in order
  GemmWindow window;        // of one group
  GemmPlan plan;
  // Groups that may run at once, each by one thread.
  int group_tasks = 1;
  int product_scratch = 0, hybrid_scratch = 0;
};

constexpr int kMaxGroupTasks = 64;

int64_t Depth(const Conv2d& op) {
  return int64_t{op.window.filter_height} * op.window.filter_width *
         op.filter_channels;
}

int64_t ImageElements(const ConvWindow& w) {
  return int64_t{w.in_height} * w.in_width * w.in_channels;
}

bool IsOneByOne(const ConvWindow& w) {
  return w.filter_height == 1 && w.filter_width == 1 && w.stride_height == 1 &&
         w.stride_width == 1 && w.pad_top == 0 && w.pad_left == 0 &&
         w.out_height == w.in_height && w.out_width == w.in_width;
}

Status SetFilters(const Conv2d& op, const TensorView& filter,
                  ThreadPool* threads, Conv2dState* state) {
  const int64_t depth = Depth(op);
  const int64_t channels = op.window.out_channels / op.groups;
  std::vector<int8_t> once;
  const StoredWeights weights(
      filter, op.sum.weights_constant ? &once : &state->unpacked);
  for (int32_t g = 0; g < op.groups; ++g) {
    TFLL_RETURN_IF_ERROR(state->groups[g].SetWeights(
        weights.Source(g * channels * depth, depth, 1), filter, threads));
  }
  return OkStatus();
}

Status Prepare(const Conv2d& op, PrepareContext& context, Conv2dState* state) {
  const int32_t channels = op.window.out_channels / op.groups;
  if (state->groups.size() != static_cast<size_t>(op.groups)) {
    state->groups = std::vector<PackedSum>(op.groups);
  }
  for (int32_t g = 0; g < op.groups; ++g) {
    TFLL_RETURN_IF_ERROR(
        state->groups[g].Init(op.sum, g * channels, channels, Depth(op)));
  }
  if (op.sum.weights_constant) {
    context.BeforeFirstEval([&op, state](const NodeView& node) {
      if (!state->groups[0].has_weights()) {
        TFLL_RETURN_IF_ERROR(
            SetFilters(op, node.input(1), PackingThreads(node), state));
      }
      if (!op.sum.bias_constant) return OkStatus();
      for (PackedSum& group : state->groups) group.SetBias(node.input(2));
      return OkStatus();
    });
  }
  state->one_by_one = IsOneByOne(op.window);
  state->window.geometry = op.window;
  state->window.channels = op.filter_channels;
  state->window.pixel_stride = op.window.in_channels;
  if (op.sum.kind == WeightedSum::Kind::kFloat) {
    state->zeros.assign(state->window.run_elements(), 0.0f);
  }
  // Few groups would keep the threads busy unequally.
  const int threads = context.num_threads();
  state->group_tasks =
      op.groups >= 2 * threads ? std::min(threads, kMaxGroupTasks) : 1;
  state->plan = state->groups[0].Plan(
      state->window.rows(), state->one_by_one ? nullptr : &state->window,
      state->group_tasks > 1 ? 1 : threads);
  state->product_scratch = context.RequestScratch(
      state->plan.scratch_bytes() * static_cast<size_t>(state->group_tasks));
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    TFLL_ASSIGN_OR_RETURN(
        const size_t bytes,
        HybridRows::Bytes(op.window.batch, ImageElements(op.window)));
    state->hybrid_scratch = context.RequestScratch(bytes);
  }
  return OkStatus();
}

// `all` is the job but for what differs from group to group.
void RunGroups(const Conv2d& op, const Conv2dState& state,
               const PackedSum::Job& all, int64_t in_bytes, int64_t out_bytes,
               EvalContext& context) {
  const int64_t channels = op.window.out_channels / op.groups;
  const auto run = [&](int64_t g, PackedSum::Job job, ThreadPool& threads) {
    job.left_offset = g * op.filter_channels;
    job.left.data = context.in<uint8_t>(0) + job.left_offset * in_bytes;
    job.out = context.out<uint8_t>(0) + g * channels * out_bytes;
    state.groups[static_cast<size_t>(g)].Run(job, threads);
  };
  if (state.group_tasks <= 1) {
    for (int64_t g = 0; g < op.groups; ++g) run(g, all, context.threads());
    return;
  }
  constexpr int64_t kProducts = 1000000;  // the least for a range
  const int64_t products = state.window.rows() * channels * (Depth(op) + 64);
  const int64_t scales =
      all.rows == nullptr ? 0 : op.window.batch;  // of a hybrid sum
  GemmSlots slots(state.group_tasks, state.plan.scratch_bytes(), all.scratch);
  context.threads().ParallelFor(
      op.groups, kProducts / std::max<int64_t>(1, products) + 1,
      [&](int64_t begin, int64_t end) {
        int slot;
        PackedSum::Job job = all;
        job.scratch = slots.Take(&slot);
        std::vector<int32_t> row_offsets(static_cast<size_t>(scales));
        if (scales > 0) job.row_offsets = row_offsets.data();
        ThreadPool alone(1);
        for (int64_t g = begin; g < end; ++g) run(g, job, alone);
        slots.Return(slot);
      });
}

}  // namespace

Status PrepareConv2dCpu(const Conv2d& op, PrepareContext& context) {
  if (!PackedSum::Supports(op.sum, Depth(op)) || op.groups == 0) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<Conv2dState>();
  return Prepare(op, context, static_cast<Conv2dState*>(context.state.get()));
}

Status EvalConv2dCpu(const Conv2d& op, EvalContext& context) {
  Conv2dState* state = context.state<Conv2dState>();
  if (state == nullptr) return EvalConv2dReference(op, context);
  const ConvWindow& w = op.window;
  if (state->window.rows() == 0 || w.out_channels == 0) return OkStatus();
  if (!op.sum.weights_constant) {
    TFLL_RETURN_IF_ERROR(
        SetFilters(op, context.input(1), &context.threads(), state));
  }
  if (!op.sum.weights_constant || !op.sum.bias_constant) {
    for (PackedSum& group : state->groups) group.SetBias(context.input(2));
  }
  std::optional<HybridRows> hybrid;
  PackedSumRows rows;
  PackedSum::Job job;
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    hybrid.emplace(w.batch, ImageElements(w),
                   context.scratch<uint8_t>(state->hybrid_scratch));
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(0),
                     context.threads());
    rows = hybrid->View(int64_t{w.out_height} * w.out_width);
    job.rows = &rows;
    job.row_offsets = hybrid->row_offsets();
  }
  job.plan = &state->plan;
  job.left.rows = state->window.rows();
  job.left.row_stride = w.in_channels;
  job.left.window = state->one_by_one ? nullptr : &state->window;
  job.left.zeros = state->zeros.data();
  job.layout.row_stride = w.out_channels;
  job.scratch = context.scratch<uint8_t>(state->product_scratch);
  const int64_t in_bytes = op.sum.input_type == kTfLiteFloat32 ? 4
                           : op.sum.input_type == kTfLiteInt16 ? 2
                                                               : 1;
  const int64_t out_bytes = op.sum.output_type == kTfLiteFloat32 ? 4
                            : op.sum.output_type == kTfLiteInt16 ? 2
                                                                 : 1;
  RunGroups(op, *state, job, in_bytes, out_bytes, context);
  return OkStatus();
}

}  // namespace tflite::kernels
