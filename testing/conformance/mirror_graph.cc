#include "testing/conformance/mirror_graph.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

TfLiteQuantization CopyQuantization(const TfLiteQuantization& from) {
  if (from.type != kTfLiteAffineQuantization || from.params == nullptr) {
    return {kTfLiteNoQuantization, nullptr};
  }
  const auto& source =
      *static_cast<const TfLiteAffineQuantization*>(from.params);
  auto* copy = static_cast<TfLiteAffineQuantization*>(
      std::calloc(1, sizeof(TfLiteAffineQuantization)));
  copy->scale = TfLiteFloatArrayCopy(source.scale);
  copy->zero_point = TfLiteIntArrayCopy(source.zero_point);
  copy->quantized_dimension = source.quantized_dimension;
  return {kTfLiteAffineQuantization, copy};
}

bool IsConstant(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteMmapRo;
}

}  // namespace

MirrorGraph::MirrorGraph(std::vector<Node> nodes, std::vector<int> inputs,
                         std::vector<int> outputs)
    : nodes_(std::move(nodes)),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)) {}

MirrorGraph::~MirrorGraph() { Drop(); }

// The options are removed first, because the interpreter would free them
// although it does not own them.
void MirrorGraph::Drop() {
  if (inner_ == nullptr) return;
  for (size_t i = 0; i < inner_->nodes_size(); ++i) {
    const TfLiteNode& node =
        inner_->node_and_registration(static_cast<int>(i))->first;
    const_cast<TfLiteNode&>(node).builtin_data = nullptr;
  }
  inner_.reset();
}

int MirrorGraph::Index(int outer_index) const {
  return outer_index < 0 ? -1 : index_.at(outer_index);
}

std::vector<int> MirrorGraph::Indices(const std::vector<int>& outer) const {
  std::vector<int> out;
  for (const int i : outer) out.push_back(Index(i));
  return out;
}

base::Status MirrorGraph::AddTensor(const TfLiteContext& outer,
                                    int outer_index) {
  const auto [entry, is_new] = index_.emplace(outer_index, 0);
  if (outer_index < 0 || !is_new) return base::OkStatus();
  inner_->AddTensors(1, &entry->second);
  const TfLiteTensor& t = outer.tensors[outer_index];
  const std::vector<int> dims(t.dims->data, t.dims->data + t.dims->size);
  Subgraph& graph = inner_->primary_subgraph();
  const TfLiteStatus status =
      IsConstant(t) ? graph.SetTensorParametersReadOnly(
                          entry->second, t.type, t.name, dims,
                          CopyQuantization(t.quantization), t.data.raw, t.bytes)
                    : graph.SetTensorParametersReadWrite(
                          entry->second, t.type, t.name, dims,
                          CopyQuantization(t.quantization));
  return status == kTfLiteOk
             ? base::OkStatus()
             : base::Invalid("cannot mirror tensor ", outer_index);
}

base::Status MirrorGraph::AddNode(const Node& node) {
  const TfLiteRegistration* registration = ReferenceKernels().FindOp(
      static_cast<BuiltinOperator>(node.code), node.version);
  int index = 0;
  if (registration == nullptr ||
      inner_->AddNodeWithParameters(Indices(node.inputs), Indices(node.outputs),
                                    nullptr, 0, nullptr, registration,
                                    &index) != kTfLiteOk) {
    return base::Invalid("cannot mirror an operator of code ", node.code);
  }
  const TfLiteNode& added = inner_->node_and_registration(index)->first;
  const_cast<TfLiteNode&>(added).builtin_data = node.options;
  return base::OkStatus();
}

base::Status MirrorGraph::Prepare(const TfLiteContext& outer) {
  Drop();
  index_.clear();
  inner_ = std::make_unique<Interpreter>();
  for (const Node& node : nodes_) {
    for (const int i : node.inputs) {
      TFLL_RETURN_IF_ERROR(AddTensor(outer, i));
    }
    for (const int i : node.outputs) {
      TFLL_RETURN_IF_ERROR(AddTensor(outer, i));
    }
    TFLL_RETURN_IF_ERROR(AddNode(node));
  }
  std::vector<int> inputs;
  for (const int i : inputs_) {
    if (!IsConstant(outer.tensors[i])) inputs.push_back(Index(i));
  }
  inner_->SetInputs(inputs);
  inner_->SetOutputs(Indices(outputs_));
  return inner_->AllocateTensors() == kTfLiteOk
             ? base::OkStatus()
             : base::Invalid("the mirror cannot allocate tensors");
}

const TfLiteTensor& MirrorGraph::tensor(int outer_index) const {
  return *inner_->tensor(Index(outer_index));
}

base::Status MirrorGraph::Run(const TfLiteContext& outer) {
  for (const int i : inputs_) {
    const TfLiteTensor& from = outer.tensors[i];
    const TfLiteTensor& to = tensor(i);
    if (IsConstant(from) || from.bytes == 0) continue;
    if (to.bytes != from.bytes)
      return base::Invalid("tensor ", i, " has grown");
    std::memcpy(to.data.raw, from.data.raw, from.bytes);
  }
  if (inner_->Invoke() != kTfLiteOk)
    return base::Invalid("the mirror cannot invoke");
  for (const int i : outputs_) {
    const TfLiteTensor& from = tensor(i);
    const TfLiteTensor& to = outer.tensors[i];
    if (to.bytes != from.bytes)
      return base::Invalid("tensor ", i, " has grown");
    if (to.bytes != 0) std::memcpy(to.data.raw, from.data.raw, to.bytes);
  }
  return base::OkStatus();
}

}  // namespace conformance
}  // namespace tflite
