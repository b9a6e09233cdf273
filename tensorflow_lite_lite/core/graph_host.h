#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_HOST_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_HOST_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/calls/opaque_forms.h"
#include "tensorflow_lite_lite/core/delegation_log.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// A Subgraph as operators and delegates see it: the functions of its
// TfLiteContext, and Host. TfLiteContext::impl_ points to its base class Host.
class GraphHost final : public Host {
 public:
  // Sets all function pointers of the graph's context. None is null: functions
  // that are not allowed at the moment report an error, and functions that only
  // runtimes without a heap provide always do. The graph owns this object.
  explicit GraphHost(Subgraph* graph);
  GraphHost(const GraphHost&) = delete;
  GraphHost& operator=(const GraphHost&) = delete;

  // Returns the graph of a context that is not null.
  static Subgraph* GraphOf(const TfLiteContext* context) {
    return static_cast<GraphHost*>(static_cast<Host*>(context->impl_))->graph_;
  }

  // --- Host ---
  ThreadPool& thread_pool() override;
  ResourceStore& resources() override;
  int subgraph_count() const override;
  Host* subgraph(int index) override;
  int subgraph_index() const override;
  const std::string& GetName() const override;
  void CountKernelMemory(int64_t change) override;
  void ConstantIsPacked(const TfLiteTensor& tensor) override;
  void ForEachNode(
      const std::function<void(TfLiteNode*, const TfLiteRegistration&)>& visit)
      override;
  const std::vector<int>& inputs() const override;
  const std::vector<int>& outputs() const override;
  TfLiteTensor* tensor(int index) override;
  Status ResizeInputTensor(int index, const std::vector<int>& dims) override;
  Status AllocateTensors() override;
  bool IsPrepared() override;
  Status Invoke() override;
  bool HasDynamicTensors() override;
  void ReleaseMemory() override;
  bool IsCancelled() override;

  // Returns a node's operator in opaque form, which lives as long as this
  // object, or null if the index is out of range.
  TfLiteOperator* OperatorForNode(int node_index);
  SubgraphLog& log() { return log_; }

 private:
  Subgraph* graph_;
  SubgraphLog log_;
  OpaqueForms opaque_forms_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_HOST_H_
