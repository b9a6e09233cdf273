#ifndef KERNELS_GEMM_GEMM_H_
#define KERNELS_GEMM_GEMM_H_

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/matrix.h"
#include "kernels/gemm/rows.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// Matrix products. The rows of the left operand are those of a matrix or the
// windows of an image; the right operand is packed in panels of columns
// (matrix.h). The rows of the result are divided into blocks and its columns
// into runs of panels; a block times a run is a task for a thread. A task
// computes tiles: a few rows times one panel, whose sums are in registers
// (isa.h).

// How a product is divided, and the scratch memory that it needs. Depends only
// on shapes and the number of threads, so it can be made in Prepare.
struct GemmPlan {
  int64_t m = 0;
  int64_t block_rows = 0;    // rows of a task
  int64_t block_panels = 0;  // panels of a task
  bool gather = false;       // rows are copied into scratch memory first
  // Floats: a task multiplies this much of the depth at a time, for all its
  // rows and panels, so that they stay in caches. 0: the whole depth.
  int64_t block_depth = 0;
  int slots = 1;  // tasks that can run at once
  uint64_t slot_bytes = 0;
  // In a slot, if rows are not gathered: where rows cut by an edge are copied.
  uint64_t copies_offset = 0;

  uint64_t scratch_bytes() const {
    return static_cast<uint64_t>(slots) * slot_bytes;
  }
};

// The run of the right operand's depth (GemmMatrix) for products of windows
// with n columns of bytes without zero points: 0, or a line of a window, where
// reading windows in place is worth its padding.
int64_t GemmRunOf(const GemmWindow& window, int64_t n,
                  const GemmIsa& isa = BestGemmIsa());

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

// How the left operand stores integers: real = scale * (stored - zero_point).
struct GemmLeftType {
  bool is_unsigned = false;  // GemmType::kByte: UINT8
  int32_t zero_point = 0;    // GemmType::kInt16: always 0
  // If not null, one for every `rows_per_zero_point` rows instead.
  const int32_t* row_zero_points = nullptr;
  int64_t rows_per_zero_point = 1;
};

// Receives finished tiles of 32-bit sums: rows [m, m + rows) and columns [n, n
// + columns), n a multiple of 16. Called by several threads at once.
class GemmSink {
 public:
  virtual ~GemmSink() = default;
  virtual void Store(const int32_t* sums, int64_t pitch, int64_t m,
                     int64_t rows, int64_t n, int64_t columns) const = 0;
  // True if GemmIsa::byte_rows or byte_results can do what Store does, with
  // rows [m, end) and rows->n columns from n on. Then `rows` gets where results
  // go, how sums become them, and the number of rows for which that is so;
  // `start`, which has the panel's start values, may be changed, but not where
  // results are bytes. If true for a task, then also for the rest of its rows.
  virtual bool Results(int64_t m, int64_t end, int64_t n, int32_t* start,
                       GemmIntRows* rows) const {
    return false;
  }
};
// The same for 64-bit sums.
class GemmWideSink {
 public:
  virtual ~GemmWideSink() = default;
  virtual void Store(const int64_t* sums, int64_t pitch, int64_t m,
                     int64_t rows, int64_t n, int64_t columns) const = 0;
};

// Computes the start values of sums, which make up for the zero points: a sum
// of stored values then ends as
//   bias[j] + sum over k of (left - left zero point) * (right - right zero
//   point)
// modulo 2^32. Only zero points per row are left to the sink (GemmRowOffset).
// Writes right.padded_columns() values. `bias` may be null.
void GemmStart(const GemmMatrix& right, const GemmLeftType& left,
               int32_t right_zero_point, const int32_t* bias, int32_t* start);

// With zero points per row, a sum is too large by this factor times the sum of
// the weights of its column. 0 if the zero point is subtracted while rows are
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

// Type kInt16 with 64-bit sums, without start values and zero points.
void GemmWideIntegers(const GemmPlan& plan, const GemmLeft& left,
                      const GemmMatrix& right, const GemmWideSink& sink,
                      void* scratch, ThreadPool& threads);

// Receives the sums of a tile over one run of the depth after another, for a
// right operand whose scale changes along the depth. `partial` is memory of the
// tile, zeros before the first run.
class GemmBlockSink {
 public:
  virtual ~GemmBlockSink() = default;
  virtual void Add(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
                   int64_t n, int64_t columns, int64_t block,
                   float* partial) const = 0;
  virtual void Finish(const float* partial, int64_t pitch, int64_t m,
                      int64_t rows, int64_t n, int64_t columns) const = 0;
};

// Type kByte. A run has `block` elements of the depth, a multiple of
// right.group(). The left operand has zero points per row, the right operand
// has none.
void GemmBlockIntegers(const GemmPlan& plan, const GemmIntegerArgs& args,
                       const GemmMatrix& right, int64_t block,
                       const GemmBlockSink& sink, void* scratch,
                       ThreadPool& threads);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_GEMM_H_
