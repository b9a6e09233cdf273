#ifndef KERNELS_MATH_BROADCAST_H_
#define KERNELS_MATH_BROADCAST_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// A piece of the output that is contiguous in memory, and the position of each
// operand for it. Offsets count elements.
struct BroadcastRow {
  int64_t out;
  int64_t in[3];
  int64_t count;
};

// Adjacent rows in one: elements of the output, and as many of each
// operand, which follow each other in memory.
struct BroadcastBlock {
  int64_t out;        // offset in elements
  const void* in[2];  // the operand's own memory, or a copy of what it repeats
  int64_t count;
};

// A walk over a dense output to which up to three dense operands are broadcast.
// Adjacent dimensions that move alike are one, so that equal shapes and
// scalars give a single row. Any rank.
class Broadcast {
 public:
  Broadcast() = default;
  // Every operand must broadcast to `out`.
  Broadcast(const Shape& out, absl::Span<const Shape> operands);

  // Whether operand i moves along a row; otherwise one element of it meets the
  // whole row.
  bool moves(int i) const { return row_stride_[i] != 0; }
  int64_t num_elements() const { return rows_ * row_; }
  // True when operand i is walked exactly as the output.
  bool is_dense(int i) const { return rows_ == 1 && moves(i); }

  // Whether there are several rows, so short that a call for each costs more
  // than copying what moves otherwise than the output. `limit` is at most 1024.
  bool has_short_rows(int64_t limit = kShortRow) const {
    return rows_ > 1 && row_ < limit;
  }
  // For those, and up to two operands, `element_bytes` being 1, 2, 4 or 8:
  // calls `body` for blocks of rows, on several threads as ForEachRow does.
  void ForEachBlock(ThreadPool& threads, int64_t grain, int element_bytes,
                    absl::Span<const void* const> operands,
                    absl::FunctionRef<void(const BroadcastBlock&)> body) const;

  // Calls `body` for every row, in order. None is empty.
  void ForEachRow(absl::FunctionRef<void(const BroadcastRow&)> body) const;
  // The same on several threads where the output is larger than `grain`
  // elements, in no order; long rows come in pieces.
  void ForEachRow(ThreadPool& threads, int64_t grain,
                  absl::FunctionRef<void(const BroadcastRow&)> body) const;

 private:
  struct Axis {
    int64_t extent;
    int64_t stride[3];
  };

  static constexpr int64_t kShortRow = 48;

  // Whether operand i moves along all axes, hence as the output does.
  bool RunsThrough(int i) const;
  // Whether each row has the same elements of operand i.
  bool RepeatsRow(int i) const;
  // Copies what operand i gives to rows [begin, end).
  void CopyRows(int i, int64_t begin, int64_t end, const void* operand,
                int element_bytes, void* to) const;
  void Walk(int64_t begin, int64_t end, int64_t pieces, int64_t piece,
            absl::FunctionRef<void(const BroadcastRow&)> body) const;

  absl::InlinedVector<Axis, 4> outer_;  // outermost first, rows left out
  int64_t rows_ = 1;
  int64_t row_ = 1;                    // elements of a row
  int64_t row_stride_[3] = {1, 1, 1};  // 0 or 1
};

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BROADCAST_H_
