#ifndef DELEGATES_SKELETON_SKELETON_PROGRAM_H_
#define DELEGATES_SKELETON_SKELETON_PROGRAM_H_

#include <memory>

#include "delegates/common/memory_plan.h"
#include "delegates/common/partition_kernel.h"
#include "delegates/common/value_builder.h"

namespace tflite::skeleton {

using namespace delegates;

// The device's operation for one node. The operands are the values it reads,
// followed by the value it writes.
struct SkeletonCall : PartitionCall {
  enum Opcode { kNegate };

  Opcode opcode;
  int64_t elements;
};

// Collects the calls of a partition. A library's builder would derive from
// PartitionBuilder and hold the library's graph.
using SkeletonBuilder = CallBuilder<SkeletonCall>;
using SkeletonGraph = ValueGraph<SkeletonCall>;

// Creates a program from the calls. ResourceExhausted if the values do not fit
// in memory. For a real device, this records commands or calls a compiler.
StatusOr<std::unique_ptr<PartitionProgram>> MakeSkeletonProgram(
    SkeletonGraph graph, const MemoryLimits& memory);

}  // namespace tflite::skeleton

#endif  // DELEGATES_SKELETON_SKELETON_PROGRAM_H_
