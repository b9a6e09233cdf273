#ifndef DELEGATES_EDGETPU_COMPILER_COMPILE_H_
#define DELEGATES_EDGETPU_COMPILER_COMPILE_H_

#include <vector>

#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/isa/program.h"

namespace tflite::edgetpu {

// A node whose weights and biases are in the parameters; without the buffers of
// the model, which the compiler does not know.
struct PackedNode {
  int node = -1;  // in the graph
  // Of the node; -1: the constants are not an input's.
  int weights_input = -1, bias_input = -1;
  PackedLayer packing;
};

struct CompiledProgram {
  Program program;
  // The host's tensors that the program's inputs and outputs are.
  std::vector<int> inputs, outputs;
  // By output: which input it is the next value of, -1 for none. Both are the
  // same tensor, a variable.
  std::vector<int> states;
  // Of the parameters, those that are in the store, and those that are not.
  uint64_t cached_bytes = 0, streamed_bytes = 0;
  // Of the store, from its beginning, what values need during a run.
  uint64_t value_bytes = 0;
  std::vector<int> layer_nodes;  // of the graph, by layer of the program; or -1
  std::vector<PackedNode> packed;
};

// The host's tensors of a graph's program: inputs, outputs, states, and their
// bytes in the memory map. Nothing else is set.
CompiledProgram BoundaryOf(const LayerGraph& graph);

// The program that computes the layers on a target; `images` are the shapes of
// the graph's values. Of the parameter store, the first `store_begin` bytes may
// hold values but no parameters. An error names the layer. Pure.
StatusOr<CompiledProgram> CompileLayers(const LayerGraph& graph,
                                        const std::vector<Image>& images,
                                        const Target& target,
                                        uint64_t store_begin = 0);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_COMPILE_H_
