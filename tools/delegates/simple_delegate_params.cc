#include "tools/delegates/simple_delegate_params.h"

#include <string>

#include "tools/logging.h"

namespace tflite {
namespace tools {
namespace {

template <typename T>
void Read(const ToolParams& params, const char* name, T* value) {
  if (params.HasParam(name)) *value = params.Get<T>(name);
}

}  // namespace

SimpleDelegateInterface::Options SimpleDelegateParams(
    const ToolParams& params) {
  SimpleDelegateInterface::Options options;
  Read(params, "max_delegated_partitions", &options.max_delegated_partitions);
  Read(params, "min_nodes_per_partition", &options.min_nodes_per_partition);
  Read(params, "first_delegate_node_index", &options.first_delegate_node_index);
  Read(params, "last_delegate_node_index", &options.last_delegate_node_index);
  Read(params, "delegate_allow_nodes", &options.allow);
  Read(params, "delegate_deny_nodes", &options.deny);
  std::string order = "gain";
  Read(params, "delegate_partition_order", &order);
  if (order == "size") {
    options.partition_order = SimpleDelegateInterface::PartitionOrder::kBySize;
  } else if (order != "gain") {
    TFLITE_LOG(WARN) << "delegate_partition_order is '" << order
                     << "' instead of gain or size; using gain.";
  }
  return options;
}

}  // namespace tools
}  // namespace tflite
