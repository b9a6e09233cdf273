#include "delegates/cpu/cpu_program.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "delegates/common/memory_plan.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/pages.h"

namespace tflite::cpu {
namespace {

// 64-byte aligned memory with undefined contents.
class Memory {
 public:
  Memory() {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { base::FreePages(data_, bytes_); }

  Status Resize(uint64_t bytes) {
    if (bytes <= bytes_) return OkStatus();
    base::FreePages(data_, bytes_);
    const bool fits = bytes <= std::numeric_limits<size_t>::max();
    const auto size = static_cast<size_t>(bytes);
    data_ = fits ? base::AllocatePages(size) : nullptr;
    bytes_ = data_ == nullptr ? 0 : size;
    if (data_ != nullptr) return OkStatus();
    return base::ResourceExhausted("not enough memory for ", bytes,
                                   " bytes of results between layers");
  }
  uint8_t* data() { return static_cast<uint8_t*>(data_); }

 private:
  size_t bytes_ = 0;
  void* data_ = nullptr;
};

// Runs the calls one after another, on the interpreter's threads. Values at
// the partition's boundary are in the host's memory, the others in memory of
// the program.
class CpuProgram final : public PartitionProgram {
 public:
  explicit CpuProgram(CpuGraph graph) : graph_(std::move(graph)) {}

  Status Build(const ChainLimits& limits, LayerStore* store) {
    chains_.resize(graph_.calls.size());
    rows_.resize(graph_.calls.size());
    for (size_t i = 0; i < chains_.size(); ++i) {
      CpuCall& call = graph_.calls[i];
      NoteConstants(call);
      if (call.kind == CpuCall::Kind::kTable) continue;
      if (call.kind == CpuCall::Kind::kRows) {
        rows_[i].emplace(*call.rows,
                         [&call](ValueId v) { return !call.Uses(v); });
        continue;
      }
      std::vector<ChainStep> steps;
      for (CallStep& step : call.steps) {
        TFLL_ASSIGN_OR_RETURN(std::shared_ptr<CpuLayer> layer,
                              store->Get(std::move(step.layer)));
        steps.push_back({std::move(layer), std::move(step.curve)});
      }
      std::optional<ResidualAdd> add;
      if (call.binary) {
        add = ResidualAdd{
            std::make_shared<const kernels::BinaryPairs>(*call.binary),
            call.result_first};
      }
      std::optional<InputScale> scale;
      if (call.scale) {
        scale = InputScale{
            std::make_shared<const kernels::BinaryPairs>(*call.scale),
            call.factors_per_image};
      }
      chains_[i].emplace(std::move(steps), std::move(add), std::move(scale),
                         limits);
    }
    TFLL_ASSIGN_OR_RETURN(
        plan_, PlanInnerValues(graph_.values, LifetimesOf(graph_), {}));
    buffers_ = std::vector<Memory>(plan_.buffers.size());
    return OkStatus();
  }

  Status Prepare(TfLiteContext*) override {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      TFLL_RETURN_IF_ERROR(buffers_[i].Resize(plan_.buffers[i]));
    }
    return OkStatus();
  }

  Status Run(TfLiteContext* context) override {
    // The delegate is applied by interpreters of this library only.
    ThreadPool& pool = base::Host::Of(context)->thread_pool();
    if (!packed_) TFLL_RETURN_IF_ERROR(Pack(context, pool));
    if (threads_ != pool.num_threads()) {
      threads_ = 0;  // also if there is no memory, when that of before is gone
      TFLL_RETURN_IF_ERROR(scratch_.Resize(ScratchBytes(pool.num_threads())));
      threads_ = pool.num_threads();
    }
    for (size_t i = 0; i < chains_.size(); ++i) {
      if (rows_[i]) {
        rows_[i]->Run([&](ValueId v) { return Place(context, v); },
                      scratch_.data(), pool);
      } else if (chains_[i]) {
        RunChain(context, graph_.calls[i], *chains_[i], pool);
      } else {
        RunTable(context, graph_.calls[i], pool);
      }
    }
    return OkStatus();
  }

 private:
  void NoteConstants(const CpuCall& call) {
    CpuCall::Visit(call, [&](ValueId v, bool) {
      const PartitionValue& value = graph_.values[v];
      if (value.kind == PartitionValue::Kind::kConstant) {
        constants_.try_emplace(v, ConstantBytes(value));
      }
    });
  }

  // Of the call that needs most.
  uint64_t ScratchBytes(int threads) const {
    uint64_t bytes = 0;
    for (size_t i = 0; i < chains_.size(); ++i) {
      if (chains_[i])
        bytes = std::max(bytes, chains_[i]->ScratchBytes(threads));
      if (rows_[i]) {
        bytes = std::max<uint64_t>(bytes, rows_[i]->ScratchBytes(threads));
      }
    }
    return bytes;
  }

  // Packs the weights of all layers, and tells the host which constants of the
  // model are not read any more.
  Status Pack(TfLiteContext* context, ThreadPool& pool) {
    // Below that, a call costs more than the memory is worth.
    constexpr size_t kLeastBytes = 32 * 1024;
    std::unordered_map<const void*, size_t> constants;
    for (size_t t = 0; t < context->tensors_size; ++t) {
      const TfLiteTensor& tensor = context->tensors[t];
      if (tensor.allocation_type == kTfLiteMmapRo &&
          tensor.bytes >= kLeastBytes) {
        constants.emplace(tensor.data.data, t);
      }
    }
    for (const std::optional<CpuChain>& chain : chains_) {
      if (!chain) continue;
      TFLL_RETURN_IF_ERROR(chain->Pack(pool));
      for (const ChainStep& step : chain->steps()) {
        const auto at = constants.find(step.layer->spec().weights.data());
        if (at == constants.end() || step.layer->reads_weights()) continue;
        base::Host::Of(context)->ConstantIsPacked(context->tensors[at->second]);
      }
    }
    packed_ = true;
    return OkStatus();
  }

  void RunChain(TfLiteContext* context, const CpuCall& call,
                const CpuChain& chain, ThreadPool& pool) {
    ChainArgs args;
    args.in = Place(context, call.in());
    args.out = Place(context, call.out());
    args.scratch = scratch_.data();
    if (call.binary) args.residual = Place(context, call.residual());
    if (call.scale) {
      args.factors = static_cast<const float*>(Place(context, call.factors()));
    }
    chain.Run(args, pool);
  }

  void RunTable(TfLiteContext* context, const CpuCall& call, ThreadPool& pool) {
    constexpr int64_t kLeast = 65536;  // bytes of a range
    const auto* in = static_cast<const uint8_t*>(Place(context, call.in()));
    auto* out = static_cast<uint8_t*>(Place(context, call.out()));
    pool.ParallelFor(static_cast<int64_t>(graph_.values[call.out()].bytes),
                     kLeast, [&](int64_t begin, int64_t end) {
                       call.table->Apply(in + begin, end - begin, out + begin);
                     });
  }

  void* Place(TfLiteContext* context, ValueId value) {
    const PartitionValue& v = graph_.values[value];
    if (v.tensor >= 0) return context->tensors[v.tensor].data.data;
    if (v.kind == PartitionValue::Kind::kConstant) {
      return constants_.at(value).data();
    }
    const MemoryPlan::Place& place = plan_.places[value];
    return buffers_[place.buffer].data() + place.offset;
  }

  CpuGraph graph_;
  std::vector<std::optional<CpuChain>> chains_;  // by call, of layers
  std::vector<std::optional<RowProgram>> rows_;  // by call, of rows
  std::unordered_map<ValueId, std::vector<uint8_t>> constants_;
  MemoryPlan plan_;
  std::vector<Memory> buffers_;
  Memory scratch_;
  bool packed_ = false;
  int threads_ = 0;  // for which there is scratch memory
};

}  // namespace

StatusOr<std::unique_ptr<PartitionProgram>> MakeCpuProgram(
    CpuGraph graph, const ChainLimits& limits, LayerStore* store) {
  for (const CpuCall& call : graph.calls) {
    if (call.runs()) continue;
    return Unsupported("node ", call.nodes.empty() ? -1 : call.nodes[0],
                       " is no longer part of a layer");
  }
  auto program = std::make_unique<CpuProgram>(std::move(graph));
  TFLL_RETURN_IF_ERROR(program->Build(limits, store));
  return std::unique_ptr<PartitionProgram>(std::move(program));
}

}  // namespace tflite::cpu
