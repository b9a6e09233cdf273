#ifndef KERNELS_GEMM_GEMM_H_
#define KERNELS_GEMM_GEMM_H_

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/matrix.h"
#include "kernels/gemm/rows.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// Products of a left operand, whose rows are those of a matrix or the windows
// of an image, with a packed right one. The result's m rows are cut into blocks
// and its columns into runs of panels; each block times run is a task for a
// thread.

// How a product is cut up, and the scratch memory it needs. Depends on shapes
// and threads only, so it can be made while preparing.
struct GemmPlan {
  int64_t m = 0;
  int64_t block_rows = 0;    // rows of a task
  int64_t block_panels = 0;  // panels of a task
  bool gather = false;       // rows are copied into scratch memory first
  // Floats: a task multiplies so many depths of all its rows and panels at a
  // time, so that they stay in caches. 0: all depths.
  int64_t block_depth = 0;
  int slots = 1;  // tasks that can run at once
  size_t slot_bytes = 0;
  size_t copies_offset = 0;  // in a slot: rows copied where the others are not

  size_t scratch_bytes() const {
    return static_cast<size_t>(slots) * slot_bytes;
  }
};

// `window` is null where the left operand is a matrix.
GemmPlan PlanGemm(const GemmMatrix& right, int64_t m, const GemmWindow* window,
                  int threads);

// out(m, j) = clamp(sum + bias[j]). A NaN sum stays NaN.
struct GemmFloatResult {
  float* data = nullptr;
  GemmRowLayout layout;
  const float* bias = nullptr;  // n values, or null
  float min = 0, max = 0;
};

// `scratch` has plan.scratch_bytes(), 64-byte aligned.
void GemmFloats(const GemmPlan& plan, const GemmLeft& left,
                const GemmMatrix& right, const GemmFloatResult& result,
                void* scratch, ThreadPool& threads);

// The left integers' meaning: real = scale * (stored - zero_point).
struct GemmLeftType {
  bool is_unsigned = false;  // GemmType::kByte: UINT8
  int32_t zero_point = 0;
  // Or one for every `rows_per_zero_point` rows.
  const int32_t* row_zero_points = nullptr;
  int64_t rows_per_zero_point = 1;
};

// What a task does with a tile of 32-bit sums: rows [m, m + rows) and columns
// [n, n + columns), n a multiple of 16. Called by several threads at once.
class GemmSink {
 public:
  virtual ~GemmSink() = default;
  virtual void Store(const int32_t* sums, int64_t pitch, int64_t m,
                     int64_t rows, int64_t n, int64_t columns) const = 0;
  // True if Store is GemmIsa::requantize_floats with these columns, to the rows
  // of Rows(): a kernel may then do without sums in memory.
  virtual bool ByFloats(GemmRequantColumns*) const { return false; }
  // Where the results of rows [m, m + rows) go, from column n on.
  virtual void Rows(int64_t m, int64_t rows, int64_t n, uint8_t** out) const {}
};
// The same for 64-bit sums.
class GemmWideSink {
 public:
  virtual ~GemmWideSink() = default;
  virtual void Store(const int64_t* sums, int64_t pitch, int64_t m,
                     int64_t rows, int64_t n, int64_t columns) const = 0;
};

// What sums start from so that they end as
//   bias[j] + sum over k of (left - left zero point) * (right - right zero
//   point)
// modulo 2^32, except for what is subtracted for row zero points, see
// GemmRowOffset. Writes right.padded_columns() values. `bias` may be null.
void GemmStart(const GemmMatrix& right, const GemmLeftType& left,
               int32_t right_zero_point, const int32_t* bias, int32_t* start);

// The factor of the column's sum by which a row's sum is too large, for the
// row's zero point: 0 where the zero point was subtracted while rows were
// copied.
int32_t GemmRowOffset(const GemmMatrix& right, const GemmLeftType& left,
                      int32_t zero_point);

struct GemmIntegerArgs {
  GemmLeft left;
  GemmLeftType left_type;
  int32_t right_zero_point = 0;
  const int32_t* start = nullptr;  // from GemmStart
};

// Types kByte and kInt16; for kInt16 the caller guarantees that sums fit 32
// bits or may wrap.
void GemmIntegers(const GemmPlan& plan, const GemmIntegerArgs& args,
                  const GemmMatrix& right, const GemmSink& sink, void* scratch,
                  ThreadPool& threads);

// Type kInt16 with sums that are exact in 64 bits, from 0; zero points are 0.
void GemmWideIntegers(const GemmPlan& plan, const GemmLeft& left,
                      const GemmMatrix& right, const GemmWideSink& sink,
                      void* scratch, ThreadPool& threads);

// Sums over runs of the depth, for a right operand whose scale changes on the
// way. `partial` is the tile's own memory, zeros before the first run.
class GemmBlockSink {
 public:
  virtual ~GemmBlockSink() = default;
  virtual void Add(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
                   int64_t n, int64_t columns, int64_t block,
                   float* partial) const = 0;
  virtual void Finish(const float* partial, int64_t pitch, int64_t m,
                      int64_t rows, int64_t n, int64_t columns) const = 0;
};

// Type kByte: `block` depths, a multiple of right.group(), make a run. The left
// type has row zero points; zero points of the right operand are 0.
void GemmBlockIntegers(const GemmPlan& plan, const GemmIntegerArgs& args,
                       const GemmMatrix& right, int64_t block,
                       const GemmBlockSink& sink, void* scratch,
                       ThreadPool& threads);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_GEMM_H_
