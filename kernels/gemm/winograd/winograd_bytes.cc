#include "kernels/gemm/winograd/winograd_bytes.h"

#include <algorithm>
#include <utility>

namespace tflite::kernels {
namespace {

constexpr int kEdge = 2, kIn = kEdge + 2, kPositions = kIn * kIn;
// With more channels, four times a sum might not fit 32 bits.
constexpr int64_t kMostChannels = 896;
static_assert(4 * 9 * kMostChannels * 255 * 255 < INT32_MAX, "32-bit sums");
// With fewer, transforming them takes as long as is saved.
constexpr int64_t kLeastChannels = 32;
// Packed filters are several times as large as filters; this many for a tile
// are read in less time than it saves, even from memory.
constexpr int64_t kMostFiltersPerTile = 2048;

// Twice the values of a line of three at the points of winograd_transforms.h.
inline void TransformLine(int a, int b, int c, int* out) {
  out[0] = 2 * a;
  out[1] = a + c + b;
  out[2] = a + c - b;
  out[3] = 2 * c;
}

// One output channel, [3, 3, channels]: position p's filter goes to
// out + p * pitch.
template <typename T>
void TransformFilter(const T* filter, int zero_point, int64_t channels,
                     int16_t* out, int64_t pitch) {
  constexpr int64_t kRun = kWinogradLanes;
  for (int64_t c = 0; c < channels; c += kRun) {
    int16_t lines[kIn][3][kRun];
    for (int x = 0; x < 3; ++x) {
      const T* at = filter + x * channels + c;
      for (int64_t l = 0; l < kRun; ++l) {
        const auto value = [&](int y) {
          return at[3 * y * channels + l] - zero_point;
        };
        int line[kIn];
        TransformLine(value(0), value(1), value(2), line);
        for (int i = 0; i < kIn; ++i) {
          lines[i][x][l] = static_cast<int16_t>(line[i]);
        }
      }
    }
    for (int i = 0; i < kIn; ++i) {
      int16_t* to = out + i * kIn * pitch + c;
      for (int64_t l = 0; l < kRun; ++l) {
        int line[kIn];
        TransformLine(lines[i][0][l], lines[i][1][l], lines[i][2][l], line);
        for (int j = 0; j < kIn; ++j) {
          to[j * pitch + l] = static_cast<int16_t>(line[j]);
        }
      }
    }
  }
}

int16_t* Input(const WinogradTask& task) {
  return reinterpret_cast<int16_t*>(task.input);
}

int32_t* Sums(const WinogradTask& task) {
  return reinterpret_cast<int32_t*>(task.sums);
}

}  // namespace

bool WinogradByteConv::Pays(const ConvWindow& w, const GemmIsa& isa) {
  return isa.winograd_bytes != nullptr && IsWinogradWindow(w) &&
         w.in_channels >= kLeastChannels && w.in_channels <= kMostChannels &&
         w.in_channels % kWinogradLanes == 0 &&
         w.out_channels >= kLeastChannels &&
         w.out_channels % kWinogradByteColumns == 0 &&
         int64_t{w.in_channels} * w.out_channels <=
             kMostFiltersPerTile * WinogradTiles(w, kEdge);
}

WinogradByteConv::WinogradByteConv(const ConvWindow& w, const Types& types,
                                   const GemmIsa& isa)
    : isa_(&isa),
      in_channels_(w.in_channels),
      out_channels_(w.out_channels),
      types_(types),
      outside_(static_cast<size_t>(w.in_channels),
               static_cast<uint8_t>(types.input_zero_point)) {}

bool WinogradByteConv::Takes(const ConvWindow& w, const Types& types) const {
  return used() && w.in_channels == in_channels_ &&
         w.out_channels == out_channels_ &&
         types.unsigned_input == types_.unsigned_input &&
         types.input_zero_point == types_.input_zero_point &&
         types.unsigned_filters == types_.unsigned_filters &&
         types.filters_zero_point == types_.filters_zero_point;
}

void WinogradByteConv::PackPanel(const uint8_t* filters, int64_t panel,
                                 int16_t* room, int16_t* packed) const {
  const int64_t k = in_channels_;
  const int64_t pitch = panel_elements();
  for (int64_t j = 0; j < kWinogradByteColumns; ++j) {
    const uint8_t* filter =
        filters + (panel * kWinogradByteColumns + j) * 9 * k;
    const int zero_point = types_.filters_zero_point;
    if (types_.unsigned_filters) {
      TransformFilter(filter, zero_point, k, room + j * k, pitch);
    } else {
      TransformFilter(reinterpret_cast<const int8_t*>(filter), zero_point, k,
                      room + j * k, pitch);
    }
  }
  for (int64_t p = 0; p < kPositions; ++p) {
    isa_->pack_words(
        {reinterpret_cast<const uint8_t*>(room + p * pitch), k * 2,
         kWinogradByteColumns, k / 2, 0,
         reinterpret_cast<uint32_t*>(packed + (panel * kPositions + p) * pitch),
         kWinogradByteColumns});
  }
}

Status WinogradByteConv::SetFilters(const uint8_t* filters,
                                    ThreadPool* threads) {
  packed_ = nullptr;
  GemmBuffer packed;
  const auto room = static_cast<size_t>(kPositions * panel_elements());
  if (!packed.Allocate(room * static_cast<size_t>(panels()) *
                       sizeof(int16_t)) ||
      !PackWinogradPanels<int16_t>(
          panels(), room, threads, [&](int64_t panel, int16_t* memory) {
            PackPanel(filters, panel, memory,
                      static_cast<int16_t*>(packed.data()));
          })) {
    return NoMemoryForWinograd(in_channels_, out_channels_);
  }
  packed_ = ShareBuffer(std::move(packed));
  return OkStatus();
}

void WinogradByteConv::SetBias(const int32_t* bias) {
  bias_.assign(static_cast<size_t>(out_channels_), 0);
  if (bias != nullptr) std::copy_n(bias, bias_.size(), bias_.begin());
}

WinogradPlan WinogradByteConv::Plan(const ConvWindow& window,
                                    int threads) const {
  return WinogradPlan({kEdge, in_channels_, panels(), kWinogradByteColumns,
                       sizeof(int16_t), isa_->int_mr},
                      window, threads);
}

void WinogradByteConv::TransformInput(const Args& args,
                                      const WinogradTask& task) const {
  const uint8_t* pixels[kPositions];
  WinogradByteInput input = {
      in_channels_,          pixels,
      types_.unsigned_input, types_.input_zero_point,
      Input(task),           task.tiles() * in_channels_};
  for (int64_t t = task.begin; t < task.end; ++t) {
    WinogradPixels(*args.plan, t, args.in, outside_.data(), pixels);
    isa_->winograd_bytes->input(input);
    input.out += in_channels_;
  }
}

void WinogradByteConv::Multiply(const WinogradTask& task, int64_t panel) const {
  WinogradByteProduct product = {task.tiles(), in_channels_, Input(task),
                                 static_cast<const int16_t*>(packed_->data()) +
                                     panel * kPositions * panel_elements(),
                                 Sums(task)};
  for (int p = 0; p < kPositions; ++p) {
    isa_->winograd_bytes->product(product);
    product.input += task.tiles() * in_channels_;
    product.filters += panel_elements();
    product.sums += task.tiles() * kWinogradByteColumns;
  }
}

void WinogradByteConv::TransformOutput(const Args& args,
                                       const WinogradTask& task,
                                       int64_t panel) const {
  constexpr int kPixels = kEdge * kEdge;
  constexpr int kTiles = kGemmRequantRows / kPixels;  // become bytes together
  const int64_t column = panel * kWinogradByteColumns;
  alignas(64) int32_t sums[kGemmRequantRows * kWinogradByteColumns];
  uint8_t outside[kWinogradByteColumns];
  uint8_t* pixels[kGemmRequantRows];
  WinogradByteOutput output = {Sums(task), task.tiles() * kWinogradByteColumns,
                               &bias_[column], sums};
  for (int64_t t = task.begin; t < task.end;) {
    const int64_t tiles = std::min<int64_t>(kTiles, task.end - t);
    for (int64_t i = 0; i < tiles; ++i, ++t) {
      WinogradResults(*args.plan, t, column, args.out, outside,
                      pixels + i * kPixels);
      output.out = sums + i * kPixels * kWinogradByteColumns;
      isa_->winograd_bytes->output(output);
      output.sums += kWinogradByteColumns;
    }
    args.requantizer->Run(sums, kWinogradByteColumns, tiles * kPixels, column,
                          kWinogradByteColumns, pixels);
  }
}

void WinogradByteConv::Run(const Args& args, ThreadPool& threads) const {
  ForEachWinogradTask(
      *args.plan, args.scratch, threads, [&](const WinogradTask& task) {
        TransformInput(args, task);
        for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
          Multiply(task, p);
          TransformOutput(args, task, p);
        }
      });
}

size_t WinogradByteConv::MemoryBytes() const {
  return (packed_ == nullptr ? 0 : packed_->size()) + outside_.size() +
         bias_.size() * sizeof(int32_t);
}

}  // namespace tflite::kernels
