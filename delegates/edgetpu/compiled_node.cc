#include "delegates/edgetpu/compiled_node.h"

#include <algorithm>
#include <utility>

namespace tflite::edgetpu {
namespace {

OriginalNodesFactory& Factory() {
  static OriginalNodesFactory factory = nullptr;
  return factory;
}

template <typename Spans>
Status CheckTensors(const char* what, const Spans& spans,
                    const std::vector<HostTensor>& tensors) {
  if (spans.size() != tensors.size()) {
    return Invalid("there are ", spans.size(), " ", what, "s in place of ",
                   tensors.size());
  }
  for (size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].data() == nullptr && !spans[i].empty()) {
      return base::Internal(what, " '", tensors[i].name, "' has no memory");
    }
    if (spans[i].size() == tensors[i].bytes) continue;
    return Invalid(what, " '", tensors[i].name, "' has ", spans[i].size(),
                   " bytes; the executable was compiled for ",
                   tensors[i].bytes);
  }
  return OkStatus();
}

std::string ShapeText(absl::Span<const int> shape) {
  std::string text = "[";
  for (const int extent : shape) {
    text += StrCat(text.size() == 1 ? "" : ",", extent);
  }
  return text + "]";
}

absl::Span<const int> ShapeOf(const TfLiteTensor& t) {
  if (t.dims == nullptr) return {};
  return {t.dims->data, static_cast<size_t>(t.dims->size)};
}

// The host's tensors, of the types of the executable's.
StatusOr<std::vector<TfLiteTensor*>> TensorsOf(
    TfLiteContext* context, absl::Span<const int> indices, const char* what,
    const std::vector<HostTensor>& expected) {
  if (indices.size() != expected.size()) {
    return Invalid("there are ", indices.size(), " ", what, "s in place of ",
                   expected.size());
  }
  std::vector<TfLiteTensor*> tensors;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (indices[i] < 0) return Invalid(what, " ", i, " is missing");
    TfLiteTensor* t = &context->tensors[indices[i]];
    if (t->type != expected[i].type) {
      return Invalid(
          what, " '", t->name == nullptr ? "" : t->name, "' has type ",
          TfLiteTypeGetName(t->type), "; the executable was compiled for ",
          TfLiteTypeGetName(static_cast<TfLiteType>(expected[i].type)));
    }
    tensors.push_back(t);
  }
  return tensors;
}

}  // namespace

std::string ObstacleTo(const Executable& executable,
                       const VirtualDevice* device) {
  if (device == nullptr) return "there is no device";
  return ObstacleTo(executable, device->target);
}

bool SetOriginalNodesFactory(OriginalNodesFactory factory) {
  Factory() = factory;
  return true;
}

StatusOr<std::unique_ptr<CompiledNode>> CompiledNode::Create(
    Executable executable, std::shared_ptr<VirtualDevice> device) {
  std::unique_ptr<CompiledNode> node(new CompiledNode());
  node->inputs_ = executable.inputs;
  for (const HostTensor& output : executable.outputs) {
    node->states_.push_back(output.state);
    if (output.state < 0) node->outputs_.push_back(output);
  }
  node->cpu_reason_ = ObstacleTo(executable, device.get());
  if (node->cpu_reason_.empty()) {
    node->device_ = std::move(device);
    TFLL_ASSIGN_OR_RETURN(
        node->simulator_,
        Simulator::Create(std::move(executable.program), node->device_->store));
    TFLL_RETURN_IF_ERROR(node->simulator_->CheckStore());
    return node;
  }
  if (Factory() == nullptr) {
    return Invalid(node->cpu_reason_,
                   "; this program cannot run the original nodes either");
  }
  auto original = Factory()(executable);
  if (!original.ok()) {
    return Annotate(original.status(),
                    StrCat(node->cpu_reason_, "; the original nodes"));
  }
  node->original_ = *std::move(original);
  return node;
}

Status CompiledNode::Prepare(TfLiteContext* context,
                             absl::Span<const int> inputs,
                             absl::Span<const int> outputs) const {
  TFLL_ASSIGN_OR_RETURN(const auto from,
                        TensorsOf(context, inputs, "input", inputs_));
  TFLL_ASSIGN_OR_RETURN(const auto to,
                        TensorsOf(context, outputs, "output", outputs_));
  for (size_t i = 0; i < from.size(); ++i) {
    const auto shape = ShapeOf(*from[i]);
    if (shape == absl::MakeSpan(inputs_[i].shape)) continue;
    return Invalid("input '", from[i]->name == nullptr ? "" : from[i]->name,
                   "' has shape ", ShapeText(shape),
                   "; the executable was compiled for ",
                   ShapeText(inputs_[i].shape));
  }
  for (const int32_t state : states_) {
    if (state < 0) continue;
    // A run writes it, which the host allows for variables only.
    const TfLiteTensor& t = *from[static_cast<size_t>(state)];
    if (t.is_variable && t.allocation_type != kTfLiteMmapRo) continue;
    return Invalid("input '", t.name == nullptr ? "" : t.name,
                   "' is a state of the executable, but no variable");
  }
  for (size_t i = 0; i < to.size(); ++i) {
    const std::vector<int32_t>& shape = outputs_[i].shape;
    if (ShapeOf(*to[i]) == absl::MakeSpan(shape)) continue;
    TfLiteIntArray* dims = TfLiteIntArrayCreate(static_cast<int>(shape.size()));
    std::copy(shape.begin(), shape.end(), dims->data);
    if (context->ResizeTensor(context, to[i], dims) != kTfLiteOk) {
      return base::Internal("output '",
                            to[i]->name == nullptr ? "" : to[i]->name,
                            "' cannot be resized");
    }
  }
  return OkStatus();
}

Status CompiledNode::CheckSizes(const HostInputs& inputs,
                                const HostOutputs& outputs) const {
  TFLL_RETURN_IF_ERROR(CheckTensors("input", inputs, inputs_));
  return CheckTensors("output", outputs, outputs_);
}

Status CompiledNode::Run(HostInputs inputs, HostOutputs outputs) {
  TFLL_RETURN_IF_ERROR(CheckSizes(inputs, outputs));
  for (size_t i = 0; i < states_.size(); ++i) {
    if (states_[i] < 0) continue;
    // A variable, which the host lets its nodes write.
    const auto& state = inputs[static_cast<size_t>(states_[i])];
    outputs.insert(outputs.begin() + static_cast<ptrdiff_t>(i),
                   {const_cast<uint8_t*>(state.data()), state.size()});
  }
  if (original_ != nullptr) return original_->Run(inputs, outputs);
  const std::lock_guard<std::mutex> lock(device_->running);
  return simulator_->Run(std::move(inputs), std::move(outputs));
}

}  // namespace tflite::edgetpu
