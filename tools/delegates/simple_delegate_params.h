#ifndef TOOLS_DELEGATES_SIMPLE_DELEGATE_PARAMS_H_
#define TOOLS_DELEGATES_SIMPLE_DELEGATE_PARAMS_H_

#include "tensorflow_lite_lite/delegate/simple_delegate.h"
#include "tools/tool_params.h"

namespace tflite {
namespace tools {

// The options common to all delegates, from the flags of
// default_execution_provider: --max_delegated_partitions,
// --min_nodes_per_partition, --first_delegate_node_index,
// --last_delegate_node_index, --delegate_allow_nodes, --delegate_deny_nodes and
// --delegate_partition_order. Parameters that the tool lacks keep their
// defaults.
SimpleDelegateInterface::Options SimpleDelegateParams(const ToolParams& params);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_SIMPLE_DELEGATE_PARAMS_H_
