#ifndef TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_

#include <cstdarg>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// TensorFlow Lite's functions for building and inspecting a Subgraph, as
// wrappers around GraphData, which documents them in more detail. Errors are
// reported.
class EditableGraph {
 public:
  static constexpr int kInvalidSubgraphIndex = -1;
  static constexpr size_t kTensorsCapacityHeadroom =
      GraphData::kTensorsCapacityHeadroom;
  using CompositeFilter =
      std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>;
  using NodeAndRegistration = std::pair<TfLiteNode, TfLiteRegistration>;

  EditableGraph(const EditableGraph&) = delete;
  EditableGraph& operator=(const EditableGraph&) = delete;

  // --- Building ---
  TfLiteStatus SetInputs(std::vector<int> inputs);
  TfLiteStatus SetOutputs(std::vector<int> outputs);
  TfLiteStatus SetVariables(std::vector<int> variables);
  // Takes ownership of `builtin_data` (released with free()), also on failure.
  // `init_data` and the registration's name remain the caller's and must
  // outlive the graph.
  TfLiteStatus AddNodeWithParameters(const std::vector<int>& inputs,
                                     const std::vector<int>& outputs,
                                     const std::vector<int>& intermediates,
                                     const char* init_data,
                                     size_t init_data_size, void* builtin_data,
                                     const TfLiteRegistration* registration,
                                     int* node_index = nullptr);
  TfLiteStatus AddTensors(int tensors_to_add,
                          int* first_new_tensor_index = nullptr);
  // `buffer` remains the caller's. Takes ownership of `quantization` and
  // `sparsity`, also on failure.
  TfLiteStatus SetTensorParametersReadOnly(
      int tensor_index, TfLiteType type, const char* name, size_t ndims,
      const int* dims, TfLiteQuantization quantization, const char* buffer,
      size_t bytes, const Allocation* allocation = nullptr,
      TfLiteSparsity* sparsity = nullptr,
      size_t buffer_identifier = kTfLiteNoBufferIdentifier,
      size_t external_buffer_id = kTfLiteNoBufferIdentifier);
  TfLiteStatus SetTensorParametersReadOnly(
      int tensor_index, TfLiteType type, const char* name,
      const std::vector<int>& dims, TfLiteQuantization quantization,
      const char* buffer, size_t bytes, const Allocation* allocation = nullptr,
      TfLiteSparsity* sparsity = nullptr,
      size_t buffer_identifier = kTfLiteNoBufferIdentifier,
      size_t external_buffer_id = kTfLiteNoBufferIdentifier);
  TfLiteStatus SetTensorParametersReadWrite(
      int tensor_index, TfLiteType type, const char* name, size_t ndims,
      const int* dims, TfLiteQuantization quantization,
      bool is_variable = false, size_t ndims_signature = 0,
      const int* dims_signature = nullptr,
      size_t external_buffer_id = kTfLiteNoBufferIdentifier);
  TfLiteStatus SetTensorParametersReadWrite(
      int tensor_index, TfLiteType type, const char* name,
      const std::vector<int>& dims, TfLiteQuantization quantization,
      bool is_variable = false, const std::vector<int>& dims_signature = {},
      size_t external_buffer_id = kTfLiteNoBufferIdentifier);
  void SetTensorExternalBufferId(size_t tensor_index,
                                 size_t external_buffer_id) {
    data_.SetExternalBufferId(tensor_index, external_buffer_id);
  }
  void SetName(const char* name) { data_.SetName(name); }
  TfLiteStatus RemoveUnusedInputs();
  // Replaces the node at a position of the plan with copies of the nodes of
  // another subgraph, and sets `nodes_added` to their number. It is 0 if the
  // subgraph cannot be copied: it passes a tensor through, or has variables,
  // which all nodes that call it share. Call before applying delegates and
  // AllocateTensors.
  TfLiteStatus ReplaceNodeWithSubgraph(int plan_index, const TfLiteNode& node,
                                       int subgraph_index, int& nodes_added);
  // Does this for STABLEHLO_COMPOSITE nodes, or only those that `filter`
  // accepts.
  TfLiteStatus InlineCompositeNodes(CompositeFilter filter = nullptr);
  // The same with more parameters; errors are returned and not reported.
  GraphData& data() { return data_; }

  // --- Inspecting; null if an index is out of range ---
  TfLiteTensor* tensors() { return graph().tensors.data(); }
  TfLiteTensor* tensor(int index) { return data_.tensor(index); }
  const TfLiteTensor* tensor(int index) const {
    return graph().HasTensor(index) ? &graph().tensors[index] : nullptr;
  }
  std::vector<int>& inputs() { return graph().inputs; }
  const std::vector<int>& inputs() const { return graph().inputs; }
  std::vector<int>& outputs() { return graph().outputs; }
  const std::vector<int>& outputs() const { return graph().outputs; }
  std::vector<int>& variables() { return graph().variables; }
  const std::vector<int>& variables() const { return graph().variables; }
  size_t tensors_size() const { return graph().tensors.size(); }
  size_t nodes_size() const { return graph().nodes.size(); }
  std::vector<int>& execution_plan() { return graph().execution_plan; }
  const std::vector<int>& execution_plan() const {
    return graph().execution_plan;
  }
  const std::vector<NodeAndRegistration>& nodes_and_registration() const {
    return graph().nodes;
  }
  const NodeAndRegistration* node_and_registration(int node_index) const {
    return graph().HasNode(node_index) ? &graph().nodes[node_index] : nullptr;
  }
  const std::unordered_map<size_t, size_t>& GetTensorBufferIdentifiers() const {
    return data_.buffer_ids();
  }
  const std::unordered_map<size_t, size_t>& GetExternalTensorBufferIdentifiers()
      const {
    return data_.external_buffer_ids();
  }
  bool consistent() const { return data_.lifecycle().consistent(); }
  // Returns for each tensor how many node inputs refer to it.
  std::vector<int> GetInputTensorsCount() { return data_.CountReads(); }
  const std::string& GetName() const { return data_.name(); }
  int GetSubgraphIndex() const { return data_.index(); }
  bool IsPrimarySubgraph() const { return data_.index() == 0; }
  std::vector<std::unique_ptr<Subgraph>>* GetSubgraphs() const {
    return &data_.runtime()->subgraphs;
  }
  Subgraph* subgraph(int index) const {
    return data_.runtime()->subgraph(index);
  }
  ResourceStore& resources() { return data_.runtime()->resources; }
  ResourceStore* resources_ptr() { return &data_.runtime()->resources; }
  TfLiteContext* context() { return data_.context(); }
  const TfLiteContext* context() const { return data_.context(); }
  void AddObserver(GraphObserver* observer) { data_.AddObserver(observer); }
  void RemoveObserver(GraphObserver* observer) {
    data_.RemoveObserver(observer);
  }

  // --- Errors ---
  TfLiteStatus Report(const Status& status) {
    return data_.errors().Report(status);
  }
  void ReportError(const char* format, ...);
  void ReportErrorV(const char* format, va_list args) {
    data_.errors().ReportV(format, args);
  }
  std::string DescribeNode(int node_index) const {
    return data_.DescribeNode(node_index);
  }
  std::string DescribeTensor(int tensor_index) const {
    return data_.DescribeTensor(tensor_index);
  }

 protected:
  EditableGraph(Runtime* runtime, int subgraph_index)
      : data_(runtime, subgraph_index) {}
  ~EditableGraph() = default;
  Graph& graph() { return data_.graph(); }
  const Graph& graph() const { return data_.graph(); }

  GraphData data_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_
