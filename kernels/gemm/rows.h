#ifndef KERNELS_GEMM_ROWS_H_
#define KERNELS_GEMM_ROWS_H_

#include <cstdint>
#include <limits>

#include "kernels/gemm/isa.h"
#include "kernels/math/conv_window.h"

namespace tflite::kernels {

// a / b, rounded up; at most 0 for a < 0.
inline int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The windows of an NHWC image as rows of a matrix: row (b, y, x) has, for each
// tap (fy, fx), `channels` elements of the pixel under the tap (ConvWindow, but
// the padding may be negative and the filter empty).
struct GemmWindow {
  ConvWindow geometry;
  int64_t channels = 0;      // elements per pixel
  int64_t pixel_stride = 0;  // elements between pixels

  int64_t taps() const {
    return int64_t{geometry.filter_height} * geometry.filter_width;
  }
  int64_t rows() const {
    return int64_t{geometry.batch} * geometry.out_height * geometry.out_width;
  }
  int64_t depth() const { return taps() * channels; }

  // A window consists of runs of adjacent elements: its lines, or its pixels if
  // those of a line are not adjacent.
  bool has_whole_lines() const {
    return geometry.dilation_width == 1 && channels == pixel_stride;
  }
  int64_t runs() const {
    return has_whole_lines() ? geometry.filter_height : taps();
  }
  int64_t run_elements() const {
    return has_whole_lines() ? geometry.filter_width * channels : channels;
  }
  // The largest number of rows, of `count` in order, whose runs cross an edge
  // of the image.
  int64_t MostCutRows(int64_t count) const;
  // Of a line of results; 0 if runs do not cross edges.
  int64_t CutRowsOfLine() const;
};

// The taps [begin, end) along an axis that fall inside an image of `extent`
// pixels, the first one at pixel `first`, `step` pixels apart.
struct GemmTapRange {
  GemmTapRange(int64_t first, int64_t step, int64_t taps, int64_t extent) {
    begin = 0;
    end = taps;
    if (first < 0 || first + (taps - 1) * step >= extent)
      Cut(first, step, extent);
  }
  int64_t begin, end;

 private:
  void Cut(int64_t first, int64_t step, int64_t extent);
};

// The left operand of a product: `rows` rows, of a matrix or of windows.
struct GemmLeft {
  const void* data = nullptr;
  int64_t rows = 0;
  int64_t row_stride = 0;  // elements; of a matrix
  const GemmWindow* window = nullptr;
  // Float windows: run_elements() zeros, read for runs outside the image.
  const float* zeros = nullptr;
};

// Where result rows go: row m is pixel x = m % width of line y = m / width %
// height of image m / width / height. A matrix is one line of unlimited length.
struct GemmRowLayout {
  int64_t row_stride = 0;  // elements
  int64_t width = std::numeric_limits<int64_t>::max();
  int64_t line_stride = 0;
  int64_t height = 1;
  int64_t image_stride = 0;

  int64_t Offset(int64_t m) const {
    if (m < width) return m * row_stride;
    const int64_t line = m / width;
    return m % width * row_stride + line % height * line_stride +
           line / height * image_stride;
  }
};

// The number of rows, from `begin` on and below `end`, that are adjacent in one
// line of results and have windows inside the image; *first points to the first
// of them. Where row `begin` is not such a row, the number of rows that are
// not, and *first is null.
int64_t GemmInnerRows(const GemmLeft& left, int64_t begin, int64_t end,
                      const float** first);

// Pointers to the runs of rows [begin, end), `pitch` pointers from run to run.
// Rows with runs that are cut by an edge are copied to `copies`, depth()
// elements each.
void GemmRunPointers(const GemmLeft& left, int64_t begin, int64_t end,
                     const float** out, int64_t pitch, float* copies);

// Rows [begin, end) as one run of depth() elements each, `out_stride` bytes
// apart.
void GemmGatherFloats(const GemmLeft& left, int64_t begin, int64_t end,
                      float* out, int64_t out_stride);

// How integer rows are copied. Windows read the zero point, a stored value,
// where they leave the image.
struct GemmGather {
  enum class Kind {
    kFlipBytes,   // bytes, every bit set in `flip` inverted
    kWidenInt8,   // to int16, minus zero_point
    kWidenUInt8,  // the same
    kInt16,       // as they are; the zero point is 0
  };
  Kind kind = Kind::kFlipBytes;
  const GemmIsa* isa = &BestGemmIsa();  // whose functions widen and flip
  uint8_t flip = 0;
  int32_t zero_point = 0;
  // Of kFlipBytes and windows with whole lines: bytes from line to line of a
  // row, those of its elements rounded up to a group. What is filled up has any
  // values. 0: lines are adjacent.
  int64_t line_stride = 0;
};
// Each row is filled up to `out_stride` bytes: with zeros, but for kFlipBytes,
// whose filling is undefined. A matrix's rows have `depth` elements.
void GemmGatherIntegers(const GemmLeft& left, int64_t depth,
                        const GemmGather& how, int64_t begin, int64_t end,
                        uint8_t* out, int64_t out_stride);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ROWS_H_
