#include "delegates/edgetpu/compiled_partition.h"

#include <algorithm>
#include <utility>

namespace tflite::edgetpu {
namespace {

bool Has(const std::vector<int>& list, int tensor) {
  return std::find(list.begin(), list.end(), tensor) != list.end();
}

}  // namespace

StatusOr<Executable> ExecutableOf(const TfLiteNode& node) {
  const auto* bytes = static_cast<const uint8_t*>(node.custom_initial_data);
  const int size = bytes == nullptr ? 0 : node.custom_initial_data_size;
  TFLL_ASSIGN_OR_RETURN(
      Executable executable,
      ParseExecutable({bytes, static_cast<size_t>(std::max(size, 0))}));
  const auto count = [](const TfLiteIntArray* a) {
    return a == nullptr ? 0 : static_cast<size_t>(a->size);
  };
  const auto outputs = static_cast<size_t>(
      std::count_if(executable.outputs.begin(), executable.outputs.end(),
                    [](const HostTensor& output) { return output.state < 0; }));
  if (count(node.inputs) != executable.inputs.size() ||
      count(node.outputs) != outputs) {
    return Invalid("the executable has ", executable.inputs.size(),
                   " inputs and ", outputs, " outputs, the node has ",
                   count(node.inputs), " and ", count(node.outputs));
  }
  return executable;
}

StatusOr<std::unique_ptr<CompiledPartition>> CompiledPartition::Create(
    TfLiteContext* context, const DelegatedPartition& partition,
    const std::shared_ptr<VirtualDevice>& device) {
  auto program = std::make_unique<CompiledPartition>();
  for (const std::unique_ptr<OwnedNode>& owned : partition.nodes) {
    const GraphNode node = owned->get();
    const auto create = [&]() -> StatusOr<std::unique_ptr<CompiledNode>> {
      TFLL_ASSIGN_OR_RETURN(Executable executable, ExecutableOf(*node.node));
      return CompiledNode::Create(std::move(executable), device);
    };
    auto created = create();
    if (!created.ok()) {
      return Annotate(created.status(), Describe(context, node));
    }
    Step step;
    step.name = Describe(context, node);
    step.node = *std::move(created);
    for (int i = 0; i < node.num_inputs(); ++i) {
      step.inputs.push_back(node.input(i));
    }
    for (int i = 0; i < node.num_outputs(); ++i) {
      const int tensor = node.output(i);
      step.outputs.push_back(tensor);
      if (!Has(partition.outputs, tensor)) {
        // As large as a damaged file says: none is no reason to abort.
        Inner& inner = program->inner_[tensor];
        inner.size = step.node->outputs()[static_cast<size_t>(i)].bytes;
        inner.bytes.reset(static_cast<uint8_t*>(
            std::calloc(std::max<size_t>(inner.size, 1), 1)));
        if (inner.bytes == nullptr) {
          return base::ResourceExhausted(
              step.name, ": no memory for an output of ", inner.size, " bytes");
        }
      }
    }
    program->steps_.push_back(std::move(step));
  }
  return program;
}

StatusOr<absl::Span<uint8_t>> CompiledPartition::BytesOf(TfLiteContext* context,
                                                         int tensor) {
  const auto inner = inner_.find(tensor);
  if (inner != inner_.end()) {
    return absl::Span<uint8_t>(inner->second.bytes.get(), inner->second.size);
  }
  TfLiteTensor& t = context->tensors[tensor];
  if (t.data.data == nullptr) {
    return Internal("tensor '", t.name == nullptr ? "" : t.name,
                    "' has no memory");
  }
  return absl::Span<uint8_t>(static_cast<uint8_t*>(t.data.data), t.bytes);
}

Status CompiledPartition::Prepare(TfLiteContext* context) {
  for (const Step& step : steps_) {
    const Status prepared =
        step.node->Prepare(context, step.inputs, step.outputs);
    if (!prepared.ok()) return Annotate(prepared, step.name);
  }
  return OkStatus();
}

Status CompiledPartition::Run(TfLiteContext* context) {
  for (const Step& step : steps_) {
    HostInputs inputs;
    for (const int tensor : step.inputs) {
      TFLL_ASSIGN_OR_RETURN(const auto bytes, BytesOf(context, tensor));
      inputs.push_back(bytes);
    }
    HostOutputs outputs;
    for (const int tensor : step.outputs) {
      TFLL_ASSIGN_OR_RETURN(const auto bytes, BytesOf(context, tensor));
      outputs.push_back(bytes);
    }
    TFLL_RETURN_IF_ERROR(step.node->Run(std::move(inputs), std::move(outputs)));
  }
  return OkStatus();
}

}  // namespace tflite::edgetpu
