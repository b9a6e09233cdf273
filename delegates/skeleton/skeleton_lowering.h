#ifndef DELEGATES_SKELETON_SKELETON_LOWERING_H_
#define DELEGATES_SKELETON_SKELETON_LOWERING_H_

#include "delegates/common/graph_facts.h"
#include "delegates/common/lowering.h"
#include "delegates/skeleton/skeleton_program.h"

namespace tflite::skeleton {

using namespace delegates;

// Properties of the device that decide whether it can run an operator or a
// partition.
struct SkeletonCaps : GraphFacts {
  int64_t most_elements = int64_t{1} << 30;  // of one tensor
  MemoryLimits memory;                       // for values within a partition
};

// The operators that the delegate supports.
const LoweringTable<SkeletonCaps, SkeletonBuilder>& SkeletonLowering();

}  // namespace tflite::skeleton

#endif  // DELEGATES_SKELETON_SKELETON_LOWERING_H_
