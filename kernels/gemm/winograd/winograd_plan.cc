#include "kernels/gemm/winograd/winograd_plan.h"

#include "kernels/gemm/rows.h"

namespace tflite::kernels {
namespace {

// A block's transformed input should leave room in the second-level cache for
// the sums and a panel.
constexpr int64_t kBlockBytes = 512 * 1024;
// Tiles of a task, for threads; tasks for each.
constexpr int64_t kLeastBlockTiles = 24, kTasksPerThread = 4;
constexpr int kMaxSlots = 64;
constexpr int64_t kSumBytes = 4;

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

int64_t WinogradTiles(const ConvWindow& w, int64_t edge) {
  return w.batch * CeilDiv(w.out_height, edge) * CeilDiv(w.out_width, edge);
}

bool IsWinogradWindow(const ConvWindow& w) {
  return w.filter_height == 3 && w.filter_width == 3 && w.stride_height == 1 &&
         w.stride_width == 1 && w.dilation_height == 1 && w.dilation_width == 1;
}

Status NoMemoryForWinograd(int64_t in_channels, int64_t out_channels) {
  return Internal("not enough memory for the transformed filters of ",
                  in_channels, " to ", out_channels, " channels");
}

WinogradPlan::WinogradPlan(const WinogradShape& shape, const ConvWindow& w,
                           int threads)
    : window(w), edge(shape.edge), panels(shape.panels) {
  threads = std::max(1, threads);
  const int64_t tiles = std::max<int64_t>(1, WinogradTiles(window, edge));
  const int64_t tile_bytes =
      shape.positions() * shape.in_channels * shape.value_bytes;
  const int64_t most =
      std::max(shape.rows, kBlockBytes / tile_bytes / shape.rows * shape.rows);
  int64_t blocks = CeilDiv(tiles, most);
  if (threads > 1) {
    // As many blocks for one thread as for another.
    const int64_t each = std::clamp<int64_t>(
        tiles / (threads * kLeastBlockTiles), 1, kTasksPerThread);
    blocks = CeilDiv(std::max(blocks, threads * each), threads) * threads;
  }
  block_tiles = CeilDiv(tiles, blocks);
  block_panels = panels;
  blocks = CeilDiv(tiles, block_tiles);
  if (threads > 1 && blocks < threads) {
    // The threads share the columns, too; each transforms its input.
    block_panels = CeilDiv(panels, CeilDiv(2 * threads, blocks));
  }
  slots = std::min(threads, kMaxSlots);
  sums_offset = Aligned(static_cast<uint64_t>(block_tiles * tile_bytes));
  slot_bytes = Aligned(sums_offset +
                       static_cast<uint64_t>(shape.positions() * block_tiles *
                                             shape.panel_columns * kSumBytes));
}

int64_t WinogradPlan::across() const { return CeilDiv(window.out_width, edge); }

int64_t WinogradPlan::down() const { return CeilDiv(window.out_height, edge); }

int64_t WinogradPlan::tiles() const { return WinogradTiles(window, edge); }

}  // namespace tflite::kernels
