#ifndef DELEGATES_CPU_CPU_PROGRAM_H_
#define DELEGATES_CPU_CPU_PROGRAM_H_

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/common/value_builder.h"
#include "delegates/cpu/cpu_chain.h"
#include "delegates/cpu/cpu_rows.h"
#include "kernels/activation/activation_compute.h"
#include "kernels/binary/binary.h"

namespace tflite::cpu {

// A layer and what becomes of its results, or null.
struct CallStep {
  LayerSpec layer;
  std::shared_ptr<const ResultCurve> curve;
};

// One node, or several that fusion has made one. Operand 0 is read, operand 1
// is written; operand 2 is the other operand of an addition or a product. The
// factors of `scale` are behind these.
struct CpuCall : PartitionCall {
  enum class Kind {
    kLayers,
    kTable,  // of bytes
    kRows,   // programs run no other kinds than these three
    kAdd,    // operands 0 and 2
    kPad,
    kClamp,
    kCurve,
    kProduct,  // operands 0 and 2, of which one is a curve of the other
    kScale,    // operand 0 by the factors in operand 2
  };
  Kind kind = Kind::kLayers;
  std::vector<CallStep> steps;  // kLayers: one after another
  // kAdd, kLayers followed by one, kProduct, kScale.
  std::optional<kernels::Binary> binary;
  std::optional<kernels::Binary> scale;             // kLayers: of their input
  bool result_first = true;                         // see ResidualAdd
  std::shared_ptr<const ResultCurve> curve;         // kCurve
  std::shared_ptr<const kernels::ByteTable> table;  // kTable
  // kRows; one step of other kinds that no layer may take in.
  std::optional<RowSteps> rows;
  bool factors_per_image = false;  // kScale, kLayers: InputScale
  // Bytes of the largest value that fusion has removed.
  int64_t fused_bytes = 0;
  // kPad: zeros around an image of this size.
  int32_t pad_top = 0, pad_left = 0, in_height = 0, in_width = 0;
  float min = 0, max = 0;  // kClamp

  // False for what only becomes part of other calls.
  bool runs() const {
    return kind == Kind::kLayers || kind == Kind::kTable || kind == Kind::kRows;
  }
  bool Uses(ValueId value) const {
    return std::any_of(
        operands.begin(), operands.end(),
        [value](const ValueUse& use) { return use.value == value; });
  }
  ValueId in() const { return operands[0].value; }
  ValueId out() const { return operands[1].value; }
  // Of calls with `binary` and with `scale`.
  ValueId residual() const { return operands[2].value; }
  ValueId factors() const { return operands.back().value; }
};

using CpuBuilder = CallBuilder<CpuCall>;
using CpuGraph = ValueGraph<CpuCall>;

// Fuses additions, padding, activations, products with these and factors of
// channels into layers, layers into chains, products of bytes with a table
// of one operand into the table, and what is left of the operators on rows.
// Calls of other kinds that are left cannot run.
void FuseCalls(const ChainLimits& limits, CpuGraph* graph);

// A program of a fused graph, all of whose calls are layers, tables or rows. An
// error
// when there is not enough memory.
StatusOr<std::unique_ptr<PartitionProgram>> MakeCpuProgram(
    CpuGraph graph, const ChainLimits& limits, LayerStore* store);

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_PROGRAM_H_
