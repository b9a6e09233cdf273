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

// Properties that constants and other tensors have in common.
struct TensorForm {
  TfLiteType type = kTfLiteNoType;
  const char* name = nullptr;  // owned by the caller; must outlive the graph
  size_t rank = 0;
  const int* dims = nullptr;
  TfLiteQuantization quantization{};  // ownership transferred, also on failure
  size_t external_buffer_id = kTfLiteNoBufferIdentifier;
};

// Converts per-tensor parameters to the full form, which the caller owns; scale
// 0 means not quantized.
TfLiteQuantization FullQuantization(TfLiteQuantizationParams params);

// The value of a constant.
struct ConstantValue {
  const char* buffer = nullptr;  // owned by the caller; must outlive the graph
  // Bytes beyond the size given by type and shape are ignored.
  size_t bytes = 0;
  const Allocation* allocation = nullptr;  // contains `buffer`; null if unknown
  TfLiteSparsity* sparsity = nullptr;  // ownership transferred, also on failure
  size_t buffer_identifier = kTfLiteNoBufferIdentifier;
};

struct NewNode {
  const std::vector<int>& inputs;
  const std::vector<int>& outputs;
  const std::vector<int>& intermediates;
  // Options of a custom operator, owned by the caller; must outlive the graph.
  const char* init_data = nullptr;
  size_t init_data_size = 0;
  // Ownership is transferred, also on failure; released with free().
  void* builtin_data = nullptr;
  // Copied, except for its name, which the caller owns and which must outlive
  // the graph.
  const TfLiteRegistration* registration = nullptr;
};

// The unit of a Subgraph that all others use: the graph, functions to build it,
// its lifecycle state and its error reporting. Owns the tensors' heap data and
// the nodes, whose operators it initializes and frees. Errors name the tensor
// or node. Not thread-safe.
class GraphData {
 public:
  static constexpr size_t kTensorsCapacityHeadroom = 16;
  // For how many tensors that `nodes` nodes may add there is space when all are
  // prepared: 8 for each, unless there are very many.
  static constexpr size_t TensorsOfNodes(size_t nodes) {
    constexpr size_t kMost = 1 << 16;
    return nodes < kMost / 8 ? 8 * nodes : kMost;
  }

  // `runtime` must outlive this object, which registers itself in its list.
  GraphData(Runtime* runtime, int index);
  ~GraphData();
  GraphData(const GraphData&) = delete;
  GraphData& operator=(const GraphData&) = delete;

  // --- Building; each change makes the graph unprepared, but for the value of
  // a constant ---
  Status SetInputs(std::vector<int> inputs);
  Status SetOutputs(std::vector<int> outputs);
  Status SetVariables(std::vector<int> variables);
  Status AddTensors(int count, int* first_index = nullptr);
  // Appends a node to the graph and to the plan. Returns Internal if its
  // operator cannot be initialized (the operator may have reported the reason),
  // and Invalid for other errors.
  Status AddNode(const NewNode& parts, int* node_index = nullptr);
  Status SetConstant(int tensor, const TensorForm& form,
                     const ConstantValue& value);
  // Defines a tensor that nodes write, a variable, or a graph input.
  Status SetActivation(int tensor, const TensorForm& form, bool is_variable,
                       size_t signature_rank, const int* signature_dims);
  void SetExternalBufferId(size_t tensor, size_t id) {
    external_buffer_ids_[tensor] = id;
  }
  void SetName(const char* name) { name_ = name == nullptr ? "" : name; }
  // Replaces graph inputs that no node reads with -1.
  void RemoveUnusedInputs();
  // Copies the contents of a constant that cannot be used in place; `as_bools`
  // makes all values but 0 be 1. The copy is aligned for any type, and all
  // graphs share it. Returns null if there is no memory.
  const char* KeepCopy(const char* contents, size_t bytes, bool as_bools);

  // --- Releasing ---
  // Frees the state of a node's operator; the node and its lists are kept.
  void FreeOperatorOf(int node_index);
  // Removes all nodes from index `first` on, in reverse order.
  void FreeNodesFrom(size_t first);
  // Call before destroying anything that operators may use while they are
  // freed.
  void FreeAll();
  void FreeBufferHandle(TfLiteTensor* tensor);
  // Reserves space for `count` tensors that nodes may add in their Prepare, so
  // that TfLiteContext::tensors does not move.
  void ReserveTensors(size_t count = kTensorsCapacityHeadroom);

  // --- Observers; remove each before it or this object is destroyed ---
  void AddObserver(GraphObserver* observer) { observers_.push_back(observer); }
  void RemoveObserver(GraphObserver* observer);
  // Notifies the observers. Call before shapes, memory or the plan change.
  void AnnounceChange() const;

  // --- Inspecting ---
  Graph& graph() { return graph_; }
  const Graph& graph() const { return graph_; }
  // Returns null if the index is out of range.
  TfLiteTensor* tensor(int index) {
    return graph_.HasTensor(index) ? &graph_.tensors[index] : nullptr;
  }
  // Returns for each tensor how many node inputs refer to it.
  std::vector<int> CountReads() const;
  // Returns another graph of the model; null if there is none of this index.
  const GraphData* Sibling(int index) const;
  const std::string& name() const { return name_; }
  int index() const { return index_; }
  std::string DescribeNode(int n) const {
    return core::DescribeNode(graph_, n);
  }
  std::string DescribeTensor(int t) const {
    return core::DescribeTensor(graph_, t);
  }
  // For tensor indices, the identifiers of the buffers that hold their
  // contents, inside or outside the model.
  const std::unordered_map<size_t, size_t>& buffer_ids() const {
    return buffer_ids_;
  }
  const std::unordered_map<size_t, size_t>& external_buffer_ids() const {
    return external_buffer_ids_;
  }

  // Returns an error while a call is preparing or running the graph.
  Status CheckIdle() const;
  Lifecycle& lifecycle() { return lifecycle_; }
  const Lifecycle& lifecycle() const { return lifecycle_; }
  ErrorEdge& errors() { return errors_; }
  TensorHomes& homes() { return homes_; }
  Runtime* runtime() const { return runtime_; }
  TfLiteContext* context() { return &context_; }
  // Returns null if there is no profiler.
  Profiler* profiler() const {
    return static_cast<Profiler*>(context_.profiler);
  }
  const TfLiteContext* context() const { return &context_; }

 private:
  Status CheckIndices(const std::vector<int>& indices, const char* what);
  void SetList(std::vector<int>* list, std::vector<int> tensors);
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
  std::unordered_map<size_t, size_t> buffer_ids_;
  std::unordered_map<size_t, size_t> external_buffer_ids_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_DATA_H_
