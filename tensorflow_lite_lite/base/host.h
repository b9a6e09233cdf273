#ifndef TENSORFLOW_LITE_LITE_BASE_HOST_H_
#define TENSORFLOW_LITE_LITE_BASE_HOST_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/resources.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// What the runtime offers a kernel beyond TfLiteContext: threads, shared
// resources, and the other subgraphs of the model. TfLiteContext::impl_ points
// to it. Implemented by the core for each of its subgraphs; lives as long as
// the interpreter. Used by one thread at a time.
class Host {
 public:
  virtual ~Host() = default;

  virtual ThreadPool& thread_pool() = 0;
  virtual ResourceStore& resources() = 0;

  // The subgraphs of the model, this one included. Null for an index out of
  // range.
  virtual int subgraph_count() const = 0;
  virtual Host* subgraph(int index) = 0;
  virtual int subgraph_index() const = 0;
  virtual const std::string& GetName() const = 0;

  // Kernels report memory that they keep between invokes in addition to
  // tensors, such as packed weights: the number of bytes by which it grows or
  // shrinks.
  virtual void CountKernelMemory(int64_t change) {}

  // Tells the host that runs no longer read a constant, because its kernel has
  // packed it. The host may remove its pages from memory; the constant stays
  // readable. May be called by several threads of the pool at once.
  virtual void ConstantIsPacked(const TfLiteTensor& tensor) {}

  // Calls visit(node, registration) for the nodes of the execution plan, in
  // order. Does nothing on hosts without a plan.
  virtual void ForEachNode(
      const std::function<void(TfLiteNode*, const TfLiteRegistration&)>&
          visit) {}

  // Running a subgraph, for control flow. Tensor pointers stay valid until
  // tensors are added to it. Errors are returned, not reported: the operator
  // that calls the graph does that. They may have no message if an operator of
  // the graph has reported its own.
  virtual const std::vector<int>& inputs() const = 0;
  virtual const std::vector<int>& outputs() const = 0;
  virtual TfLiteTensor* tensor(int index) = 0;
  virtual Status ResizeInputTensor(int index, const std::vector<int>& dims) = 0;
  virtual Status AllocateTensors() = 0;
  // False until AllocateTensors has succeeded after the last change: Invoke
  // would be an error.
  virtual bool IsPrepared() = 0;
  // Afterwards, outputs are in the memory of the host.
  virtual Status Invoke() = 0;
  // True if the shape of an output is known only after Invoke.
  virtual bool HasDynamicTensors() = 0;
  // Frees the subgraph's activations until the next AllocateTensors.
  virtual void ReleaseMemory() = 0;
  // True once the caller has requested cancellation of the running invoke.
  virtual bool IsCancelled() = 0;

  static Host* Of(TfLiteContext* context) {
    return static_cast<Host*>(context->impl_);
  }
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_HOST_H_
