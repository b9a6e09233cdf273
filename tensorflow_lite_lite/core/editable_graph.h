#ifndef TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_

#include <cstdarg>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph.h"
#include "tensorflow_lite_lite/core/graph_observer.h"
#include "tensorflow_lite_lite/core/memory/tensor_homes.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/schema/allocation.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// The part of a Subgraph that holds the graph: building it and looking at it.
// Errors go to the runtime's error reporter and name the tensor or node. Owns
// the tensors' heap data and the nodes, whose operators it initialises and
// frees.
class EditableGraph : public Host {
 public:
  static constexpr int kInvalidSubgraphIndex = -1;
  // Tensors that a node may add while it initialises or prepares before
  // TfLiteContext::tensors moves.
  static constexpr size_t kTensorsCapacityHeadroom = 16;
  using NodeAndRegistration = std::pair<TfLiteNode, TfLiteRegistration>;

  EditableGraph(const EditableGraph&) = delete;
  EditableGraph& operator=(const EditableGraph&) = delete;

  TfLiteStatus SetInputs(std::vector<int> inputs);
  TfLiteStatus SetOutputs(std::vector<int> outputs);
  TfLiteStatus SetVariables(std::vector<int> variables);
  // Appends a node to the graph and to the plan. Takes `builtin_data` (freed
  // with free()) also on failure. `init_data` and the registration's name stay
  // the caller's and outlive the graph.
  TfLiteStatus AddNodeWithParameters(const std::vector<int>& inputs,
                                     const std::vector<int>& outputs,
                                     const std::vector<int>& intermediates,
                                     const char* init_data,
                                     size_t init_data_size, void* builtin_data,
                                     const TfLiteRegistration* registration,
                                     int* node_index = nullptr);
  TfLiteStatus AddTensors(int tensors_to_add,
                          int* first_new_tensor_index = nullptr);
  // Makes a tensor a constant of `bytes` at `buffer`, which stays the caller's.
  // Bytes beyond those that type and shape need are not the tensor's.
  // Takes `quantization` and `sparsity`, also on failure.
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
      size_t external_buffer_id = kTfLiteNoBufferIdentifier) {
    return SetTensorParametersReadOnly(tensor_index, type, name, dims.size(),
                                       dims.data(), quantization, buffer, bytes,
                                       allocation, sparsity, buffer_identifier,
                                       external_buffer_id);
  }
  // A copy of contents, for constants that cannot be used where they are; lives
  // as long as the graph. Aligned for any type.
  const char* KeepCopy(const char* contents, size_t bytes);
  // Makes a tensor one that nodes write, or a variable, or a graph input.
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
      size_t external_buffer_id = kTfLiteNoBufferIdentifier) {
    return SetTensorParametersReadWrite(
        tensor_index, type, name, dims.size(), dims.data(), quantization,
        is_variable, dims_signature.size(), dims_signature.data(),
        external_buffer_id);
  }
  void SetTensorExternalBufferId(size_t tensor_index,
                                 size_t external_buffer_id);
  void SetName(const char* name) { name_ = name == nullptr ? "" : name; }
  // Graph inputs that no node reads become -1.
  TfLiteStatus RemoveUnusedInputs();

  TfLiteTensor* tensors() { return graph_.tensors.data(); }
  // Null when out of range.
  TfLiteTensor* tensor(int index) override {
    return graph_.HasTensor(index) ? &graph_.tensors[index] : nullptr;
  }
  const TfLiteTensor* tensor(int index) const {
    return graph_.HasTensor(index) ? &graph_.tensors[index] : nullptr;
  }
  std::vector<int>& inputs() { return graph_.inputs; }
  const std::vector<int>& inputs() const override { return graph_.inputs; }
  std::vector<int>& outputs() { return graph_.outputs; }
  const std::vector<int>& outputs() const override { return graph_.outputs; }
  std::vector<int>& variables() { return graph_.variables; }
  const std::vector<int>& variables() const { return graph_.variables; }
  size_t tensors_size() const { return graph_.tensors.size(); }
  size_t nodes_size() const { return graph_.nodes.size(); }
  std::vector<int>& execution_plan() { return graph_.execution_plan; }
  const std::vector<int>& execution_plan() const {
    return graph_.execution_plan;
  }
  const std::vector<NodeAndRegistration>& nodes_and_registration() const {
    return graph_.nodes;
  }
  // Null when out of range.
  const NodeAndRegistration* node_and_registration(int node_index) const;
  // Tensor index to the buffer it came from, inside and outside the model.
  const std::unordered_map<size_t, size_t>& GetTensorBufferIdentifiers() const {
    return buffer_ids_;
  }
  const std::unordered_map<size_t, size_t>& GetExternalTensorBufferIdentifiers()
      const {
    return external_buffer_ids_;
  }

  // False once a node or list of tensors was refused for its indices: the graph
  // is not the one that was meant, and AllocateTensors fails.
  bool consistent() const { return consistent_; }
  const std::string& GetName() const override { return name_; }
  int subgraph_index() const override { return index_; }
  int GetSubgraphIndex() const { return index_; }
  bool IsPrimarySubgraph() const { return index_ == 0; }
  std::vector<std::unique_ptr<Subgraph>>* GetSubgraphs() const {
    return &runtime_->subgraphs;
  }
  ResourceStore& resources() override { return runtime_->resources; }
  ResourceStore* resources_ptr() { return &runtime_->resources; }
  ThreadPool& thread_pool() override { return runtime_->thread_pool; }
  TfLiteContext* context() { return &context_; }
  const TfLiteContext* context() const { return &context_; }

  // The observer is removed before it or the graph is destroyed.
  void AddObserver(GraphObserver* observer) { observers_.push_back(observer); }
  void RemoveObserver(GraphObserver* observer);

  void ReportError(const char* format, ...);
  void ReportErrorV(const char* format, va_list args);
  // The text of the last error since it was cleared.
  const std::string& last_error() const { return last_error_; }
  void ClearLastError() { last_error_.clear(); }
  // "node 3 (CONV_2D)", "tensor 7 'logits'".
  std::string DescribeNode(int node_index) const;
  std::string DescribeTensor(int tensor_index) const;

 protected:
  enum class State {
    kUninvokable,  // tensors need AllocateTensors
    kInvokable,    // ready
  };

  EditableGraph(Runtime* runtime, int subgraph_index);
  void AnnounceChange() const;
  // Frees what a node's operator keeps; the node and its lists stay.
  void FreeOperatorOf(int node_index);
  // Room for what a node may add while it prepares.
  void ReserveTensors();
  // Removes the nodes from `first` on, the last one first.
  void FreeNodesFrom(size_t first);
  // For the destructor of the derived class, whose functions operators may call
  // while they are freed.
  void FreeAll();
  void FreeBufferHandle(TfLiteTensor* tensor);
  TfLiteStatus CheckIndices(const std::vector<int>& indices, const char* what);

  Runtime* runtime_;
  const int index_;
  std::string name_;
  Graph graph_;
  TensorHomes homes_{&graph_};
  TfLiteContext context_{};
  State state_ = State::kUninvokable;
  // A delegate relies on all shapes: nodes and tensors stay as they are.
  bool immutable_ = false;
  // False once construction has failed: nothing can run.
  bool consistent_ = true;

 private:
  TfLiteStatus CheckNewTensor(int tensor_index);
  TfLiteStatus CheckNoOverlap(const std::vector<int>& inputs,
                              const std::vector<int>& outputs);
  void ReplaceTensor(int tensor_index, const TfLiteTensor& fields);

  std::vector<std::unique_ptr<char[]>> copies_;
  std::unordered_map<size_t, size_t> buffer_ids_;
  std::unordered_map<size_t, size_t> external_buffer_ids_;
  std::string last_error_;
  std::vector<GraphObserver*> observers_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_EDITABLE_GRAPH_H_
