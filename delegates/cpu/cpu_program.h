#ifndef DELEGATES_CPU_CPU_PROGRAM_H_
#define DELEGATES_CPU_CPU_PROGRAM_H_

#include <memory>
#include <optional>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/common/value_builder.h"
#include "delegates/cpu/cpu_layer.h"
#include "kernels/binary/binary.h"

namespace tflite::cpu {

// One node, or several that fusion has made one. Operand 0 is read, operand 1
// is written; operand 2 is the other operand of an addition.
struct CpuCall : PartitionCall {
  enum class Kind {
    kLayers,  // the only kind that a program runs
    kAdd,     // operands 0 and 2
    kPad,
    kClamp,
  };
  Kind kind = Kind::kLayers;
  std::vector<LayerSpec> layers;       // kLayers: one after another
  std::optional<kernels::Binary> add;  // kAdd, and kLayers followed by one
  bool result_first = true;            // see ResidualAdd
  // kPad: zeros around an image of this size.
  int32_t pad_top = 0, pad_left = 0, in_height = 0, in_width = 0;
  float min = 0, max = 0;  // kClamp

  ValueId in() const { return operands[0].value; }
  ValueId out() const { return operands[1].value; }
};

using CpuBuilder = CallBuilder<CpuCall>;
using CpuGraph = ValueGraph<CpuCall>;

// The largest intermediate results that a chain keeps in the cache.
struct ChainLimits {
  int64_t strip_bytes = 0;        // 0: no chains
  int64_t least_value_bytes = 0;  // smaller ones are not worth a chain
};

// Fuses additions, padding and activations into layers, and layers into chains.
// Calls of other kinds that are left cannot run.
void FuseCalls(const ChainLimits& limits, CpuGraph* graph);

// A program of a fused graph, all of whose calls are layers. An error when
// there is not enough memory.
StatusOr<std::unique_ptr<PartitionProgram>> MakeCpuProgram(
    CpuGraph graph, const ChainLimits& limits, LayerStore* store);

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_PROGRAM_H_
