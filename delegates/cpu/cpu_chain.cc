#include "delegates/cpu/cpu_chain.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

namespace tflite::cpu {
namespace {

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

// Rows that `rows` rows of the output read, wherever they are.
int64_t MostInputRows(const ConvWindow& w, int64_t rows) {
  const int64_t reach = (rows - 1) * w.stride_height +
                        int64_t{w.filter_height - 1} * w.dilation_height + 1;
  return std::min<int64_t>(w.in_height, reach);
}

// Memory for each of the threads that run at once.
class Slots {
 public:
  Slots(int count, size_t bytes, void* memory)
      : bytes_(bytes), memory_(static_cast<uint8_t*>(memory)) {
    for (int i = 0; i < count; ++i) free_.push_back(i);
  }

  // One of them, as long as this lives. There are as many slots as threads.
  class Slot {
   public:
    explicit Slot(Slots* slots) : slots_(slots) {
      const std::lock_guard<std::mutex> lock(slots_->mutex_);
      number_ = slots_->free_.back();
      slots_->free_.pop_back();
    }
    ~Slot() {
      const std::lock_guard<std::mutex> lock(slots_->mutex_);
      slots_->free_.push_back(number_);
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    uint8_t* memory() const {
      return slots_->memory_ + slots_->bytes_ * static_cast<size_t>(number_);
    }

   private:
    Slots* const slots_;
    int number_;
  };

 private:
  const size_t bytes_;
  uint8_t* const memory_;
  std::mutex mutex_;
  std::vector<int> free_;
};

}  // namespace

RowRange InputRows(const ConvWindow& w, const RowRange& out) {
  const int64_t reach = int64_t{w.filter_height - 1} * w.dilation_height + 1;
  RowRange in;
  in.begin = std::clamp<int64_t>(out.begin * w.stride_height - w.pad_top, 0,
                                 w.in_height - 1);
  in.end =
      std::clamp<int64_t>((out.end - 1) * w.stride_height - w.pad_top + reach,
                          in.begin + 1, w.in_height);
  return in;
}

CpuChain::CpuChain(std::vector<std::shared_ptr<CpuLayer>> layers,
                   std::optional<ResidualAdd> add, int64_t strip_bytes)
    : layers_(std::move(layers)), add_(std::move(add)) {
  const bool has_strips =
      std::all_of(layers_.begin(), layers_.end(),
                  [](const auto& layer) { return layer->has_strips(); });
  if (strip_bytes > 0 && has_strips && (layers_.size() > 1 || add_)) {
    PlanStrips(strip_bytes);
  }
}

void CpuChain::PlanStrips(int64_t strip_bytes) {
  const size_t last = layers_.size() - 1;
  const int64_t height = layers_[last]->spec().window()->out_height;
  const auto hold = [&](int64_t rows) {
    int64_t bytes = add_ ? rows * layers_[last]->out_row_bytes() : 0;
    held_rows_.assign(last, 0);
    for (size_t i = last; i-- > 0;) {
      rows = MostInputRows(*layers_[i + 1]->spec().window(), rows);
      held_rows_[i] = rows;
      bytes += rows * layers_[i]->out_row_bytes();
    }
    return bytes;
  };
  strip_rows_ = height;
  while (strip_rows_ > 1 && hold(strip_rows_) > strip_bytes) {
    strip_rows_ -= (strip_rows_ + 7) / 8;
  }
  const int64_t strips = (height + strip_rows_ - 1) / strip_rows_;
  strip_rows_ = (height + strips - 1) / strips;
  hold(strip_rows_);
}

Status CpuChain::Pack(ThreadPool& threads) const {
  for (const auto& layer : layers_) {
    TFLL_RETURN_IF_ERROR(layer->Pack(threads));
  }
  return OkStatus();
}

bool CpuChain::UsesStrips(int threads) const {
  if (strip_rows_ == 0) return false;
  const ConvWindow& w = *layers_.back()->spec().window();
  const int64_t strips = (w.out_height + strip_rows_ - 1) / strip_rows_;
  // What fits in the cache as a whole is better divided inside of each layer.
  return strips > 1 && strips * w.batch >= threads;
}

uint64_t CpuChain::StripSlotBytes() const {
  uint64_t held = 0, most = 0;
  for (size_t i = 0; i < layers_.size(); ++i) {
    const bool inner = i + 1 < layers_.size();
    const int64_t rows = inner ? held_rows_[i] : strip_rows_;
    if (inner) {
      held +=
          Aligned(static_cast<uint64_t>(rows * layers_[i]->out_row_bytes()));
    }
    ConvWindow w = *layers_[i]->spec().window();
    w.batch = 1;
    w.in_height = static_cast<int32_t>(MostInputRows(w, rows));
    w.out_height = static_cast<int32_t>(rows);
    most = std::max(most, layers_[i]->StripBytes(w));
  }
  return held + Aligned(most);
}

uint64_t CpuChain::ScratchBytes(int threads) const {
  if (UsesStrips(threads)) {
    return StripSlotBytes() * static_cast<uint64_t>(threads);
  }
  uint64_t held = 0, most = 0;
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (i + 1 < layers_.size()) {
      held += Aligned(static_cast<uint64_t>(layers_[i]->out_bytes()));
    }
    most = std::max(most, layers_[i]->RunBytes(threads));
  }
  return held + Aligned(most);
}

void CpuChain::Run(const void* in, const void* residual, void* out,
                   void* scratch, ThreadPool& pool) const {
  if (UsesStrips(pool.num_threads())) {
    RunStrips(in, residual, out, scratch, pool);
  } else {
    RunWhole(in, residual, out, scratch, pool);
  }
}

void CpuChain::Add(const void* residual, int64_t begin, int64_t count,
                   void* out) const {
  const int64_t bytes = layers_.back()->element_bytes();
  auto* result = static_cast<uint8_t*>(out) + begin * bytes;
  const auto* other = static_cast<const uint8_t*>(residual) + begin * bytes;
  if (add_->result_first) {
    add_->pairs->Run(result, other, count, result);
  } else {
    add_->pairs->Run(other, result, count, result);
  }
}

void CpuChain::RunWhole(const void* in, const void* residual, void* out,
                        void* scratch, ThreadPool& pool) const {
  auto* memory = static_cast<uint8_t*>(scratch);
  std::array<uint8_t*, kMostLayers> outs{};
  for (size_t i = 0; i + 1 < layers_.size(); ++i) {
    outs[i] = memory;
    memory += Aligned(static_cast<uint64_t>(layers_[i]->out_bytes()));
  }
  outs[layers_.size() - 1] = static_cast<uint8_t*>(out);
  for (size_t i = 0; i < layers_.size(); ++i) {
    layers_[i]->Run(in, outs[i], memory, pool);
    in = outs[i];
  }
  if (!add_) return;
  const int64_t bytes = layers_.back()->element_bytes();
  // Of an operator's own loop: fewer elements are not worth a thread.
  const int64_t grain = bytes == 1 ? 65536 : 4096;
  pool.ParallelFor(layers_.back()->out_bytes() / bytes, grain,
                   [&](int64_t begin, int64_t end) {
                     Add(residual, begin, end - begin, out);
                   });
}

// The strips that one thread runs, in order.
struct CpuChain::Strips {
  Strips(const CpuChain& c, const void* in_data, void* out_data, uint8_t* slot)
      : chain(c),
        in(static_cast<const uint8_t*>(in_data)),
        out(static_cast<uint8_t*>(out_data)) {
    for (size_t i = 0; i + 1 < c.layers_.size(); ++i) {
      rows[i] = slot;
      slot += Aligned(
          static_cast<size_t>(c.held_rows_[i] * c.layers_[i]->out_row_bytes()));
    }
    scratch = slot;
  }

  // Makes room for rows `need` of layer i's output: moves those that it holds
  // already to the front, and returns those to compute.
  RowRange Hold(size_t i, const RowRange& need) {
    RowRange& has = held[i];
    const int64_t row_bytes = chain.layers_[i]->out_row_bytes();
    RowRange missing = need;
    if (need.begin >= has.begin && need.begin < has.end) {
      const int64_t kept = std::min(has.end, need.end) - need.begin;
      std::memmove(rows[i], rows[i] + (need.begin - has.begin) * row_bytes,
                   static_cast<size_t>(kept * row_bytes));
      missing.begin += kept;
    }
    has = need;
    return missing;
  }

  // Rows `strip` of image `b` of the last output.
  void Run(int64_t b, const RowRange& strip) {
    const size_t last = chain.layers_.size() - 1;
    if (b != image) {
      held = {};
      image = b;
    }
    std::array<RowRange, kMostLayers> compute{};
    compute[last] = strip;
    for (size_t i = last; i-- > 0 && compute[i + 1].size() > 0;) {
      const ConvWindow& w = *chain.layers_[i + 1]->spec().window();
      compute[i] = Hold(i, InputRows(w, compute[i + 1]));
    }
    for (size_t i = 0; i <= last; ++i) {
      if (compute[i].size() > 0) RunLayer(i, compute[i]);
    }
  }

  void RunLayer(size_t i, const RowRange& compute) {
    const CpuLayer& layer = *chain.layers_[i];
    ConvWindow w = *layer.spec().window();
    const RowRange available = i > 0 ? held[i - 1] : InputRows(w, compute);
    const uint8_t* from = i > 0 ? rows[i - 1]
                                : in + (image * w.in_height + available.begin) *
                                           layer.in_row_bytes();
    uint8_t* to =
        i + 1 < chain.layers_.size()
            ? rows[i] + (compute.begin - held[i].begin) * layer.out_row_bytes()
            : out + (image * w.out_height + compute.begin) *
                        layer.out_row_bytes();
    w.batch = 1;
    w.pad_top = static_cast<int32_t>(w.pad_top + available.begin -
                                     compute.begin * w.stride_height);
    w.in_height = static_cast<int32_t>(available.size());
    w.out_height = static_cast<int32_t>(compute.size());
    layer.RunStrip(w, from, to, scratch, alone);
  }

  const CpuChain& chain;
  const uint8_t* const in;
  uint8_t* const out;
  std::array<uint8_t*, kMostLayers> rows{};
  std::array<RowRange, kMostLayers> held{};
  int64_t image = -1;
  uint8_t* scratch;
  ThreadPool alone{1};
};

void CpuChain::RunStrips(const void* in, const void* residual, void* out,
                         void* scratch, ThreadPool& pool) const {
  const ConvWindow& w = *layers_.back()->spec().window();
  const int64_t strips = (w.out_height + strip_rows_ - 1) / strip_rows_;
  const int64_t row = int64_t{w.out_width} * w.out_channels;
  Slots slots(pool.num_threads(), StripSlotBytes(), scratch);
  pool.ParallelFor(strips * w.batch, 1, [&](int64_t begin, int64_t end) {
    const Slots::Slot slot(&slots);
    Strips run(*this, in, out, slot.memory());
    for (int64_t i = begin; i < end; ++i) {
      const int64_t b = i / strips;
      RowRange range;
      range.begin = i % strips * strip_rows_;
      range.end = std::min<int64_t>(w.out_height, range.begin + strip_rows_);
      run.Run(b, range);
      if (add_) {
        Add(residual, (b * w.out_height + range.begin) * row,
            range.size() * row, out);
      }
    }
  });
}

}  // namespace tflite::cpu
