#include "delegates/cpu/cpu_chain.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "delegates/cpu/cpu_slots.h"

namespace tflite::cpu {
namespace {

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

// Rows that `rows` rows of the output read, wherever they are.
int64_t MostInputRows(const ConvWindow& w, int64_t rows) {
  const int64_t reach = (rows - 1) * w.stride_height +
                        int64_t{w.filter_height - 1} * w.dilation_height + 1;
  return std::min<int64_t>(w.in_height, reach);
}

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

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

HeldRows::HeldRows(const std::vector<const LayerSpec*>& layers, bool keeps_last,
                   int64_t last_rows)
    : rows(layers.size() - 1) {
  const size_t last = layers.size() - 1;
  if (keeps_last) bytes = last_rows * layers[last]->out_row_bytes();
  int64_t next = last_rows;
  for (size_t i = last; i-- > 0;) {
    next = MostInputRows(*layers[i + 1]->window(), next);
    rows[i] = next;
    bytes += next * layers[i]->out_row_bytes();
  }
}

int64_t WeightBytes(const std::vector<const LayerSpec*>& layers) {
  int64_t bytes = 0;
  for (const LayerSpec* layer : layers) {
    bytes += static_cast<int64_t>(layer->weights.size());
  }
  return bytes;
}

CpuChain::CpuChain(std::vector<ChainStep> steps, std::optional<ResidualAdd> add,
                   std::optional<InputScale> scale, const ChainLimits& limits)
    : steps_(std::move(steps)), add_(std::move(add)), scale_(std::move(scale)) {
  const bool has_strips = std::all_of(
      steps_.begin(), steps_.end(),
      [](const ChainStep& step) { return step.layer->has_strips(); });
  if (limits.strip_bytes > 0 && has_strips &&
      (steps_.size() > 1 || KeepsLast() || scale_) &&
      WeightBytes(Specs()) <= limits.most_weight_bytes) {
    PlanStrips(limits.strip_bytes);
  }
}

std::vector<const LayerSpec*> CpuChain::Specs() const {
  std::vector<const LayerSpec*> specs;
  for (const ChainStep& step : steps_) specs.push_back(&step.layer->spec());
  return specs;
}

void CpuChain::PlanStrips(int64_t strip_bytes) {
  const std::vector<const LayerSpec*> specs = Specs();
  const int64_t height = last().spec().window()->out_height;
  const auto held = [&] { return HeldRows(specs, KeepsLast(), strip_rows_); };
  const auto bytes = [&] {
    return held().bytes + static_cast<int64_t>(ScaledBytes(strip_rows_));
  };
  strip_rows_ = height;
  while (strip_rows_ > 1 && bytes() > strip_bytes) {
    strip_rows_ -= (strip_rows_ + 7) / 8;
  }
  strip_rows_ = CeilDiv(height, CeilDiv(height, strip_rows_));
  held_rows_ = held().rows;
}

Status CpuChain::Pack(ThreadPool& threads) const {
  for (const ChainStep& step : steps_) {
    TFLL_RETURN_IF_ERROR(step.layer->Pack(threads));
  }
  return OkStatus();
}

bool CpuChain::UsesStrips(int threads) const {
  if (strip_rows_ == 0) return false;
  const ConvWindow& w = *last().spec().window();
  const int64_t strips = CeilDiv(w.out_height, strip_rows_);
  // What fits in the cache as a whole is better divided inside of each layer.
  return strips > 1 && strips * w.batch >= threads;
}

uint64_t CpuChain::StripSlotBytes() const {
  uint64_t held = 0, most = 0;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const bool inner = i + 1 < steps_.size();
    const int64_t rows = inner ? held_rows_[i] : strip_rows_;
    if (inner) {
      held += Aligned(static_cast<uint64_t>(rows * layer(i).out_row_bytes()));
    }
    ConvWindow w = *layer(i).spec().window();
    w.batch = 1;
    w.in_height = static_cast<int32_t>(MostInputRows(w, rows));
    w.out_height = static_cast<int32_t>(rows);
    most = std::max(most, layer(i).StripBytes(w));
  }
  return held + ScaledBytes(strip_rows_) + Aligned(most);
}

uint64_t CpuChain::ScratchBytes(int threads) const {
  if (UsesStrips(threads)) {
    return StripSlotBytes() * static_cast<uint64_t>(threads);
  }
  uint64_t most = 0;
  for (const ChainStep& step : steps_) {
    most = std::max(most, step.layer->RunBytes(threads));
  }
  const ConvWindow* w = layer(0).spec().window();
  const int64_t rows = w == nullptr ? 0 : int64_t{w->batch} * w->in_height;
  return InnerBytes(0) + InnerBytes(1) + ScaledBytes(rows) + Aligned(most);
}

uint64_t CpuChain::InnerBytes(size_t first) const {
  uint64_t most = 0;
  for (size_t i = first; i + 1 < steps_.size(); i += 2) {
    most = std::max(most, static_cast<uint64_t>(layer(i).out_bytes()));
  }
  return Aligned(most);
}

uint64_t CpuChain::ScaledBytes(int64_t rows) const {
  return scale_ ? Aligned(static_cast<uint64_t>(rows * layer(0).in_row_bytes()))
                : 0;
}

void CpuChain::Scale(const ChainArgs& args, int64_t first, int64_t rows,
                     float* scaled) const {
  const ConvWindow& w = *layer(0).spec().window();
  const int64_t channels = w.in_channels, row = w.in_width * channels;
  const auto* in = static_cast<const float*>(args.in) + first * row;
  for (int64_t y = 0; y < rows; ++y) {
    const int64_t image = scale_->per_image ? (first + y) / w.in_height : 0;
    const float* factors = args.factors + image * channels;
    for (int64_t x = 0; x < w.in_width; ++x) {
      scale_->pairs->Run(in, factors, channels, scaled);
      in += channels;
      scaled += channels;
    }
  }
}

void CpuChain::Run(const ChainArgs& args, ThreadPool& pool) const {
  if (UsesStrips(pool.num_threads())) {
    RunStrips(args, pool);
  } else {
    RunWhole(args, pool);
  }
}

void CpuChain::Add(const void* residual, int64_t begin, int64_t count,
                   void* out) const {
  const int64_t bytes = last().element_bytes();
  auto* result = static_cast<uint8_t*>(out) + begin * bytes;
  const auto* other = static_cast<const uint8_t*>(residual) + begin * bytes;
  if (add_->result_first) {
    add_->pairs->Run(result, other, count, result);
  } else {
    add_->pairs->Run(other, result, count, result);
  }
}

void CpuChain::RunWhole(const ChainArgs& args, ThreadPool& pool) const {
  // Results between layers take turns in two places.
  auto* const even = static_cast<uint8_t*>(args.scratch);
  uint8_t* const odd = even + InnerBytes(0);
  uint8_t* memory = odd + InnerBytes(1);
  const void* in = args.in;
  if (scale_) {
    const ConvWindow& w = *layer(0).spec().window();
    const int64_t rows = int64_t{w.batch} * w.in_height;
    const int64_t row = layer(0).in_row_bytes() / 4;
    auto* const scaled = reinterpret_cast<float*>(memory);
    constexpr int64_t kLeast = 16384;  // elements of a range
    pool.ParallelFor(rows, CeilDiv(kLeast, row),
                     [&](int64_t begin, int64_t end) {
                       Scale(args, begin, end - begin, scaled + begin * row);
                     });
    in = scaled;
    memory += ScaledBytes(rows);
  }
  for (size_t i = 0; i < steps_.size(); ++i) {
    const bool inner = i + 1 < steps_.size();
    void* const to = !inner ? args.out : i % 2 == 0 ? even : odd;
    layer(i).Run(in, to, memory, pool);
    if (const ResultCurve* curve = steps_[i].curve.get()) {
      auto* results = static_cast<float*>(to);
      pool.ParallelFor(layer(i).out_bytes() / 4, curve->grain(),
                       [&](int64_t begin, int64_t end) {
                         curve->Run(results + begin, end - begin);
                       });
    }
    in = to;
  }
  if (!add_) return;
  const int64_t bytes = last().element_bytes();
  // Of an operator's own loop: fewer elements are not worth a thread.
  const int64_t grain = bytes == 1 ? 65536 : 4096;
  pool.ParallelFor(last().out_bytes() / bytes, grain,
                   [&](int64_t begin, int64_t end) {
                     Add(args.residual, begin, end - begin, args.out);
                   });
}

// The strips that one thread runs, in order.
struct CpuChain::Strips {
  Strips(const CpuChain& c, const ChainArgs& a, uint8_t* slot)
      : chain(c),
        args(a),
        in(static_cast<const uint8_t*>(a.in)),
        out(static_cast<uint8_t*>(a.out)) {
    for (size_t i = 0; i + 1 < c.steps_.size(); ++i) {
      rows[i] = slot;
      slot += Aligned(
          static_cast<size_t>(c.held_rows_[i] * c.layer(i).out_row_bytes()));
    }
    scaled = reinterpret_cast<float*>(slot);
    scratch = slot + c.ScaledBytes(c.strip_rows_);
  }

  // Makes room for rows `need` of layer i's output: moves those that it holds
  // already to the front, and returns those to compute. Strips come in order:
  // neither end of `need` is before that of the rows held.
  RowRange Hold(size_t i, const RowRange& need) {
    RowRange& has = held[i];
    const int64_t row_bytes = chain.layer(i).out_row_bytes();
    RowRange missing = need;
    if (need.begin < has.end) {
      const int64_t kept = has.end - need.begin;
      std::memmove(rows[i], rows[i] + (need.begin - has.begin) * row_bytes,
                   static_cast<size_t>(kept * row_bytes));
      missing.begin += kept;
    }
    has = need;
    return missing;
  }

  // Rows `strip` of image `b` of the last output.
  void Run(int64_t b, const RowRange& strip) {
    const size_t last = chain.steps_.size() - 1;
    if (b != image) {
      held = {};
      image = b;
    }
    std::array<RowRange, kMostLayers> compute{};
    compute[last] = strip;
    for (size_t i = last; i-- > 0 && compute[i + 1].size() > 0;) {
      const ConvWindow& w = *chain.layer(i + 1).spec().window();
      compute[i] = Hold(i, InputRows(w, compute[i + 1]));
    }
    for (size_t i = 0; i <= last; ++i) {
      if (compute[i].size() > 0) RunLayer(i, compute[i]);
    }
  }

  void RunLayer(size_t i, const RowRange& compute) {
    const CpuLayer& layer = chain.layer(i);
    ConvWindow w = *layer.spec().window();
    const RowRange available = i > 0 ? held[i - 1] : InputRows(w, compute);
    const uint8_t* from = i > 0 ? rows[i - 1]
                                : in + (image * w.in_height + available.begin) *
                                           layer.in_row_bytes();
    if (chain.scale_) {  // then there is no other layer
      chain.Scale(args, image * w.in_height + available.begin, available.size(),
                  scaled);
      from = reinterpret_cast<const uint8_t*>(scaled);
    }
    uint8_t* to =
        i + 1 < chain.steps_.size()
            ? rows[i] + (compute.begin - held[i].begin) * layer.out_row_bytes()
            : out + (image * w.out_height + compute.begin) *
                        layer.out_row_bytes();
    w.batch = 1;
    w.pad_top = static_cast<int32_t>(w.pad_top + available.begin -
                                     compute.begin * w.stride_height);
    w.in_height = static_cast<int32_t>(available.size());
    w.out_height = static_cast<int32_t>(compute.size());
    layer.RunStrip(w, from, to, scratch, alone);
    if (const ResultCurve* curve = chain.steps_[i].curve.get()) {
      curve->Run(reinterpret_cast<float*>(to),
                 compute.size() * layer.out_row_bytes() / 4);
    }
  }

  const CpuChain& chain;
  const ChainArgs& args;
  const uint8_t* const in;
  uint8_t* const out;
  std::array<uint8_t*, kMostLayers> rows{};
  std::array<RowRange, kMostLayers> held{};
  int64_t image = -1;
  float* scaled;
  uint8_t* scratch;
  ThreadPool alone{1};
};

void CpuChain::RunStrips(const ChainArgs& args, ThreadPool& pool) const {
  const ConvWindow& w = *last().spec().window();
  const int64_t threads = pool.num_threads();
  // As many for one thread as for another.
  int64_t strips = CeilDiv(w.out_height, strip_rows_);
  strips = CeilDiv(strips, threads) * threads;
  const int64_t strip_rows = CeilDiv(w.out_height, strips);
  const int64_t row = int64_t{w.out_width} * w.out_channels;
  Slots slots(pool.num_threads(), StripSlotBytes(), args.scratch);
  // Few ranges: each computes rows again that the one before it has had.
  constexpr int64_t kRangesPerThread = 2;
  const int64_t grain = strips * w.batch / (kRangesPerThread * threads);
  pool.ParallelFor(strips * w.batch, grain, [&](int64_t begin, int64_t end) {
    const Slot slot(&slots);
    Strips run(*this, args, slot.memory());
    for (int64_t i = begin; i < end; ++i) {
      const int64_t b = i / strips;
      RowRange range;
      range.begin = i % strips * strip_rows;
      range.end = std::min<int64_t>(w.out_height, range.begin + strip_rows);
      if (range.size() <= 0) continue;
      run.Run(b, range);
      if (add_) {
        Add(args.residual, (b * w.out_height + range.begin) * row,
            range.size() * row, args.out);
      }
    }
  });
}

}  // namespace tflite::cpu
