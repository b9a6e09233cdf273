#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {

// Returns the name of the enumerator, e.g. "kTfLiteArenaRw".
const char* AllocTypeName(TfLiteAllocationType type);

// Prints the tensors, nodes and plan of every subgraph to stdout. The lengths
// are column widths in characters; longer entries are truncated.
void PrintInterpreterState(const impl::Interpreter* interpreter,
                           int32_t tensor_name_display_length = 25,
                           int32_t tensor_type_display_length = 15,
                           int32_t alloc_type_display_length = 18);

// Which nodes of a subgraph are delegated, and which delegate's node runs them.
struct SubgraphDelegationMetadata {
  std::vector<bool> is_node_delegated;  // indexed by node
  // For each node the delegate's node that replaces it, or -1.
  std::vector<int> replaced_by_node;
  bool has_delegate_applied = false;
};

SubgraphDelegationMetadata GetNodeDelegationMetadata(const Subgraph& subgraph);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_OPTIONAL_DEBUG_TOOLS_H_
