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
    top = first % g.out_height * g.stride_height - g.pad_top;
    count = (last - first) * g.stride_height +
            int64_t{g.filter_height - 1} * g.dilation_height + 1;
    columns = int64_t{g.out_width - 1} * g.stride_width + g.filter_width;
  }
  int64_t image, top, count, columns;
  bool one_image;
};

void CopyFlipped(const uint8_t* in, int64_t n, uint8_t flip, uint8_t* out) {
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] ^ flip;
}

// A line of the image, with its padding.
void CopyLine(const GemmWindow& w, const uint8_t* in, int64_t columns,
              uint8_t flip, uint8_t padding, uint8_t* out) {
  const ConvWindow& g = w.geometry;
  const int64_t begin = std::clamp<int64_t>(g.pad_left, 0, columns);
  const int64_t first = begin - g.pad_left;  // of the image
  const int64_t inside =
      std::clamp<int64_t>(int64_t{g.in_width} - first, 0, columns - begin);
  const auto fill = [&](int64_t from, int64_t to) {
    std::memset(out + from * w.channels, padding ^ flip,
                static_cast<size_t>((to - from) * w.channels));
  };
  fill(0, begin);
  if (inside > 0) {
    CopyFlipped(in + first * w.channels, inside * w.channels, flip,
                out + begin * w.channels);
  }
  fill(begin + inside, columns);
}

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
  const auto* data = static_cast<const uint8_t*>(left.data);
  for (int64_t l = 0; l < lines.count; ++l) {
    const int64_t y = lines.top + l;
    uint8_t* const to = copy + l * line_bytes;
    if (y < 0 || y >= g.in_height) {
      std::memset(to, padding ^ flip, static_cast<size_t>(line_bytes));
    } else {
      const int64_t line = lines.image * g.in_height + y;
      CopyLine(w, data + line * g.in_width * w.channels, lines.columns, flip,
               padding, to);
    }
  }
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
