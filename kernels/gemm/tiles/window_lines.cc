#include "kernels/gemm/tiles/window_lines.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

constexpr int64_t kGroup = 4;  // bytes

// The lines that adjacent rows of one image read.
struct Lines {
  Lines(const ConvWindow& g, int64_t begin, int64_t end) {
    const int64_t first = begin / g.out_width, last = (end - 1) / g.out_width;
    image = first / g.out_height;
    one_image = last / g.out_height == image;
    top = first % g.out_height * g.stride_height - g.pad_top;
    count = (last - first) * g.stride_height +
            int64_t{g.filter_height - 1} * g.dilation_height + 1;
    columns = int64_t{g.out_width - 1} * g.stride_width + g.filter_width;
  }
  int64_t image, top, count, columns;
  bool one_image;
};

}  // namespace

bool GemmWindowLines::Copy(const GemmLeft& left, uint8_t flip, uint8_t padding,
                           int64_t begin, int64_t end, uint8_t* memory,
                           int64_t bytes) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  if (begin >= end || w.depth() == 0 || !w.has_whole_lines() ||
      w.run_elements() % kGroup != 0) {
    return false;
  }
  const Lines lines(g, begin, end);
  const int64_t line_bytes = lines.columns * w.channels;
  const int64_t pointer_bytes = (end - begin) * int64_t{sizeof(void*)};
  const int64_t most =
      std::min(bytes - pointer_bytes, (end - begin) * w.depth() / 2);
  if (!lines.one_image || lines.count > most / line_bytes) return false;
  rows_ = reinterpret_cast<const uint8_t**>(memory);
  uint8_t* const copy = memory + pointer_bytes;
  // Each line as a window of its own.
  GemmWindow line = w;
  ConvWindow& one = line.geometry;
  one.batch = one.out_width = one.filter_height = 1;
  one.stride_height = one.stride_width = one.dilation_height = 1;
  one.out_height = static_cast<int32_t>(lines.count);
  one.filter_width = static_cast<int32_t>(lines.columns);
  one.pad_top = static_cast<int32_t>(-lines.top);
  const auto* image = static_cast<const uint8_t*>(left.data) +
                      lines.image * g.in_height * g.in_width * w.channels;
  GemmGather how;
  how.flip = flip;
  how.padding = padding;
  GemmGatherIntegers({image, lines.count, 0, &line}, line.depth(), how, 0,
                     lines.count, copy, line_bytes);
  runs_ = g.filter_height;
  run_step_ = g.dilation_height * line_bytes;
  const int64_t first_line = begin / g.out_width;
  for (int64_t m = begin; m < end; ++m) {
    const int64_t line = (m / g.out_width - first_line) * g.stride_height;
    rows_[m - begin] = copy + line * line_bytes +
                       m % g.out_width * g.stride_width * w.channels;
  }
  return true;
}

}  // namespace tflite::kernels
