#include "kernels/conv_2d/conv_2d_compute.h"

#include <algorithm>

#include "kernels/gemm/stored/float_row.h"
#include "kernels/gemm/stored/streamed_sum.h"
#include "kernels/gemm/tasks.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

constexpr int kMaxGroupTasks = 64;

int64_t Depth(const Conv2d& op) {
  return int64_t{op.window.filter_height} * op.window.filter_width *
         op.filter_channels;
}

int64_t GroupChannels(const Conv2d& op) {
  return op.window.out_channels / op.groups;
}

bool IsOneByOne(const ConvWindow& w) {
  return w.filter_height == 1 && w.filter_width == 1 && w.stride_height == 1 &&
         w.stride_width == 1 && w.pad_top == 0 && w.pad_left == 0 &&
         w.out_height == w.in_height && w.out_width == w.in_width;
}

// Of one group.
GemmWindow WindowOf(const Conv2d& op, const ConvWindow& window) {
  GemmWindow result;
  result.geometry = window;
  result.channels = op.filter_channels;
  result.pixel_stride = window.in_channels;
  return result;
}

// Filters that change are not worth transforming.
int WinogradEdge(const Conv2d& op) {
  const bool fits = op.sum.kind == WeightedSum::Kind::kFloat &&
                    op.sum.weights_constant && op.groups == 1;
  return fits ? WinogradConv::EdgeFor(op.window) : 0;
}

bool ByteWinogradPays(const Conv2d& op, const GemmIsa& isa) {
  return op.sum.kind == WeightedSum::Kind::kInteger && op.groups == 1 &&
         op.sum.weights_constant && IsByte(op.sum.input_type) &&
         IsByte(op.sum.output_type) && op.sum.bias_type != kTfLiteInt64 &&
         WinogradByteConv::Pays(op.window, isa);
}

// Whether the only window is all of the input, in order.
bool IsOneRow(const ConvWindow& w) {
  return w.batch == 1 && w.out_height == 1 && w.out_width == 1 &&
         w.pad_top == 0 && w.pad_left == 0 && w.filter_height == w.in_height &&
         w.filter_width == w.in_width &&
         (w.dilation_height == 1 || w.filter_height == 1) &&
         (w.dilation_width == 1 || w.filter_width == 1);
}

int64_t BytesOf(TfLiteType type) {
  return type == kTfLiteFloat32 ? 4 : type == kTfLiteInt16 ? 2 : 1;
}

}  // namespace

bool Conv2dCompute::Supports(const Conv2d& op) {
  // Without filters, no weights bound the extents and groups, which memory is
  // needed for.
  return op.window.out_channels > 0 && PackedSum::Supports(op.sum, Depth(op));
}

bool Conv2dCompute::ReadsStored(const Conv2d& op) {
  return op.sum.kind == WeightedSum::Kind::kFloat && op.sum.weights_constant &&
         op.groups == 1 && IsOneRow(op.window) && HasStoredFloatRow();
}

Status Conv2dCompute::Init(const Conv2d& op, const GemmIsa& isa) {
  const int edge = WinogradEdge(op);
  const ConvWindow& w = op.window;
  if (edge != winograd_.edge() ||
      (edge != 0 && (w.in_channels != winograd_.in_channels() ||
                     w.out_channels != winograd_.out_channels()))) {
    winograd_ = edge == 0 ? WinogradConv()
                          : WinogradConv(edge, w.in_channels, w.out_channels);
  }
  SetByteWinograd(op, isa);
  reads_stored_ = ReadsStored(op);
  if (by_winograd() || reads_stored_) {
    groups_.clear();
    zeros_.assign(edge == 0 ? 0 : w.in_channels, 0.0f);
    return OkStatus();
  }
  const auto channels = static_cast<int32_t>(GroupChannels(op));
  if (groups_.size() != static_cast<size_t>(op.groups)) {
    groups_ = std::vector<PackedSum>(op.groups);
  }
  const GemmWindow window = WindowOf(op, op.window);
  for (int32_t g = 0; g < op.groups; ++g) {
    TFLL_RETURN_IF_ERROR(
        groups_[g].Init(op.sum, g * channels, channels, Depth(op), &window));
  }
  if (op.sum.kind == WeightedSum::Kind::kFloat) {
    zeros_.assign(window.run_elements(), 0.0f);
  }
  return OkStatus();
}

void Conv2dCompute::SetByteWinograd(const Conv2d& op, const GemmIsa& isa) {
  if (!ByteWinogradPays(op, isa)) {
    byte_winograd_ = WinogradByteConv();
    return;
  }
  const WeightedSum& sum = op.sum;
  requantizer_ = GemmRequantizer(sum.multipliers.data(), op.window.out_channels,
                                 sum.output_zero_point, sum.integer_range, isa,
                                 sum.halves);
  const WinogradByteConv::Types types = {
      sum.input_type == kTfLiteUInt8, sum.input_zero_point,
      sum.weights_type == kTfLiteUInt8, sum.weights_zero_point};
  if (!byte_winograd_.Takes(op.window, types)) {
    byte_winograd_ = WinogradByteConv(op.window, types, isa);
  }
}

// The groups are packed in order; one for which there was no memory ends that.
bool Conv2dCompute::has_filters() const {
  if (byte_winograd_.used()) return byte_winograd_.has_filters();
  if (by_winograd()) return winograd_.has_filters();
  return !groups_.empty() && groups_.back().has_weights();
}

Status Conv2dCompute::SetFilters(const Conv2d& op, const void* filters,
                                 float scale, ThreadPool* threads) {
  if (byte_winograd_.used()) {
    return byte_winograd_.SetFilters(static_cast<const uint8_t*>(filters),
                                     threads);
  }
  if (by_winograd()) {
    return winograd_.SetFilters(static_cast<const float*>(filters), threads);
  }
  const int64_t group_bytes = GroupChannels(op) * Depth(op) *
                              (op.sum.weights_type == kTfLiteFloat32 ? 4 : 1);
  GemmSource source;
  source.column_stride = Depth(op);
  source.depth_stride = 1;
  for (int32_t g = 0; g < op.groups; ++g) {
    source.data = static_cast<const char*>(filters) + g * group_bytes;
    TFLL_RETURN_IF_ERROR(groups_[g].SetWeights(source, scale, threads));
  }
  return OkStatus();
}

void Conv2dCompute::SetBias(const void* bias) {
  if (byte_winograd_.used()) {
    byte_winograd_.SetBias(static_cast<const int32_t*>(bias));
    return;
  }
  if (by_winograd()) {
    const auto n = static_cast<size_t>(winograd_.out_channels());
    winograd_bias_.assign(n, 0.0f);
    if (bias != nullptr)
      std::copy_n(static_cast<const float*>(bias), n, winograd_bias_.begin());
    return;
  }
  for (PackedSum& group : groups_) group.SetBias(bias);
}

Conv2dPlan Conv2dCompute::Plan(const Conv2d& op, const ConvWindow& window,
                               int threads) const {
  Conv2dPlan plan;
  plan.window = WindowOf(op, window);
  if (by_winograd()) {
    plan.winograd = byte_winograd_.used() ? byte_winograd_.Plan(window, threads)
                                          : winograd_.Plan(window, threads);
    return plan;
  }
  plan.one_by_one = IsOneByOne(window);
  if (reads_stored_) return plan;
  // Few groups would keep the threads busy unequally.
  plan.group_tasks =
      op.groups >= 2 * threads ? std::min(threads, kMaxGroupTasks) : 1;
  plan.product = groups_[0].Plan(plan.window.rows(),
                                 plan.one_by_one ? nullptr : &plan.window,
                                 plan.group_tasks > 1 ? 1 : threads);
  return plan;
}

void Conv2dCompute::Run(const Conv2d& op, const Args& args,
                        ThreadPool& threads) const {
  const Conv2dPlan& plan = *args.plan;
  const ConvWindow& w = plan.window.geometry;
  if (plan.window.rows() == 0 || w.out_channels == 0) return;
  if (plan.winograd) return RunWinograd(op, args, threads);
  if (reads_stored_) {
    return MultiplyStoredFloatRow(
        {static_cast<const float*>(args.in),
         static_cast<const float*>(args.filters), Depth(op),
         static_cast<const float*>(args.bias), op.sum.float_range.min,
         op.sum.float_range.max, static_cast<float*>(args.out)},
        w.out_channels, threads);
  }
  PackedSum::Job all;
  all.plan = &plan.product;
  all.left = LeftOf(plan, nullptr);
  all.layout.row_stride = w.out_channels;
  all.scratch = args.scratch;
  all.rows = args.rows;
  all.row_offsets = args.row_offsets;
  const int64_t channels = GroupChannels(op);
  const auto run = [&](int64_t g, PackedSum::Job job, ThreadPool& pool) {
    job.left_offset = g * op.filter_channels;
    job.left.data = static_cast<const uint8_t*>(args.in) +
                    job.left_offset * BytesOf(op.sum.input_type);
    job.out = static_cast<uint8_t*>(args.out) +
              g * channels * BytesOf(op.sum.output_type);
    groups_[static_cast<size_t>(g)].Run(job, pool);
  };
  if (plan.group_tasks <= 1) {
    for (int64_t g = 0; g < op.groups; ++g) run(g, all, threads);
    return;
  }
  constexpr int64_t kProducts = 1000000;  // the least for a range
  const int64_t scales = args.rows == nullptr ? 0 : w.batch;  // hybrid
  GemmSlots slots(plan.group_tasks, plan.product.scratch_bytes(), args.scratch);
  threads.ParallelFor(
      op.groups,
      LeastItems(kProducts, {plan.window.rows(), channels, Depth(op) + 64}),
      [&](int64_t begin, int64_t end) {
        std::vector<int32_t> row_offsets(static_cast<size_t>(scales));
        const GemmSlot slot(&slots);
        PackedSum::Job job = all;
        job.scratch = slot.memory();
        job.row_offsets = row_offsets.data();
        ThreadPool alone(1);
        for (int64_t g = begin; g < end; ++g) run(g, job, alone);
      });
}

GemmLeft Conv2dCompute::LeftOf(const Conv2dPlan& plan, const void* in) const {
  GemmLeft left;
  left.data = in;
  left.rows = plan.window.rows();
  left.row_stride = plan.window.geometry.in_channels;
  left.window = plan.one_by_one ? nullptr : &plan.window;
  left.zeros = zeros_.data();
  return left;
}

bool Conv2dCompute::StreamsFirstRun(const Conv2d& op) const {
  return op.groups == 1 && winograd_.edge() == 0 && !reads_stored_ &&
         kernels::StreamsFirstRun(op.sum, Depth(op));
}

uint64_t Conv2dCompute::StreamedBytes(const Conv2d& op, int threads) const {
  const GemmWindow window = WindowOf(op, op.window);
  return StreamedScratchBytes(
      op.sum, {op.window.out_channels, Depth(op), window.rows(),
               IsOneByOne(op.window) ? nullptr : &window, threads});
}

void Conv2dCompute::RunStreamed(const Conv2d& op, const Args& args,
                                int most_threads, ThreadPool& threads) const {
  StreamedArgs streamed;
  streamed.left = LeftOf(*args.plan, args.in);
  streamed.shape = {op.window.out_channels, Depth(op), streamed.left.rows,
                    streamed.left.window, most_threads};
  streamed.weights = args.filters;
  streamed.bias = args.bias;
  streamed.layout.row_stride = op.window.out_channels;
  streamed.out = args.out;
  streamed.scratch = args.scratch;
  kernels::RunStreamed(op.sum, streamed, threads);
}

void Conv2dCompute::RunWinograd(const Conv2d& op, const Args& args,
                                ThreadPool& threads) const {
  if (byte_winograd_.used()) {
    const WinogradByteConv::Args w = {
        &*args.plan->winograd, static_cast<const uint8_t*>(args.in),
        static_cast<uint8_t*>(args.out), &requantizer_, args.scratch};
    return byte_winograd_.Run(w, threads);
  }
  WinogradConv::Args w;
  w.plan = &*args.plan->winograd;
  w.in = static_cast<const float*>(args.in);
  w.out = static_cast<float*>(args.out);
  w.zeros = zeros_.data();
  w.bias = winograd_bias_.data();
  w.min = op.sum.float_range.min;
  w.max = op.sum.float_range.max;
  w.scratch = args.scratch;
  winograd_.Run(w, threads);
}

size_t Conv2dCompute::MemoryBytes() const {
  size_t bytes = (zeros_.size() + winograd_bias_.size()) * sizeof(float) +
                 winograd_.MemoryBytes() + byte_winograd_.MemoryBytes() +
                 requantizer_.MemoryBytes();
  for (const PackedSum& group : groups_) bytes += group.MemoryBytes();
  return bytes;
}

}  // namespace tflite::kernels
