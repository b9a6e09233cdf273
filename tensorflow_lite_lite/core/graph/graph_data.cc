#include "tensorflow_lite_lite/core/graph/graph_data.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/graph/graph_prepare.h"
#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"
#include "tensorflow_lite_lite/core/partition/state.h"

namespace tflite::core {
namespace {

// Far more than any graph needs; an operator that requests more has a bug.
constexpr size_t kMaxTensors = size_t{1} << 24;

// Returns the per-tensor parameters, which older code reads.
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

TfLiteTensor FieldsOf(const TensorForm& form) {
  TfLiteTensor fields{};
  fields.type = form.type;
  fields.name = form.name;
  fields.buffer_handle = kTfLiteNullBufferHandle;
  fields.params = PerTensor(form.quantization);
  fields.quantization = form.quantization;
  return fields;
}

bool IsAmong(const TfLiteIntArray* tensors, const std::vector<int>& some) {
  const Indices all(tensors);
  return std::find_first_of(all.begin(), all.end(), some.begin(), some.end()) !=
         all.end();
}

// Initializes the operator of a node again; false if it fails.
bool Renew(GraphData* data, int node_index) {
  auto& [node, registration] = data->graph().nodes[node_index];
  data->FreeOperatorOf(node_index);
  const auto* options = static_cast<const char*>(node.custom_initial_data);
  const size_t bytes = options == nullptr ? 0 : node.custom_initial_data_size;
  if (options == nullptr) options = static_cast<const char*>(node.builtin_data);
  return InitNode(data->context(), registration, options, bytes, &node);
}

// `tensor`, and the tensors quantized in blocks whose scales or zero points it
// has: nodes read it with these.
std::vector<int> WithBlocksOf(const Graph& graph, int tensor) {
  std::vector<int> all = {tensor};
  for (size_t t = 0; t < graph.tensors.size(); ++t) {
    const TfLiteQuantization& quantization = graph.tensors[t].quantization;
    if (quantization.type != kTfLiteBlockwiseQuantization) continue;
    const auto* blocks =
        static_cast<const TfLiteBlockwiseQuantization*>(quantization.params);
    if (blocks == nullptr) continue;
    if (blocks->scale == tensor || blocks->zero_point == tensor) {
      all.push_back(static_cast<int>(t));
    }
  }
  return all;
}

// The shapes of a node's outputs; those of dynamic ones are known in each run.
std::vector<std::vector<int>> OutputShapes(const Graph& graph,
                                           const TfLiteNode& node) {
  std::vector<std::vector<int>> shapes;
  ForEachTensor(graph, {node.outputs}, [&](int t) {
    const TfLiteTensor& output = graph.tensors[t];
    if (output.allocation_type == kTfLiteDynamic) return;
    const Indices dims(output.dims);
    shapes.emplace_back(dims.begin(), dims.end());
  });
  return shapes;
}

// Prepares a node of a prepared graph; false if it fails, or if the node's
// tensors need other memory or the nodes that read them another shape: the
// Preparer then prepares all, and reports what is wrong.
bool PrepareInPlace(GraphData* data, int node_index, NodeGuard* guard) {
  const Graph& graph = data->graph();
  const TfLiteNode& node = graph.nodes[node_index].first;
  const Lifecycle::Scope preparing = data->lifecycle().Prepare();
  const auto shapes = OutputShapes(graph, node);
  ErrorEdge& errors = data->errors();
  errors.ClearLast();
  // A size that was refused has been reported.
  const auto unknown = CallPrepareOf(
      data, node_index, [&errors] { return errors.last().empty() ? 0 : 1; },
      guard);
  bool prepared = unknown.ok() && !*unknown;
  prepared &= OutputShapes(graph, node) == shapes;
  ForEachTensor(graph, {node.outputs, node.temporaries}, [&](int t) {
    const TfLiteTensor& made = graph.tensors[t];
    const bool in_arena = made.allocation_type == kTfLiteArenaRw ||
                          made.allocation_type == kTfLiteArenaRwPersistent;
    prepared &= !in_arena || made.bytes == 0 || made.data.raw != nullptr;
  });
  return prepared;
}

// Operators keep what they made of a constant, such as packed weights. Those
// that read `tensor`, which was set anew, start from the beginning, and so do
// those that read what these computed of it while they prepared. Marks the
// graph as changed if it has to be prepared before the next run; so does an
// operator that adds tensors when it is initialized, as they have no memory.
Status RenewReaders(GraphData* data, int tensor) {
  Graph& graph = data->graph();
  Lifecycle& lifecycle = data->lifecycle();
  NodeGuard guard;
  std::vector<int> changed = WithBlocksOf(graph, tensor);
  std::vector<int> nodes = graph.execution_plan;
  // Nodes that a delegate has replaced prepare when they are back.
  std::vector<bool> planned(graph.nodes.size(), false);
  for (const int n : graph.execution_plan) {
    if (graph.HasNode(n)) planned[n] = true;
  }
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    if (planned[n] || graph.nodes[n].first.delegate != nullptr) continue;
    nodes.push_back(static_cast<int>(n));
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!graph.HasNode(nodes[i]) ||
        !IsAmong(graph.nodes[nodes[i]].first.inputs, changed)) {
      continue;
    }
    if (!Renew(data, nodes[i])) {
      lifecycle.MarkInconsistent();
      return base::Internal(data->DescribeNode(nodes[i]),
                            " failed to initialize again");
    }
    if (lifecycle.prepared() && i < graph.execution_plan.size() &&
        !PrepareInPlace(data, nodes[i], &guard)) {
      lifecycle.MarkChanged();
    }
    ForEachTensor(graph, {graph.nodes[nodes[i]].first.outputs}, [&](int t) {
      if (graph.tensors[t].allocation_type == kTfLitePersistentRo) {
        changed.push_back(t);
      }
    });
  }
  return base::OkStatus();
}

// For example "Tensor 3 'name'".
std::string Named(const char* kind, int tensor, const TensorForm& form) {
  return StrCat(kind, " ", tensor, " '", form.name == nullptr ? "" : form.name,
                "'");
}

}  // namespace

TfLiteQuantization FullQuantization(TfLiteQuantizationParams params) {
  TfLiteQuantization quantization{kTfLiteNoQuantization, nullptr};
  if (params.scale == 0.0f) return quantization;
  auto* affine = static_cast<TfLiteAffineQuantization*>(
      std::malloc(sizeof(TfLiteAffineQuantization)));
  if (affine == nullptr) return quantization;
  affine->scale = TfLiteFloatArrayCreate(1);
  affine->zero_point = TfLiteIntArrayCreate(1);
  affine->quantized_dimension = 0;
  quantization = {kTfLiteAffineQuantization, affine};
  if (affine->scale == nullptr || affine->zero_point == nullptr) {
    TfLiteQuantizationFree(&quantization);
    return quantization;
  }
  affine->scale->data[0] = params.scale;
  affine->zero_point->data[0] = params.zero_point;
  return quantization;
}

GraphData::GraphData(Runtime* runtime, int index)
    : runtime_(runtime), index_(index), errors_(&runtime->error_reporter) {
  ReserveTensors();
  runtime->graphs.push_back(this);
}

GraphData::~GraphData() {
  auto& all = runtime_->graphs;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

const GraphData* GraphData::Sibling(int index) const {
  for (const GraphData* data : runtime_->graphs) {
    if (data->index_ == index && data != this) return data;
  }
  return nullptr;
}

std::vector<int> GraphData::CountReads() const {
  std::vector<int> counts(graph_.tensors.size(), 0);
  for (const int n : graph_.execution_plan) {
    ForEachTensor(graph_, {graph_.nodes[n].first.inputs},
                  [&](int t) { ++counts[t]; });
  }
  return counts;
}

Status GraphData::CheckIdle() const {
  if (!lifecycle_.busy()) return base::OkStatus();
  return Invalid("Subgraph ", index_, " ('", name_, "') runs itself");
}

void GraphData::FreeAll() {
  FreeNodesFrom(0);
  for (TfLiteTensor& t : graph_.tensors) {
    FreeBufferHandle(&t);
    TfLiteTensorFree(&t);
  }
}

void GraphData::RemoveObserver(GraphObserver* observer) {
  observers_.erase(std::remove(observers_.begin(), observers_.end(), observer),
                   observers_.end());
}

void GraphData::AnnounceChange() const {
  for (GraphObserver* o : observers_) o->BeforeGraphChanges();
}

void GraphData::FreeOperatorOf(int node_index) {
  for (GraphObserver* o : observers_) o->BeforeNodeIsFreed(node_index);
  auto& [node, registration] = graph_.nodes[node_index];
  FreeNode(&context_, registration, &node);
}

void GraphData::FreeNodesFrom(size_t first) {
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

void GraphData::FreeBufferHandle(TfLiteTensor* tensor) {
  ReleaseBufferHandle(&context_, tensor);
}

Status GraphData::CheckIndices(const std::vector<int>& indices,
                               const char* what) {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] == kNoTensor || graph_.HasTensor(indices[i])) continue;
    lifecycle_.MarkInconsistent();
    return Invalid("Invalid tensor index ", indices[i], " at ", what, " ", i,
                   ". The subgraph has ", graph_.tensors.size(), " tensors");
  }
  return base::OkStatus();
}

// The lifetimes of tensors depend on these lists.
void GraphData::SetList(std::vector<int>* list, std::vector<int> tensors) {
  if (*list == tensors) return;
  *list = std::move(tensors);
  lifecycle_.MarkChanged();
}

Status GraphData::SetInputs(std::vector<int> inputs) {
  TFLL_RETURN_IF_ERROR(CheckIndices(inputs, "graph input"));
  SetList(&graph_.inputs, std::move(inputs));
  return base::OkStatus();
}

Status GraphData::SetOutputs(std::vector<int> outputs) {
  TFLL_RETURN_IF_ERROR(CheckIndices(outputs, "graph output"));
  SetList(&graph_.outputs, std::move(outputs));
  return base::OkStatus();
}

Status GraphData::SetVariables(std::vector<int> variables) {
  TFLL_RETURN_IF_ERROR(CheckIndices(variables, "variable"));
  SetList(&graph_.variables, std::move(variables));
  return base::OkStatus();
}

void GraphData::ReserveTensors(size_t count) {
  const size_t wanted = graph_.tensors.size() + count;
  if (wanted > graph_.tensors.capacity()) {
    graph_.tensors.reserve(
        std::max(wanted, graph_.tensors.size() + graph_.tensors.size() / 2));
  }
  context_.tensors = graph_.tensors.data();
}

Status GraphData::AddTensors(int count, int* first_index) {
  const size_t base = graph_.tensors.size();
  if (count < 0 || static_cast<size_t>(count) > kMaxTensors - base) {
    return Invalid("Cannot add ", count, " tensors to the graph's ", base);
  }
  if (first_index != nullptr) *first_index = static_cast<int>(base);
  TfLiteTensor empty{};
  empty.buffer_handle = kTfLiteNullBufferHandle;
  graph_.tensors.resize(base + count, empty);
  context_.tensors = graph_.tensors.data();
  context_.tensors_size = graph_.tensors.size();
  return base::OkStatus();
}

Status GraphData::CheckNoOverlap(const std::vector<int>& inputs,
                                 const std::vector<int>& outputs) {
  for (size_t o = 0; o < outputs.size(); ++o) {
    if (outputs[o] == kNoTensor) continue;
    const auto it = std::find(inputs.begin(), inputs.end(), outputs[o]);
    if (it == inputs.end()) continue;
    lifecycle_.MarkInconsistent();
    return Invalid("Tensor ", outputs[o], " is both input ",
                   it - inputs.begin(), " and output ", o, " of node ",
                   graph_.nodes.size());
  }
  return base::OkStatus();
}

Status GraphData::AddNode(const NewNode& parts, int* node_index) {
  std::unique_ptr<void, decltype(&std::free)> owner(parts.builtin_data,
                                                    &std::free);
  if (lifecycle_.frozen()) {
    return Invalid("A node cannot be added while the graph is immutable");
  }
  lifecycle_.MarkChanged();
  TFLL_RETURN_IF_ERROR(CheckIndices(parts.inputs, "node input"));
  TFLL_RETURN_IF_ERROR(CheckIndices(parts.outputs, "node output"));
  TFLL_RETURN_IF_ERROR(CheckIndices(parts.intermediates, "node intermediate"));
  // A delegate's node may update a variable, which is then both input and
  // output.
  if (parts.registration->builtin_code != kTfLiteBuiltinDelegate) {
    TFLL_RETURN_IF_ERROR(CheckNoOverlap(parts.inputs, parts.outputs));
  }
  const int index = static_cast<int>(graph_.nodes.size());
  graph_.nodes.emplace_back();
  auto& [node, registration] = graph_.nodes.back();
  node = TfLiteNode{};
  registration = *parts.registration;
  node.inputs = BuildTfLiteArray<int>(parts.inputs).release();
  node.outputs = BuildTfLiteArray<int>(parts.outputs).release();
  node.intermediates = BuildTfLiteArray<int>(parts.intermediates).release();
  node.temporaries = TfLiteIntArrayCreate(0);
  node.might_have_side_effect = HasSideEffect(registration.builtin_code);
  if (parts.init_data != nullptr) {
    node.custom_initial_data = parts.init_data;
    node.custom_initial_data_size = static_cast<int>(parts.init_data_size);
  }
  node.builtin_data = owner.release();
  ReserveTensors();
  const char* options = parts.init_data != nullptr
                            ? parts.init_data
                            : static_cast<const char*>(node.builtin_data);
  if (!InitNode(&context_, registration, options,
                parts.init_data != nullptr ? parts.init_data_size : 0, &node)) {
    const Status failed =
        base::Internal("Node number ", index, " (", OpName(registration),
                       ") failed to initialize.");
    FreeNodesFrom(index);
    return failed;
  }
  graph_.execution_plan.push_back(index);
  if (node_index != nullptr) *node_index = index;
  return base::OkStatus();
}

Status GraphData::CheckNewTensor(int tensor) const {
  if (lifecycle_.frozen()) {
    return Invalid("Tensor ", tensor,
                   " cannot be set while the graph is immutable");
  }
  if (graph_.HasTensor(tensor)) return base::OkStatus();
  return Invalid("Tensor index ", tensor, " is out of range: there are ",
                 graph_.tensors.size(), " tensors");
}

void GraphData::ReplaceTensor(int tensor, const TensorForm& form,
                              TfLiteTensor fields) {
  fields.dims =
      BuildTfLiteArray<int>(static_cast<int>(form.rank), form.dims).release();
  TfLiteTensor& t = graph_.tensors[tensor];
  FreeBufferHandle(&t);
  TfLiteTensorFree(&t);
  t = fields;
  homes_.Built(tensor);
  buffer_ids_.erase(tensor);
  if (form.external_buffer_id != kTfLiteNoBufferIdentifier) {
    SetExternalBufferId(tensor, form.external_buffer_id);
  }
}

const char* GraphData::KeepCopy(const char* contents, size_t bytes,
                                bool as_bools) {
  auto& copy = runtime_->copies[{contents, bytes, as_bools}];
  if (copy != nullptr) return copy.get();
  copy.reset(new (std::nothrow) char[bytes]);
  if (copy == nullptr) return nullptr;
  std::memcpy(copy.get(), contents, bytes);
  if (as_bools) {
    std::replace_if(
        copy.get(), copy.get() + bytes, [](char c) { return c != 0; }, char{1});
  }
  return copy.get();
}

Status GraphData::SetConstant(int tensor, const TensorForm& form,
                              const ConstantValue& value) {
  TfLiteTensor fields = FieldsOf(form);
  fields.data.raw = const_cast<char*>(value.buffer);
  fields.bytes = value.bytes;
  fields.allocation = value.allocation;
  fields.allocation_type = kTfLiteMmapRo;
  fields.sparsity = value.sparsity;
  Status status = CheckNewTensor(tensor);
  if (status.ok()) {
    status = CheckConstant(form.type, form.dims, form.rank, value.buffer,
                           value.sparsity != nullptr, &fields.bytes);
    if (!status.ok()) {
      status = base::Annotate(status, Named("Constant tensor", tensor, form));
    }
  }
  if (!status.ok()) {
    TfLiteQuantizationFree(&fields.quantization);
    TfLiteSparsityFree(value.sparsity);
    return Invalid(status.message());
  }
  const TfLiteTensor& old = graph_.tensors[tensor];
  const bool is_new = old.allocation_type == kTfLiteMemNone;
  // If only the value changes, the graph stays prepared.
  if (old.type != form.type || old.allocation_type != kTfLiteMmapRo ||
      !TfLiteIntArrayEqualsArray(old.dims, static_cast<int>(form.rank),
                                 form.dims)) {
    lifecycle_.MarkChanged();
  }
  ReplaceTensor(tensor, form, fields);
  if (value.buffer_identifier != kTfLiteNoBufferIdentifier) {
    buffer_ids_[tensor] = value.buffer_identifier;
  }
  return is_new ? base::OkStatus() : RenewReaders(this, tensor);
}

Status GraphData::SetActivation(int tensor, const TensorForm& form,
                                bool is_variable, size_t signature_rank,
                                const int* signature_dims) {
  TfLiteTensor fields = FieldsOf(form);
  fields.is_variable = is_variable;
  const bool sized = form.type != kTfLiteString && form.type != kTfLiteVariant;
  Status status = CheckNewTensor(tensor);
  if (status.ok() && sized) {
    const auto bytes = BytesOf(form.type, form.dims, form.rank);
    if (bytes.ok()) {
      fields.bytes = *bytes;
    } else {
      status = base::Annotate(bytes.status(), Named("Tensor", tensor, form));
    }
  } else if (status.ok() && is_variable) {
    status =
        Invalid(Named("Tensor", tensor, form), ": a ",
                TfLiteTypeGetName(form.type), " tensor cannot be a variable");
  }
  if (!status.ok()) {
    TfLiteQuantizationFree(&fields.quantization);
    return Invalid(status.message());
  }
  fields.allocation_type = !sized        ? kTfLiteDynamic
                           : is_variable ? kTfLiteArenaRwPersistent
                                         : kTfLiteArenaRw;
  if (signature_rank > 0) {
    fields.dims_signature =
        BuildTfLiteArray<int>(static_cast<int>(signature_rank), signature_dims)
            .release();
  }
  const bool was_constant =
      graph_.tensors[tensor].allocation_type == kTfLiteMmapRo;
  ReplaceTensor(tensor, form, fields);
  lifecycle_.MarkChanged();
  return was_constant ? RenewReaders(this, tensor) : base::OkStatus();
}

void GraphData::RemoveUnusedInputs() {
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
}

}  // namespace tflite::core
