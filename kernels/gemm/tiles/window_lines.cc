#include "kernels/gemm/tiles/window_lines.h"

#include <algorithm>
#include <cstring>

namespace tflite::kernels {
namespace {

constexpr int64_t kGroup = 4;  // bytes

// The lines that adjacent rows of one image read.
struct Lines {
  Lines(const ConvWindow& g, int64_t begin, int64_t end) {
    const int64_t first = begin / g.out_width, last = (end - 1) / g.out_width;
    image = first / g.out_height;
    one_image = last / g.out_height == image;
    first_line = first % g.out_height;
    results = last - first + 1;
    top = first % g.out_height * g.stride_height - g.pad_top;
    count = (last - first) * g.stride_height +
            int64_t{g.filter_height - 1} * g.dilation_height + 1;
    columns = int64_t{g.out_width - 1} * g.stride_width + g.filter_width;
  }
  int64_t image, top, count, columns;
  bool one_image;
  int64_t first_line, results;  // lines of results
};

// All lines as one window.
GemmWindow AsOneWindow(const GemmWindow& w, const Lines& lines) {
  GemmWindow all = w;
  ConvWindow& g = all.geometry;
  g.batch = g.out_width = g.dilation_height = 1;
  g.filter_height = static_cast<int32_t>(lines.count);
  g.filter_width = static_cast<int32_t>(lines.columns);
  g.pad_top = static_cast<int32_t>(-lines.top);
  return all;
}

// Sets pointers to the first runs of rows [begin, end), in lines `line_bytes`
// apart.
void SetRows(const ConvWindow& g, int64_t begin, int64_t end,
             const uint8_t* lines, int64_t pixel_bytes, int64_t line_bytes,
             const uint8_t** rows) {
  const int64_t step = g.stride_width * pixel_bytes;
  int64_t x = begin % g.out_width;
  for (int64_t left = end - begin; left > 0; x = 0) {
    const int64_t count = std::min(left, g.out_width - x);
    const uint8_t* at = lines + x * step;
    for (int64_t i = 0; i < count; ++i, at += step) rows[i] = at;
    rows += count;
    left -= count;
    lines += g.stride_height * line_bytes;
  }
}

}  // namespace

bool GemmWindowLines::Copy(const GemmLeft& left, uint8_t flip, uint8_t padding,
                           int64_t begin, int64_t end, uint8_t* memory,
                           int64_t bytes) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  if (w.depth() == 0 || !w.has_whole_lines()) return false;
  const Lines lines(g, begin, end);
  const int64_t line_bytes = lines.columns * w.channels;
  const int64_t pointer_bytes = (end - begin) * int64_t{sizeof(void*)};
  const int64_t rest = w.run_elements() % kGroup == 0 ? 0 : kGroup;
  const int64_t most =
      std::min(bytes - pointer_bytes - rest, (end - begin) * w.depth() * 3 / 4);
  if (!lines.one_image || lines.count > most / line_bytes) return false;
  rows_ = reinterpret_cast<const uint8_t**>(memory);
  uint8_t* const copy = memory + pointer_bytes;
  const GemmWindow all = AsOneWindow(w, lines);
  const auto* image = static_cast<const uint8_t*>(left.data) +
                      lines.image * g.in_height * g.in_width * w.channels;
  GemmGather how;
  how.flip = flip;
  how.zero_point = padding;
  GemmGatherIntegers({image, 1, 0, &all}, all.depth(), how, 0, 1, copy,
                     all.depth());
  std::memset(copy + all.depth(), 0, static_cast<size_t>(rest));
  runs_ = g.filter_height;
  run_step_ = g.dilation_height * line_bytes;
  SetRows(g, begin, end, copy, w.channels, line_bytes, rows_);
  return true;
}

bool GemmPaddedLines::Copy(const GemmLeft& left, int64_t begin, int64_t end,
                           float* memory, int64_t bytes) {
  const GemmWindow& w = *left.window;
  const ConvWindow& g = w.geometry;
  if (!w.has_whole_lines() || g.batch != 1 || begin == end) return false;
  const Lines lines(g, begin, end);
  const int64_t most = std::min(bytes / int64_t{sizeof(float)},
                                w.CutRowsOfLine() * lines.results * w.depth());
  const int64_t line = lines.columns * w.channels;
  // A filter may have no lines (a part of one in TRANSPOSE_CONV).
  if (line == 0 || lines.count == 0 || lines.count > most / line) return false;
  const GemmWindow all = AsOneWindow(w, lines);
  GemmGatherFloats({left.data, 1, 0, &all}, 0, 1, memory, all.depth() * 4);
  window_ = w;
  ConvWindow& padded = window_.geometry;
  padded.in_height = static_cast<int32_t>(lines.count);
  padded.in_width = static_cast<int32_t>(lines.columns);
  padded.pad_top = static_cast<int32_t>(lines.first_line * g.stride_height);
  padded.pad_left = 0;
  left_ = left;
  left_.data = memory;
  left_.window = &window_;
  return true;
}

}  // namespace tflite::kernels
