#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {

// "kTfLiteArenaRw".
const char* AllocTypeName(TfLiteAllocationType type);

// Writes the tensors, nodes and plan of every subgraph to stdout. The lengths
// are widths of columns, in characters; longer entries are cut.
void PrintInterpreterState(const impl::Interpreter* interpreter,
                           int32_t tensor_name_display_length = 25,
                           int32_t tensor_type_display_length = 15,
                           int32_t alloc_type_display_length = 18);

// Which nodes of a subgraph run in a delegate's node, and in which.
struct SubgraphDelegationMetadata {
  std::vector<bool> is_node_delegated;  // by node index
  // The delegate's node that stands for a node, or -1.
  std::vector<int> replaced_by_node;
  bool has_delegate_applied = false;
};

SubgraphDelegationMetadata GetNodeDelegationMetadata(const Subgraph& subgraph);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_
