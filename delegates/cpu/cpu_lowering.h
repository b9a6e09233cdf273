#ifndef DELEGATES_CPU_CPU_LOWERING_H_
#define DELEGATES_CPU_CPU_LOWERING_H_

#include "delegates/common/graph_facts.h"
#include "delegates/common/lowering.h"
#include "delegates/cpu/cpu_program.h"

namespace tflite::cpu {

// What plans know of the graph.
struct CpuCaps : GraphFacts {};

// The operators that the delegate supports. ADD, MUL, PAD and activations only
// beside a layer, of which they become part.
const LoweringTable<CpuCaps, CpuBuilder>& CpuLowering();

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_LOWERING_H_
