#include "delegates/cpu/cpu_layer.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/conv_2d/conv_2d_compute.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/fully_connected/fully_connected_compute.h"

namespace tflite::cpu {
namespace {

using kernels::Conv2d;
using kernels::DepthwiseConv2d;
using kernels::FullyConnected;
using kernels::WeightedSum;

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

// What the weights of constants are multiplied by; only hybrid sums, which no
// layer has, read the tensor's scale.
constexpr float kNoScale = 0.0f;

class ConvLayer final : public CpuLayer {
 public:
  explicit ConvLayer(LayerSpec spec) : CpuLayer(std::move(spec)) {}

  uint64_t RunBytes(int threads) const override {
    return compute_.Plan(op(), op().window, threads).scratch_bytes();
  }
  void Run(const void* in, void* out, void* scratch,
           ThreadPool& pool) const override {
    RunWindow(op().window, in, out, scratch, pool);
  }
  bool reads_weights() const override { return compute_.reads_stored(); }
  bool has_strips() const override {
    return op().groups == 1 && !compute_.by_winograd();
  }
  uint64_t StripBytes(const ConvWindow& w) const override {
    // A strip at the image's edge may have fewer rows of input than of output,
    // so that it is not a plain product of matrices even if `w` is one.
    ConvWindow at_edge = w;
    ++at_edge.pad_top;
    return std::max(compute_.Plan(op(), w, 1).scratch_bytes(),
                    compute_.Plan(op(), at_edge, 1).scratch_bytes());
  }
  void RunStrip(const ConvWindow& w, const void* in, void* out, void* scratch,
                ThreadPool& alone) const override {
    RunWindow(w, in, out, scratch, alone);
  }

 protected:
  Status Init() override { return compute_.Init(op()); }
  Status PackWeights(ThreadPool& threads) override {
    if (compute_.reads_stored()) return OkStatus();
    TFLL_RETURN_IF_ERROR(
        compute_.SetFilters(op(), spec().weights.data(), kNoScale, &threads));
    compute_.SetBias(bias());
    return OkStatus();
  }

 private:
  const Conv2d& op() const { return std::get<Conv2d>(spec().op); }
  void RunWindow(const ConvWindow& w, const void* in, void* out, void* scratch,
                 ThreadPool& pool) const {
    const kernels::Conv2dPlan plan = compute_.Plan(op(), w, pool.num_threads());
    kernels::Conv2dCompute::Args args;
    args.plan = &plan;
    args.in = in;
    args.out = out;
    args.scratch = scratch;
    if (compute_.reads_stored()) {
      args.filters = reinterpret_cast<const float*>(spec().weights.data());
      args.bias = static_cast<const float*>(bias());
    }
    compute_.Run(op(), args, pool);
  }

  kernels::Conv2dCompute compute_;
};

class DepthwiseLayer final : public CpuLayer {
 public:
  explicit DepthwiseLayer(LayerSpec spec) : CpuLayer(std::move(spec)) {}

  uint64_t RunBytes(int threads) const override {
    return Bytes(op().window, compute_.by_product ? 1 : threads);
  }
  void Run(const void* in, void* out, void* scratch,
           ThreadPool& pool) const override {
    RunWindow(op().window, compute_.by_product ? 1 : pool.num_threads(), in,
              out, scratch, pool);
  }
  bool reads_weights() const override {
    return op().sum.kind == WeightedSum::Kind::kFloat && !compute_.by_product;
  }
  bool has_strips() const override { return !compute_.by_product; }
  uint64_t StripBytes(const ConvWindow& w) const override {
    return Bytes(w, 1);
  }
  void RunStrip(const ConvWindow& w, const void* in, void* out, void* scratch,
                ThreadPool& alone) const override {
    RunWindow(w, 1, in, out, scratch, alone);
  }

 protected:
  Status Init() override { return compute_.Init(op(), /*threads=*/1); }
  Status PackWeights(ThreadPool&) override {
    return compute_.SetFilter(op(), spec().weights.data(), kNoScale, bias());
  }

 private:
  const DepthwiseConv2d& op() const {
    return std::get<DepthwiseConv2d>(spec().op);
  }
  uint64_t Bytes(const ConvWindow& w, int slots) const {
    return Aligned(compute_.slot_bytes * static_cast<uint64_t>(slots)) +
           Aligned(compute_.row_bytes(op(), w.batch)) +
           compute_.repeat_bytes(op(), w);
  }
  void RunWindow(const ConvWindow& w, int slots, const void* in, void* out,
                 void* scratch, ThreadPool& pool) const {
    auto* memory = static_cast<uint8_t*>(scratch);
    kernels::DepthwiseConv2dArgs args;
    args.window = w;
    args.in = in;
    args.out = out;
    args.slots = memory;
    args.num_slots = slots;
    memory += Aligned(compute_.slot_bytes * static_cast<uint64_t>(slots));
    args.row_memory = memory;
    args.repeated = memory + Aligned(compute_.row_bytes(op(), w.batch));
    if (op().sum.kind == WeightedSum::Kind::kFloat) {
      args.filter = reinterpret_cast<const float*>(spec().weights.data());
      args.bias = static_cast<const float*>(bias());
    }
    compute_.Run(op(), args, pool);
  }

  kernels::DepthwiseConv2dCompute compute_;
};

class FullyConnectedLayer final : public CpuLayer {
 public:
  explicit FullyConnectedLayer(LayerSpec spec) : CpuLayer(std::move(spec)) {}

  uint64_t RunBytes(int threads) const override {
    return compute_.Plan(op().rows, threads).scratch_bytes();
  }
  void Run(const void* in, void* out, void* scratch,
           ThreadPool& pool) const override {
    const kernels::GemmPlan plan = compute_.Plan(op().rows, pool.num_threads());
    kernels::FullyConnectedCompute::Args args;
    args.plan = &plan;
    args.in = in;
    args.out = out;
    args.scratch = scratch;
    if (compute_.reads_stored()) {
      args.weights = reinterpret_cast<const float*>(spec().weights.data());
      args.bias = static_cast<const float*>(bias());
    }
    compute_.Run(op(), args, pool);
  }
  bool reads_weights() const override { return compute_.reads_stored(); }

 protected:
  Status Init() override { return compute_.Init(op()); }
  Status PackWeights(ThreadPool& threads) override {
    if (compute_.reads_stored()) return OkStatus();
    TFLL_RETURN_IF_ERROR(
        compute_.SetWeights(op(), spec().weights.data(), kNoScale, &threads));
    compute_.SetBias(bias());
    return OkStatus();
  }

 private:
  const FullyConnected& op() const {
    return std::get<FullyConnected>(spec().op);
  }

  kernels::FullyConnectedCompute compute_;
};

auto Fields(const ConvWindow& w) {
  return std::make_tuple(w.batch, w.in_height, w.in_width, w.in_channels,
                         w.out_height, w.out_width, w.out_channels,
                         w.filter_height, w.filter_width, w.stride_height,
                         w.stride_width, w.dilation_height, w.dilation_width,
                         w.pad_top, w.pad_bottom, w.pad_left, w.pad_right);
}

auto Fields(const WeightedSum& s) {
  return std::make_tuple(s.kind, s.input_type, s.weights_type, s.output_type,
                         s.bias_type, s.channels, s.float_range.min,
                         s.float_range.max, s.integer_range.min,
                         s.integer_range.max, s.weights_zero_point,
                         s.input_zero_point, s.output_zero_point);
}

bool SameSum(const WeightedSum& a, const WeightedSum& b) {
  if (Fields(a) != Fields(b) || a.multipliers.size() != b.multipliers.size()) {
    return false;
  }
  for (size_t i = 0; i < a.multipliers.size(); ++i) {
    if (a.multipliers[i].multiplier != b.multipliers[i].multiplier ||
        a.multipliers[i].shift != b.multipliers[i].shift) {
      return false;
    }
  }
  return true;
}

}  // namespace

WeightedSum& LayerSpec::sum() {
  return std::visit([](auto& o) -> WeightedSum& { return o.sum; }, op);
}

const WeightedSum& LayerSpec::sum() const {
  return std::visit([](auto& o) -> const WeightedSum& { return o.sum; }, op);
}

ConvWindow* LayerSpec::window() {
  return const_cast<ConvWindow*>(std::as_const(*this).window());
}

const ConvWindow* LayerSpec::window() const {
  if (const auto* conv = std::get_if<Conv2d>(&op)) return &conv->window;
  const auto* depthwise = std::get_if<DepthwiseConv2d>(&op);
  return depthwise == nullptr ? nullptr : &depthwise->window;
}

int64_t LayerSpec::element_bytes() const {
  return sum().output_type == kTfLiteFloat32 ? 4 : 1;
}

int64_t LayerSpec::out_row_bytes() const {
  const ConvWindow& w = *window();
  return int64_t{w.out_width} * w.out_channels * element_bytes();
}

bool SameLayer(const LayerSpec& a, const LayerSpec& b) {
  if (a.op.index() != b.op.index() || a.weights.data() != b.weights.data() ||
      a.bias.data() != b.bias.data() || !SameSum(a.sum(), b.sum())) {
    return false;
  }
  const auto* x = std::get_if<FullyConnected>(&a.op);
  const auto* y = std::get_if<FullyConnected>(&b.op);
  if (x != nullptr) {
    return x->rows == y->rows && x->depth == y->depth && x->units == y->units;
  }
  // Groups and multipliers follow from the windows and the weights' size.
  return Fields(*a.window()) == Fields(*b.window()) &&
         a.weights.size() == b.weights.size();
}

struct CpuLayer::Once {
  std::mutex mutex;
  bool packed = false;
};

StatusOr<std::shared_ptr<CpuLayer>> CpuLayer::Create(LayerSpec spec) {
  std::shared_ptr<CpuLayer> layer;
  switch (spec.op.index()) {
    case 0:
      layer = std::make_shared<ConvLayer>(std::move(spec));
      break;
    case 1:
      layer = std::make_shared<DepthwiseLayer>(std::move(spec));
      break;
    default:
      layer = std::make_shared<FullyConnectedLayer>(std::move(spec));
  }
  layer->once_ = std::make_shared<Once>();
  TFLL_RETURN_IF_ERROR(layer->Init());
  return layer;
}

Status CpuLayer::Pack(ThreadPool& threads) {
  const std::lock_guard<std::mutex> lock(once_->mutex);
  if (once_->packed) return OkStatus();
  TFLL_RETURN_IF_ERROR(PackWeights(threads));
  once_->packed = true;
  return OkStatus();
}

int64_t CpuLayer::in_row_bytes() const {
  const ConvWindow& w = *spec_.window();
  return int64_t{w.in_width} * w.in_channels * element_bytes();
}

int64_t CpuLayer::out_bytes() const {
  if (const ConvWindow* w = spec_.window()) {
    return out_row_bytes() * w->out_height * w->batch;
  }
  const auto& op = std::get<FullyConnected>(spec_.op);
  return int64_t{op.rows} * op.units * element_bytes();
}

struct LayerStore::State {
  std::mutex mutex;
  // By the weights' address, which stays taken as long as a program has the
  // layer, as its interpreter keeps the model.
  std::multimap<const void*, std::weak_ptr<CpuLayer>> layers;
};

LayerStore::LayerStore() : state_(std::make_unique<State>()) {}
LayerStore::~LayerStore() = default;

StatusOr<std::shared_ptr<CpuLayer>> LayerStore::Get(LayerSpec spec) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const void* const key = spec.weights.data();
  const auto [begin, end] = state_->layers.equal_range(key);
  for (auto at = begin; at != end;) {
    const std::shared_ptr<CpuLayer> layer = at->second.lock();
    if (layer != nullptr && SameLayer(layer->spec(), spec)) return layer;
    at = layer == nullptr ? state_->layers.erase(at) : std::next(at);
  }
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<CpuLayer> layer,
                        CpuLayer::Create(std::move(spec)));
  state_->layers.emplace(key, layer);
  return layer;
}

}  // namespace tflite::cpu
