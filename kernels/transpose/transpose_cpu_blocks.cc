#include "kernels/transpose/transpose_cpu_blocks.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

// Few rows, as of RGB planes, and the columns of them done together.
constexpr int64_t kFewRows = 3, kFewRowsColumns = 512;

// The number of rows, `stride` bytes apart and at most `most`, whose beginnings
// a first-level cache of 64 sets keeps. Rows collide where their distance is
// that of lines of one set, up to `near` bytes.
int64_t RowsInCache(int64_t stride, int64_t near, int64_t most) {
  constexpr int64_t kSetDistance = 64 * kTransposeLine, kWays = 8;
  for (int64_t n = 1; n * kWays < most; ++n) {
    const int64_t beyond = n * stride % kSetDistance;
    if (std::min(beyond, kSetDistance - beyond) <= near) return n * kWays;
  }
  return most;
}

}  // namespace

TransposeBlocks ChooseTransposeBlocks(int64_t bytes, int64_t rows,
                                      int64_t columns, int64_t in_stride,
                                      int64_t out_stride) {
  // Of `least` rows, pieces are long enough to begin and end within lines.
  const int64_t most = 256, least = bytes == 8 ? 64 : 128;
  const int64_t line = kTransposeLine / bytes, width = 4 * line;
  if (rows <= kFewRows) return {kFewRows, kFewRowsColumns};
  const int64_t fitting = RowsInCache(in_stride * bytes, 0, most);
  if (fitting == most) {
    // More of narrow rows.
    return {std::max(most, most * line / std::max<int64_t>(columns, 1)), width};
  }
  if (fitting >= least) return {fitting, width};
  // Pieces of one line, if the cache keeps the ends of those of many columns.
  if (bytes >= 4 && RowsInCache(out_stride * bytes, 16, 64) == 64) {
    return {std::max(fitting, line), width};
  }
  return {kBufferedRows, kBufferedLines * line, true};
}

}  // namespace tflite::kernels
