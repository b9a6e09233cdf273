#ifndef DELEGATES_SKELETON_SKELETON_PROGRAM_H_
#define DELEGATES_SKELETON_SKELETON_PROGRAM_H_

#include <memory>
#include <vector>

#include "delegates/common/partition_kernel.h"

namespace tflite::skeleton {

using namespace delegates;

// What the device does for one node.
struct SkeletonInstruction {
  enum Opcode { kNegate };

  Opcode opcode;
  std::vector<int> inputs;  // tensors of the graph
  int output;
  int64_t elements;
};

// Collects the instructions of a partition and makes a program of them. A real
// device's builder records commands, packs weights, or calls a compiler.
class SkeletonBuilder {
 public:
  // `partition` outlives the builder.
  explicit SkeletonBuilder(const DelegatedPartition& partition)
      : partition_(partition) {}

  void Add(SkeletonInstruction instruction) {
    instructions_.push_back(std::move(instruction));
  }

  // Errors of the device's library would be returned here.
  StatusOr<std::unique_ptr<PartitionProgram>> Finish();

 private:
  const DelegatedPartition& partition_;
  std::vector<SkeletonInstruction> instructions_;
};

}  // namespace tflite::skeleton

#endif  // DELEGATES_SKELETON_SKELETON_PROGRAM_H_
