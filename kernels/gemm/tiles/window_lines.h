#ifndef KERNELS_GEMM_TILES_WINDOW_LINES_H_
#define KERNELS_GEMM_TILES_WINDOW_LINES_H_

#include <cstdint>

#include "kernels/gemm/rows.h"

namespace tflite::kernels {

// Windows of bytes in place, in a copy of the lines of the image that they
// read: as windows overlap, that is less to copy than the windows themselves.
class GemmWindowLines {
 public:
  // Copies what rows [begin, end) need to memory of `bytes` bytes, with the
  // bits set in `flip` inverted and the stored value `padding` outside of the
  // image. Whole groups of four bytes can be read, of the last run, too. False,
  // with nothing written, where that does not pay, the memory is too small, the
  // rows are of several images, or a window does not consist of lines.
  bool Copy(const GemmLeft& left, uint8_t flip, uint8_t padding, int64_t begin,
            int64_t end, uint8_t* memory, int64_t bytes);

  // end - begin pointers to the first runs; the next run is run_step() on.
  const uint8_t* const* rows() const { return rows_; }
  int64_t runs() const { return runs_; }
  int64_t run_step() const { return run_step_; }

 private:
  const uint8_t** rows_ = nullptr;
  int64_t runs_ = 0, run_step_ = 0;
};

// The lines that some windows of floats read, with the padding beside them, so
// that no edge cuts a window. Of small images, most windows are cut, and each
// of them would be copied on its own.
class GemmPaddedLines {
 public:
  GemmPaddedLines() = default;
  GemmPaddedLines(const GemmPaddedLines&) = delete;
  GemmPaddedLines& operator=(const GemmPaddedLines&) = delete;

  // Copies what rows [begin, end) read to memory of `bytes` bytes. False, with
  // nothing written, where the windows that are cut are less to copy, the
  // memory is too small, there are several images, or lines are not solid.
  bool Copy(const GemmLeft& left, int64_t begin, int64_t end, float* memory,
            int64_t bytes);

  // The same rows, read from the copy.
  const GemmLeft& left() const { return left_; }

 private:
  GemmWindow window_;
  GemmLeft left_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_TILES_WINDOW_LINES_H_
