#include "tools/edgetpu_compiler/partition_compiler.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/edgetpu/compiler/lowering.h"

namespace tflite::edgetpu_compiler {
namespace {

using namespace edgetpu;

EdgeTpuCaps CapsOf(const Target& target) {
  EdgeTpuCaps caps;
  caps.target = target;
  return caps;
}

HostTensor TensorOf(TfLiteContext* context, int index) {
  const TfLiteTensor& t = context->tensors[index];
  HostTensor tensor;
  tensor.name = t.name == nullptr ? "" : t.name;
  tensor.type = t.type;
  tensor.bytes = t.bytes;
  tensor.shape.assign(t.dims->data, t.dims->data + t.dims->size);
  return tensor;
}

// See CompiledPart::computed.
std::map<int, std::vector<uint8_t>> ComputedInputs(
    const TfLiteContext& context, const DelegatedPartition& partition) {
  std::map<int, std::vector<uint8_t>> computed;
  for (const int t : partition.inputs) {
    const TfLiteTensor& tensor = context.tensors[t];
    if (tensor.allocation_type != kTfLitePersistentRo) continue;
    const auto* data = static_cast<const uint8_t*>(tensor.data.data);
    if (data != nullptr) computed[t].assign(data, data + tensor.bytes);
  }
  return computed;
}

class NeverRun final : public PartitionProgram {
 public:
  Status Run(TfLiteContext*) override {
    return base::Internal("the compiler does not run models");
  }
};

class PartitionCompilerDelegate final
    : public LoweredDelegate<EdgeTpuCaps, LayerBuilder> {
 public:
  PartitionCompilerDelegate(const Target& target, const Options& options,
                            std::optional<uint64_t> store_begin,
                            std::vector<CompiledPart>* parts)
      : LoweredDelegate("EdgeTpuCompiler", options, EdgeTpuLowering(),
                        CapsOf(target)),
        store_begin_(store_begin),
        parts_(*parts) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const EdgeTpuCaps& caps) override {
    LayerBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(EdgeTpuLowering(), context, partition, caps, builder));
    const std::vector<Image> images = builder.images();
    CompiledPart part;
    for (const std::unique_ptr<OwnedNode>& node : partition.nodes) {
      part.nodes.push_back(node->get().index);
    }
    std::sort(part.nodes.begin(), part.nodes.end());
    // A later compilation of a partition replaces the earlier one.
    const auto same = std::find_if(
        parts_.begin(), parts_.end(),
        [&](const CompiledPart& p) { return p.nodes == part.nodes; });
    if (same != parts_.end()) parts_.erase(same);
    TFLL_ASSIGN_OR_RETURN(
        part.compiled,
        CompileLayers(builder.Take(), images, caps.target, StoreBegin()));
    for (const int t : part.compiled.inputs) {
      part.inputs.push_back(TensorOf(context, t));
    }
    for (size_t i = 0; i < part.compiled.outputs.size(); ++i) {
      part.outputs.push_back(TensorOf(context, part.compiled.outputs[i]));
      part.outputs.back().state = part.compiled.states[i];
    }
    part.computed = ComputedInputs(*context, partition);
    parts_.push_back(std::move(part));
    return std::unique_ptr<PartitionProgram>(std::make_unique<NeverRun>());
  }

 private:
  uint64_t StoreBegin() const {
    uint64_t begin = store_begin_.value_or(0);
    for (const CompiledPart& part : parts_) {
      if (store_begin_.has_value()) {
        begin = std::max(begin, part.compiled.program.memory.store);
      }
    }
    return begin;
  }

  const std::optional<uint64_t> store_begin_;
  std::vector<CompiledPart>& parts_;
};

}  // namespace

TfLiteDelegateUniquePtr CreatePartitionCompiler(
    const Target& target, const SimpleDelegateInterface::Options& options,
    std::optional<uint64_t> store_begin, std::vector<CompiledPart>* parts) {
  return TfLiteDelegateFactory::Create(
      std::make_unique<PartitionCompilerDelegate>(target, options, store_begin,
                                                  parts));
}

}  // namespace tflite::edgetpu_compiler
