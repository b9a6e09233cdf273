// The flags common to all delegates.

#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace tools {

class DefaultExecutionProvider : public DelegateProvider {
 public:
  DefaultExecutionProvider() {
    default_params_.AddParam("help", ToolParam::Create<bool>(false));
    default_params_.AddParam("num_threads", ToolParam::Create<int32_t>(-1));
    default_params_.AddParam("max_delegated_partitions",
                             ToolParam::Create<int32_t>(0));
    default_params_.AddParam("min_nodes_per_partition",
                             ToolParam::Create<int32_t>(0));
    default_params_.AddParam("delegate_serialize_dir",
                             ToolParam::Create<std::string>(""));
    default_params_.AddParam("delegate_serialize_token",
                             ToolParam::Create<std::string>(""));
    default_params_.AddParam("first_delegate_node_index",
                             ToolParam::Create<int32_t>(0));
    default_params_.AddParam("last_delegate_node_index",
                             ToolParam::Create<int32_t>(INT32_MAX));
    default_params_.AddParam("delegate_allow_nodes",
                             ToolParam::Create<std::string>(""));
    default_params_.AddParam("delegate_deny_nodes",
                             ToolParam::Create<std::string>(""));
    default_params_.AddParam("delegate_partition_order",
                             ToolParam::Create<std::string>("gain"));
    default_params_.AddParam("require_delegation",
                             ToolParam::Create<bool>(false));
    default_params_.AddParam("gpu_invoke_loop_times",
                             ToolParam::Create<int32_t>(-1));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>("help", params, "Print this help."),
        CreateFlag<int32_t>(
            "num_threads", params,
            "Number of threads for CPU kernels and for delegates that "
            "run on the CPU; -1 lets the runtime choose."),
        CreateFlag<int32_t>(
            "max_delegated_partitions", params,
            "Maximum number of partitions per delegate; 0 leaves it to the "
            "delegate."),
        CreateFlag<int32_t>(
            "min_nodes_per_partition", params,
            "Minimum number of nodes of a delegated partition; 0 leaves it "
            "to the delegate."),
        CreateFlag<int32_t>("first_delegate_node_index", params,
                            "Index of the first node a delegate may take."),
        CreateFlag<int32_t>("last_delegate_node_index", params,
                            "Index of the last node a delegate may take."),
        CreateFlag<std::string>(
            "delegate_allow_nodes", params,
            "Nodes that delegates may take, separated by commas: operators "
            "(CONV_2D), "
            "indices (#12), parts of output names (name:conv1). "
            "Empty for all."),
        CreateFlag<std::string>(
            "delegate_deny_nodes", params,
            "Nodes that delegates must not take, in the form of "
            "delegate_allow_nodes."),
        CreateFlag<std::string>(
            "delegate_partition_order", params,
            "Which partitions max_delegated_partitions keeps: gain (most "
            "computation after subtracting the cost of copies) or size (most "
            "nodes)."),
        CreateFlag<bool>("require_delegation", params,
                         "Fail if a delegate cannot be applied or fails in a "
                         "run, instead of "
                         "continuing on the CPU."),
        CreateFlag<std::string>("delegate_serialize_dir", params,
                                "Folder where delegates store what they have "
                                "compiled."),
        CreateFlag<std::string>("delegate_serialize_token", params,
                                "Name of the model in that folder."),
        CreateFlag<int32_t>(
            "gpu_invoke_loop_times", params,
            "How often a GPU delegate runs its program per invoke, for "
            "measurements; -1: once."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, "help", "Display help", verbose);
    LOG_TOOL_PARAM(params, int32_t, "num_threads",
                   "#threads used for CPU inference", verbose);
    LOG_TOOL_PARAM(params, int32_t, "max_delegated_partitions",
                   "Max number of delegated partitions", verbose);
    LOG_TOOL_PARAM(params, int32_t, "min_nodes_per_partition",
                   "Min nodes per partition", verbose);
    LOG_TOOL_PARAM(params, int32_t, "first_delegate_node_index",
                   "Index of the first node that could be delegated", verbose);
    LOG_TOOL_PARAM(params, int32_t, "last_delegate_node_index",
                   "Index of the last node that could be delegated", verbose);
    LOG_TOOL_PARAM(params, std::string, "delegate_allow_nodes",
                   "Nodes that could be delegated", verbose);
    LOG_TOOL_PARAM(params, std::string, "delegate_deny_nodes",
                   "Nodes that are not delegated", verbose);
    LOG_TOOL_PARAM(params, std::string, "delegate_partition_order",
                   "Partitions to prefer", verbose);
    LOG_TOOL_PARAM(params, bool, "require_delegation", "Require delegation",
                   verbose);
    LOG_TOOL_PARAM(params, std::string, "delegate_serialize_dir",
                   "Directory for delegate serialization", verbose);
    LOG_TOOL_PARAM(params, std::string, "delegate_serialize_token",
                   "Model-specific token/key for serialization", verbose);
    LOG_TOOL_PARAM(params, int32_t, "gpu_invoke_loop_times",
                   "Number of GPU delegate invoke loop iterations", verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams&) const final {
    return CreateNullDelegate();
  }
  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams&) const final {
    return {CreateNullDelegate(), 0};
  }
  std::string GetName() const final { return "Default-NoDelegate"; }
};

REGISTER_DELEGATE_PROVIDER(DefaultExecutionProvider);

}  // namespace tools
}  // namespace tflite
