#include "tensorflow_lite_lite/core/editable_graph.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/core/partition/state.h"
#include "tensorflow_lite_lite/core/tensor_bytes.h"

namespace tflite::core {
namespace {

// No graph comes near it; an operator that asks for more has miscounted.
constexpr size_t kMostTensors = size_t{1} << 24;

// The per-tensor parameters that older code reads.
TfLiteQuantizationParams PerTensor(const TfLiteQuantization& quantization) {
  TfLiteQuantizationParams params{0.0f, 0};
  if (quantization.type != kTfLiteAffineQuantization) return params;
  const auto* affine =
      static_cast<const TfLiteAffineQuantization*>(quantization.params);
  if (affine == nullptr || affine->scale == nullptr ||
      affine->zero_point == nullptr || affine->scale->size != 1 ||
      affine->zero_point->size != 1) {
    return params;
  }
  return {affine->scale->data[0], affine->zero_point->data[0]};
}

}  // namespace

EditableGraph::EditableGraph(Runtime* runtime, int subgraph_index)
    : runtime_(runtime), index_(subgraph_index) {
  ReserveTensors();
}

void EditableGraph::FreeAll() {
  FreeNodesFrom(0);
  for (TfLiteTensor& t : graph_.tensors) {
    FreeBufferHandle(&t);
    TfLiteTensorFree(&t);
  }
}

void EditableGraph::RemoveObserver(GraphObserver* observer) {
  observers_.erase(std::remove(observers_.begin(), observers_.end(), observer),
                   observers_.end());
}

void EditableGraph::AnnounceChange() const {
  for (GraphObserver* o : observers_) o->BeforeGraphChanges();
}

void EditableGraph::FreeOperatorOf(int node_index) {
  for (GraphObserver* o : observers_) o->BeforeNodeIsFreed(node_index);
  auto& [node, registration] = graph_.nodes[node_index];
  FreeNode(&context_, registration, &node);
}

void EditableGraph::FreeNodesFrom(size_t first) {
  for (size_t i = graph_.nodes.size(); i > first; --i) {
    FreeOperatorOf(static_cast<int>(i - 1));
    TfLiteNode& node = graph_.nodes[i - 1].first;
    TfLiteIntArrayFree(node.inputs);
    TfLiteIntArrayFree(node.outputs);
    TfLiteIntArrayFree(node.intermediates);
    TfLiteIntArrayFree(node.temporaries);
    std::free(node.builtin_data);
    graph_.nodes.pop_back();
  }
}

void EditableGraph::FreeBufferHandle(TfLiteTensor* tensor) {
  ReleaseBufferHandle(&context_, tensor);
}

TfLiteStatus EditableGraph::CheckIndices(const std::vector<int>& indices,
                                         const char* what) {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] == kNoTensor || graph_.HasTensor(indices[i])) {
      continue;
    }
    ReportError(
        "Invalid tensor index %d at %s %zu. The subgraph has %zu tensors",
        indices[i], what, i, graph_.tensors.size());
    consistent_ = false;
    return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::SetInputs(std::vector<int> inputs) {
  TF_LITE_ENSURE_STATUS(CheckIndices(inputs, "graph input"));
  graph_.inputs = std::move(inputs);
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::SetOutputs(std::vector<int> outputs) {
  TF_LITE_ENSURE_STATUS(CheckIndices(outputs, "graph output"));
  graph_.outputs = std::move(outputs);
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::SetVariables(std::vector<int> variables) {
  TF_LITE_ENSURE_STATUS(CheckIndices(variables, "variable"));
  graph_.variables = std::move(variables);
  return kTfLiteOk;
}

void EditableGraph::ReserveTensors() {
  const size_t wanted = graph_.tensors.size() + kTensorsCapacityHeadroom;
  if (wanted > graph_.tensors.capacity()) {
    graph_.tensors.reserve(
        std::max(wanted, graph_.tensors.size() + graph_.tensors.size() / 2));
  }
  context_.tensors = graph_.tensors.data();
}

TfLiteStatus EditableGraph::AddTensors(int tensors_to_add,
                                       int* first_new_tensor_index) {
  const size_t base = graph_.tensors.size();
  if (tensors_to_add < 0 ||
      static_cast<size_t>(tensors_to_add) > kMostTensors - base) {
    ReportError("Cannot add %d tensors to the graph's %zu", tensors_to_add,
                base);
    return kTfLiteError;
  }
  if (first_new_tensor_index != nullptr) {
    *first_new_tensor_index = static_cast<int>(base);
  }
  TfLiteTensor empty{};
  empty.buffer_handle = kTfLiteNullBufferHandle;
  graph_.tensors.resize(base + tensors_to_add, empty);
  context_.tensors = graph_.tensors.data();
  context_.tensors_size = graph_.tensors.size();
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::CheckNoOverlap(const std::vector<int>& inputs,
                                           const std::vector<int>& outputs) {
  for (size_t o = 0; o < outputs.size(); ++o) {
    if (outputs[o] == kNoTensor) continue;
    const auto it = std::find(inputs.begin(), inputs.end(), outputs[o]);
    if (it == inputs.end()) continue;
    ReportError("Tensor %d is both input %d and output %zu of node %zu",
                outputs[o], static_cast<int>(it - inputs.begin()), o,
                graph_.nodes.size());
    consistent_ = false;
    return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::AddNodeWithParameters(
    const std::vector<int>& inputs, const std::vector<int>& outputs,
    const std::vector<int>& intermediates, const char* init_data,
    size_t init_data_size, void* builtin_data,
    const TfLiteRegistration* registration, int* node_index) {
  std::unique_ptr<void, decltype(&std::free)> owner(builtin_data, &std::free);
  if (immutable_) {
    ReportError("A node cannot be added while the graph is immutable");
    return kTfLiteError;
  }
  state_ = State::kUninvokable;
  TF_LITE_ENSURE_STATUS(CheckIndices(inputs, "node input"));
  TF_LITE_ENSURE_STATUS(CheckIndices(outputs, "node output"));
  TF_LITE_ENSURE_STATUS(CheckIndices(intermediates, "node intermediate"));
  // A delegate may update variables, which are inputs and outputs then.
  if (registration->builtin_code != kTfLiteBuiltinDelegate) {
    TF_LITE_ENSURE_STATUS(CheckNoOverlap(inputs, outputs));
  }
  const int index = static_cast<int>(graph_.nodes.size());
  graph_.nodes.emplace_back();
  auto& [node, own_registration] = graph_.nodes.back();
  node = TfLiteNode{};
  own_registration = *registration;
  node.inputs = BuildTfLiteArray<int>(inputs).release();
  node.outputs = BuildTfLiteArray<int>(outputs).release();
  node.intermediates = BuildTfLiteArray<int>(intermediates).release();
  node.temporaries = TfLiteIntArrayCreate(0);
  node.might_have_side_effect = HasSideEffect(registration->builtin_code);
  if (init_data != nullptr) {
    node.custom_initial_data = init_data;
    node.custom_initial_data_size = static_cast<int>(init_data_size);
  }
  node.builtin_data = owner.release();
  ReserveTensors();
  const char* options = init_data != nullptr
                            ? init_data
                            : static_cast<const char*>(node.builtin_data);
  if (!InitNode(&context_, own_registration, options,
                init_data != nullptr ? init_data_size : 0, &node)) {
    // What the operator itself has said matters more to who asks for it.
    std::string own_words = std::exchange(last_error_, "");
    ReportError("Node number %d (%s) failed to initialize.", index,
                OpName(own_registration));
    last_error_ = std::move(own_words);
    FreeNodesFrom(index);
    return kTfLiteError;
  }
  graph_.execution_plan.push_back(index);
  if (node_index != nullptr) *node_index = index;
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::CheckNewTensor(int tensor_index) {
  if (immutable_) {
    ReportError("Tensor %d cannot be set while the graph is immutable",
                tensor_index);
    return kTfLiteError;
  }
  if (graph_.HasTensor(tensor_index)) return kTfLiteOk;
  ReportError("Tensor index %d is out of range: there are %zu tensors",
              tensor_index, graph_.tensors.size());
  return kTfLiteError;
}

void EditableGraph::ReplaceTensor(int tensor_index,
                                  const TfLiteTensor& fields) {
  TfLiteTensor& t = graph_.tensors[tensor_index];
  FreeBufferHandle(&t);
  TfLiteTensorFree(&t);
  t = fields;
  homes_.Built(tensor_index);
}

const char* EditableGraph::KeepCopy(const char* contents, size_t bytes) {
  copies_.push_back(std::make_unique<char[]>(bytes));
  std::memcpy(copies_.back().get(), contents, bytes);
  return copies_.back().get();
}

TfLiteStatus EditableGraph::SetTensorParametersReadOnly(
    int tensor_index, TfLiteType type, const char* name, size_t ndims,
    const int* dims, TfLiteQuantization quantization, const char* buffer,
    size_t bytes, const Allocation* allocation, TfLiteSparsity* sparsity,
    size_t buffer_identifier, size_t external_buffer_id) {
  TfLiteTensor fields{};
  fields.type = type;
  fields.name = name;
  fields.data.raw = const_cast<char*>(buffer);
  fields.bytes = bytes;
  fields.allocation = allocation;
  fields.allocation_type = kTfLiteMmapRo;
  fields.buffer_handle = kTfLiteNullBufferHandle;
  fields.params = PerTensor(quantization);
  fields.quantization = quantization;
  fields.sparsity = sparsity;
  Status status = CheckNewTensor(tensor_index) == kTfLiteOk
                      ? CheckConstant(type, dims, ndims, buffer,
                                      sparsity != nullptr, &fields.bytes)
                      : Invalid("");
  if (!status.ok()) {
    if (!status.message().empty()) {
      ReportError("Constant tensor %d '%s': %s", tensor_index,
                  name == nullptr ? "" : name,
                  std::string(status.message()).c_str());
    }
    TfLiteQuantizationFree(&fields.quantization);
    TfLiteSparsityFree(sparsity);
    return kTfLiteError;
  }
  const TfLiteTensor& old = graph_.tensors[tensor_index];
  // A new value of the same shape leaves the nodes that use it prepared.
  if (old.type != type || old.allocation_type != kTfLiteMmapRo ||
      !TfLiteIntArrayEqualsArray(old.dims, static_cast<int>(ndims), dims)) {
    state_ = State::kUninvokable;
  }
  fields.dims = BuildTfLiteArray<int>(static_cast<int>(ndims), dims).release();
  ReplaceTensor(tensor_index, fields);
  buffer_ids_.erase(tensor_index);
  if (buffer_identifier != kTfLiteNoBufferIdentifier) {
    buffer_ids_[tensor_index] = buffer_identifier;
  }
  if (external_buffer_id != kTfLiteNoBufferIdentifier) {
    SetTensorExternalBufferId(tensor_index, external_buffer_id);
  }
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::SetTensorParametersReadWrite(
    int tensor_index, TfLiteType type, const char* name, size_t ndims,
    const int* dims, TfLiteQuantization quantization, bool is_variable,
    size_t ndims_signature, const int* dims_signature,
    size_t external_buffer_id) {
  TfLiteTensor fields{};
  fields.type = type;
  fields.name = name;
  fields.buffer_handle = kTfLiteNullBufferHandle;
  fields.params = PerTensor(quantization);
  fields.quantization = quantization;
  fields.is_variable = is_variable;
  const bool sized = type != kTfLiteString && type != kTfLiteVariant;
  TfLiteStatus status = CheckNewTensor(tensor_index);
  if (status == kTfLiteOk && sized) {
    const auto bytes = BytesOf(type, dims, ndims);
    if (bytes.ok()) {
      fields.bytes = *bytes;
    } else {
      ReportError("Tensor %d '%s': %s", tensor_index,
                  name == nullptr ? "" : name,
                  std::string(bytes.status().message()).c_str());
      status = kTfLiteError;
    }
  } else if (status == kTfLiteOk && is_variable) {
    ReportError("Tensor %d '%s': a %s tensor cannot be a variable",
                tensor_index, name == nullptr ? "" : name,
                TfLiteTypeGetName(type));
    status = kTfLiteError;
  }
  if (status != kTfLiteOk) {
    TfLiteQuantizationFree(&fields.quantization);
    return status;
  }
  fields.allocation_type = !sized        ? kTfLiteDynamic
                           : is_variable ? kTfLiteArenaRwPersistent
                                         : kTfLiteArenaRw;
  fields.dims = BuildTfLiteArray<int>(static_cast<int>(ndims), dims).release();
  if (ndims_signature > 0) {
    fields.dims_signature =
        BuildTfLiteArray<int>(static_cast<int>(ndims_signature), dims_signature)
            .release();
  }
  ReplaceTensor(tensor_index, fields);
  buffer_ids_.erase(tensor_index);
  state_ = State::kUninvokable;
  if (external_buffer_id != kTfLiteNoBufferIdentifier) {
    SetTensorExternalBufferId(tensor_index, external_buffer_id);
  }
  return kTfLiteOk;
}

void EditableGraph::SetTensorExternalBufferId(size_t tensor_index,
                                              size_t external_buffer_id) {
  external_buffer_ids_[tensor_index] = external_buffer_id;
}

TfLiteStatus EditableGraph::RemoveUnusedInputs() {
  std::vector<bool> used(graph_.tensors.size(), false);
  const auto mark = [&](int t) {
    if (graph_.HasTensor(t)) used[t] = true;
  };
  for (const int n : graph_.execution_plan) {
    for (const int t : Indices(graph_.nodes[n].first.inputs)) mark(t);
  }
  for (const int t : graph_.outputs) mark(t);
  for (int& t : graph_.inputs) {
    if (graph_.HasTensor(t) && !used[t]) t = kNoTensor;
  }
  return kTfLiteOk;
}

const EditableGraph::NodeAndRegistration* EditableGraph::node_and_registration(
    int node_index) const {
  if (node_index < 0 ||
      static_cast<size_t>(node_index) >= graph_.nodes.size()) {
    return nullptr;
  }
  return &graph_.nodes[node_index];
}

void EditableGraph::ReportErrorV(const char* format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  char text[1024];
  std::vsnprintf(text, sizeof(text), format, copy);
  va_end(copy);
  last_error_ = text;
  if (runtime_->error_reporter != nullptr) {
    runtime_->error_reporter->Report(format, args);
  }
}

void EditableGraph::ReportError(const char* format, ...) {
  va_list args;
  va_start(args, format);
  ReportErrorV(format, args);
  va_end(args);
}

std::string EditableGraph::DescribeNode(int node_index) const {
  const NodeAndRegistration* node = node_and_registration(node_index);
  std::string text = "node " + std::to_string(node_index);
  if (node != nullptr) text += std::string(" (") + OpName(node->second) + ")";
  return text;
}

std::string EditableGraph::DescribeTensor(int tensor_index) const {
  const TfLiteTensor* t = tensor(tensor_index);
  std::string text = "tensor " + std::to_string(tensor_index);
  if (t != nullptr && t->name != nullptr)
    text += std::string(" '") + t->name + "'";
  return text;
}

}  // namespace tflite::core
