#ifndef DELEGATES_EDGETPU_COMPILED_PARTITION_H_
#define DELEGATES_EDGETPU_COMPILED_PARTITION_H_

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/edgetpu/compiled_node.h"

namespace tflite::edgetpu {

using namespace delegates;

// The executable in the options of a node. An error says why it is none.
StatusOr<Executable> ExecutableOf(const TfLiteNode& node);

// A partition of edgetpu-custom-op nodes, which run one after the other.
class CompiledPartition : public PartitionProgram {
 public:
  // `device` may be null. An error names the node.
  static StatusOr<std::unique_ptr<CompiledPartition>> Create(
      TfLiteContext* context, const DelegatedPartition& partition,
      const std::shared_ptr<VirtualDevice>& device);

  Status Prepare(TfLiteContext* context) override;
  Status Run(TfLiteContext* context) override;

  const CompiledNode& node(size_t i) const { return *steps_[i].node; }
  size_t num_nodes() const { return steps_.size(); }

 private:
  struct Step {
    std::string name;  // of the host's node, for messages
    std::unique_ptr<CompiledNode> node;
    std::vector<int> inputs, outputs;  // tensors of the host
  };

  // The bytes of a tensor: the host's, or those of inner_.
  StatusOr<absl::Span<uint8_t>> BytesOf(TfLiteContext* context, int tensor);

  std::vector<Step> steps_;
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  struct Inner {
    std::unique_ptr<uint8_t, Free> bytes;
    size_t size = 0;
  };

  // Between the nodes; the host has no memory for these tensors.
  std::map<int, Inner> inner_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILED_PARTITION_H_
