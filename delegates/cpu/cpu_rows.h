#ifndef DELEGATES_CPU_CPU_ROWS_H_
#define DELEGATES_CPU_CPU_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "delegates/common/value_graph.h"
#include "kernels/binary/binary_compute.h"
#include "kernels/reduce/reduce_compute.h"
#include "kernels/unary/unary_compute.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/thread_pool.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::cpu {

using namespace delegates;

// Whether the operator may make a column of rows.
inline bool ReducesRows(int builtin_code) {
  return builtin_code == kTfLiteBuiltinMean ||
         builtin_code == kTfLiteBuiltinSum ||
         builtin_code == kTfLiteBuiltinReduceMax;
}

// The elements of a tensor of FLOAT32 that belong to a row of a matrix.
enum class RowForm {
  kMatrix,  // [rows, width]: as many as the row has
  kColumn,  // [rows, 1]: one
  kShared,  // [width]: the same for all rows
  kScalar,  // the same one for all rows
};

// The rows of a shape, which has elements, are its last axis. A width of 1 is
// that of columns.
struct RowExtents {
  int64_t rows = 1, width = 1;
};
RowExtents RowExtentsOf(const Shape& shape);

// How `operand` takes part in results of shape `out`; nothing if it is
// broadcast in another way.
std::optional<RowForm> RowFormOf(const Shape& operand, const Shape& out);

// An operator on rows: of elements in the same place, or of all elements of a
// row, which it makes one.
struct RowStep {
  struct Operand {
    ValueId value = kNoValue;
    RowForm form = RowForm::kMatrix;
  };
  std::variant<kernels::Binary, kernels::Unary, kernels::Reduce> op;
  Operand in[2];  // the second one of kernels::Binary only
  Operand out;    // kMatrix or kColumn

  bool is_binary() const { return std::holds_alternative<kernels::Binary>(op); }
  bool is_reduction() const {
    return std::holds_alternative<kernels::Reduce>(op);
  }
  int num_inputs() const { return is_binary() ? 2 : 1; }
};

// Operators one after another on the rows of matrices of one size.
struct RowSteps {
  RowExtents extents;  // a width of 1 as long as there are only columns
  std::vector<RowStep> steps;

  bool has_reduction() const;
};

// Runs all operators on a few rows at a time, so that what they write in
// between stays in the cache. Immutable.
class RowProgram {
 public:
  // `is_inner` of values that only these operators use.
  RowProgram(const RowSteps& rows,
             const std::function<bool(ValueId)>& is_inner);

  size_t ScratchBytes(int threads) const {
    return slot_bytes_ * static_cast<size_t>(threads);
  }
  // `place` gives the memory of the values that are not inner ones. `scratch`
  // has ScratchBytes(pool.num_threads()), 64-byte aligned.
  void Run(const std::function<void*(ValueId)>& place, void* scratch,
           base::ThreadPool& pool) const;

 private:
  // Where an operand's elements of a block of rows lie.
  struct Operand {
    int outer = -1;     // index to outer_; -1: in the slot, at
    size_t offset = 0;  // floats
    int64_t step = 0;   // floats from row to row
  };
  struct Step {
    Operand x, y, out;
    int64_t width = 1;  // of the results
    // One of these.
    std::optional<kernels::BinaryPairs> pairs;
    kernels::FloatLoop loop = nullptr;
    std::optional<kernels::RowReduction> reduction;
    // The elements of all rows of a block are one run.
    bool together = true;
  };
  class Room;
  struct Block;

  Operand OperandOf(const RowStep::Operand& operand, const Room& room);
  Step StepOf(const RowStep& step, const Room& room);
  static void RunStep(const Step& step, const Block& block);

  RowExtents extents_;
  std::vector<ValueId> outer_;
  std::vector<Step> steps_;
  int64_t block_rows_ = 1;
  size_t slot_bytes_ = 0;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_ROWS_H_
