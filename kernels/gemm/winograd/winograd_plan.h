#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_PLAN_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_PLAN_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "kernels/gemm/tasks.h"
#include "kernels/gemm/winograd/winograd_tiles.h"
#include "kernels/math/conv_window.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// What a plan depends on, but for the window and the threads.
struct WinogradShape {
  int edge = 2;  // of a tile of results
  int64_t in_channels = 0;
  int64_t panels = 0, panel_columns = 0;  // of the output channels
  int64_t value_bytes = 0;                // of a value of a transformed input
  int64_t rows = 0;                       // of the highest tile of products

  int64_t positions() const { return int64_t{edge + 2} * (edge + 2); }
};

// How a convolution is cut up, and the scratch memory it needs: blocks of tiles
// times runs of panels are tasks for threads. A result does not depend on it.
struct WinogradPlan {
  WinogradPlan() = default;
  WinogradPlan(const WinogradShape& shape, const ConvWindow& window,
               int threads);

  uint64_t scratch_bytes() const {
    return static_cast<uint64_t>(slots) * slot_bytes;
  }
  // Tiles of a line, lines of tiles of an image, and tiles of all images.
  int64_t across() const;
  int64_t down() const;
  int64_t tiles() const;

  ConvWindow window;
  int edge = 0;
  int64_t panels = 0;
  int64_t block_tiles = 0, block_panels = 0;  // of a task
  int slots = 1;                              // tasks that can run at once
  uint64_t slot_bytes = 0;
  uint64_t sums_offset = 0;  // in a slot
};

int64_t WinogradTiles(const ConvWindow& window, int64_t edge);

// Whether filters are 3x3, with stride and dilation 1.
bool IsWinogradWindow(const ConvWindow& window);

Status NoMemoryForWinograd(int64_t in_channels, int64_t out_channels);

// Calls pack(panel, memory of `room` elements) for all panels. `threads` may be
// null. False when there is not enough memory.
template <typename T, typename Pack>
bool PackWinogradPanels(int64_t panels, size_t room, ThreadPool* threads,
                        const Pack& pack) {
  std::atomic<bool> failed(false);
  const auto pack_all = [&](int64_t begin, int64_t end) {
    const std::unique_ptr<T[]> memory(new (std::nothrow) T[room]);
    if (memory == nullptr) {
      failed = true;
      return;
    }
    for (int64_t p = begin; p < end; ++p) pack(p, memory.get());
  };
  if (threads == nullptr) {
    pack_all(0, panels);
  } else {
    threads->ParallelFor(panels, 1, pack_all);
  }
  return !failed;
}

// Tiles [begin, end) and panels [panel_begin, panel_end).
struct WinogradTask {
  int64_t begin, end;
  int64_t panel_begin, panel_end;
  uint8_t* input;  // [position, tile, channel]
  uint8_t* sums;   // [position, tile, column of a panel]

  int64_t tiles() const { return end - begin; }
};

// Calls body(task) for each task of the plan.
template <typename Body>
void ForEachWinogradTask(const WinogradPlan& plan, void* scratch,
                         ThreadPool& threads, const Body& body) {
  const int64_t tiles = plan.tiles();
  const int64_t blocks = (tiles + plan.block_tiles - 1) / plan.block_tiles;
  const int64_t runs =
      (plan.panels + plan.block_panels - 1) / plan.block_panels;
  GemmSlots slots(plan.slots, plan.slot_bytes, scratch);
  threads.ParallelFor(blocks * runs, 1, [&](int64_t begin, int64_t end) {
    const GemmSlot slot(&slots);
    for (int64_t i = begin; i < end; ++i) {
      WinogradTask task;
      task.begin = i / runs * plan.block_tiles;
      task.end = std::min(tiles, task.begin + plan.block_tiles);
      task.panel_begin = i % runs * plan.block_panels;
      task.panel_end =
          std::min(plan.panels, task.panel_begin + plan.block_panels);
      task.input = slot.memory();
      task.sums = task.input + plan.sums_offset;
      body(task);
    }
  });
}

// The pixels that a tile reads, line by line; `outside` where the image has
// none.
template <typename T>
void WinogradPixels(const WinogradPlan& plan, int64_t tile, const T* in,
                    const T* outside, const T** pixels) {
  const ConvWindow& w = plan.window;
  const int64_t size = plan.edge + 2;
  const int64_t across = plan.across(), down = plan.down();
  const int64_t top = tile / across % down * plan.edge - w.pad_top;
  const int64_t left = tile % across * plan.edge - w.pad_left;
  const T* image =
      in + tile / (across * down) * w.in_height * w.in_width * w.in_channels;
  for (int64_t i = 0; i < size; ++i) {
    const bool line = top + i >= 0 && top + i < w.in_height;
    const int64_t first = (top + i) * w.in_width + left;
    for (int64_t j = 0; j < size; ++j) {
      const bool inside = line && left + j >= 0 && left + j < w.in_width;
      pixels[i * size + j] =
          inside ? image + (first + j) * w.in_channels : outside;
    }
  }
}

// Where the results of a tile go, from output channel `first` on, line by line;
// `outside` where the image has none.
template <typename T>
void WinogradResults(const WinogradPlan& plan, int64_t tile, int64_t first,
                     T* out, T* outside, T** pixels) {
  const ConvWindow& w = plan.window;
  const int64_t edge = plan.edge;
  const int64_t across = plan.across(), down = plan.down();
  const int64_t top = tile / across % down * edge;
  const int64_t left = tile % across * edge;
  const int64_t image = tile / (across * down) * w.out_height;
  for (int64_t i = 0; i < edge; ++i) {
    for (int64_t j = 0; j < edge; ++j) {
      const bool inside = top + i < w.out_height && left + j < w.out_width;
      const int64_t at = (image + top + i) * w.out_width + left + j;
      pixels[i * edge + j] =
          inside ? out + at * w.out_channels + first : outside;
    }
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_PLAN_H_
