#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_DATA_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_DATA_H_

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/describe.h"
#include "tensorflow_lite_lite/core/graph/error_edge.h"
#include "tensorflow_lite_lite/core/graph/graph.h"
#include "tensorflow_lite_lite/core/graph/graph_observer.h"
#include "tensorflow_lite_lite/core/graph/lifecycle.h"
#include "tensorflow_lite_lite/core/memory/tensor_homes.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/schema/allocation.h"

namespace tflite::core {

// What constants and other tensors have in common.
struct TensorForm {
  TfLiteType type = kTfLiteNoType;
  const char* name = nullptr;  // the caller's; outlives the graph
  size_t rank = 0;
  const int* dims = nullptr;
  TfLiteQuantization quantization{};  // taken, also on failure
  size_t external_buffer_id = kTfLiteNoBufferIdentifier;
};

// The value of a constant.
struct ConstantValue {
  const char* buffer = nullptr;  // the caller's; outlives the graph
  // Those beyond what type and shape need are not the tensor's.
  size_t bytes = 0;
  const Allocation* allocation = nullptr;  // what `buffer` lies in, if known
  TfLiteSparsity* sparsity = nullptr;      // taken, also on failure
  size_t buffer_identifier = kTfLiteNoBufferIdentifier;
};

struct NewNode {
  const std::vector<int>& inputs;
  const std::vector<int>& outputs;
  const std::vector<int>& intermediates;
  // Options of a custom operator: the caller's, outlive the graph.
  const char* init_data = nullptr;
  size_t init_data_size = 0;
  void* builtin_data = nullptr;  // for free(); taken, also on failure
  // Copied; its name is the caller's and outlives the graph.
  const TfLiteRegistration* registration = nullptr;
};

// The unit of a Subgraph that all others work on: the graph, how it is built,
// what may be done with it, and where its errors go. Owns the tensors' heap
// data and the nodes, whose operators it initializes and frees. Errors name the
// tensor or node. For one thread.
class GraphData {
 public:
  static constexpr size_t kTensorsCapacityHeadroom = 16;

  // `runtime` outlives this object.
  GraphData(Runtime* runtime, int index);
  GraphData(const GraphData&) = delete;
  GraphData& operator=(const GraphData&) = delete;

  // --- Building; each ends the prepared state ---
  Status SetInputs(std::vector<int> inputs);
  Status SetOutputs(std::vector<int> outputs);
  Status SetVariables(std::vector<int> variables);
  Status AddTensors(int count, int* first_index = nullptr);
  // Appends a node to the graph and to the plan. Internal where its operator
  // cannot be initialized, which may have reported why; otherwise Invalid.
  Status AddNode(const NewNode& parts, int* node_index = nullptr);
  Status SetConstant(int tensor, const TensorForm& form,
                     const ConstantValue& value);
  // A tensor that nodes write, or a variable, or a graph input.
  Status SetActivation(int tensor, const TensorForm& form, bool is_variable,
                       size_t signature_rank, const int* signature_dims);
  void SetExternalBufferId(size_t tensor, size_t id) {
    external_buffer_ids_[tensor] = id;
  }
  void SetName(const char* name) { name_ = name == nullptr ? "" : name; }
  // Graph inputs that no node reads become -1.
  void RemoveUnusedInputs();
  // A copy of contents, for constants that cannot be used where they are; lives
  // as long as the graph. Aligned for any type.
  const char* KeepCopy(const char* contents, size_t bytes);

  // --- Taking apart ---
  // Frees what a node's operator keeps; the node and its lists stay.
  void FreeOperatorOf(int node_index);
  // Removes the nodes from `first` on, the last one first.
  void FreeNodesFrom(size_t first);
  // Before what operators may call while they are freed is destroyed.
  void FreeAll();
  void FreeBufferHandle(TfLiteTensor* tensor);
  // Room for what a node may add while it prepares, before
  // TfLiteContext::tensors moves.
  void ReserveTensors();

  // --- Those who use nodes beyond a call; removed before either ends ---
  void AddObserver(GraphObserver* observer) { observers_.push_back(observer); }
  void RemoveObserver(GraphObserver* observer);
  // Before shapes, memory or the plan change.
  void AnnounceChange() const;

  // --- Looking ---
  Graph& graph() { return graph_; }
  const Graph& graph() const { return graph_; }
  // Null when out of range.
  TfLiteTensor* tensor(int index) {
    return graph_.HasTensor(index) ? &graph_.tensors[index] : nullptr;
  }
  const std::string& name() const { return name_; }
  int index() const { return index_; }
  std::string DescribeNode(int n) const {
    return core::DescribeNode(graph_, n);
  }
  std::string DescribeTensor(int t) const {
    return core::DescribeTensor(graph_, t);
  }
  // Tensor index to the buffer it came from, inside and outside the model.
  const std::unordered_map<size_t, size_t>& buffer_ids() const {
    return buffer_ids_;
  }
  const std::unordered_map<size_t, size_t>& external_buffer_ids() const {
    return external_buffer_ids_;
  }

  // An error where a call that prepares or runs the graph is under way.
  Status CheckIdle() const;
  Lifecycle& lifecycle() { return lifecycle_; }
  const Lifecycle& lifecycle() const { return lifecycle_; }
  ErrorEdge& errors() { return errors_; }
  TensorHomes& homes() { return homes_; }
  Runtime* runtime() const { return runtime_; }
  TfLiteContext* context() { return &context_; }
  // Null while there is none.
  Profiler* profiler() const {
    return static_cast<Profiler*>(context_.profiler);
  }
  const TfLiteContext* context() const { return &context_; }

 private:
  Status CheckIndices(const std::vector<int>& indices, const char* what);
  Status CheckNewTensor(int tensor) const;
  Status CheckNoOverlap(const std::vector<int>& inputs,
                        const std::vector<int>& outputs);
  void ReplaceTensor(int tensor, const TensorForm& form, TfLiteTensor fields);

  Runtime* runtime_;
  const int index_;
  std::string name_;
  Graph graph_;
  TensorHomes homes_{&graph_};
  TfLiteContext context_{};
  Lifecycle lifecycle_;
  ErrorEdge errors_;
  std::vector<GraphObserver*> observers_;
  std::vector<std::unique_ptr<char[]>> copies_;
  std::unordered_map<size_t, size_t> buffer_ids_;
  std::unordered_map<size_t, size_t> external_buffer_ids_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_DATA_H_
