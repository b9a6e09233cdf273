#ifndef TENSORFLOW_LITE_LITE_BASE_HOST_H_
#define TENSORFLOW_LITE_LITE_BASE_HOST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/resources.h"
#include "tensorflow_lite_lite/base/thread_pool.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// What the graph a kernel runs in offers beyond TfLiteContext: threads, shared
// resources, and the model's other graphs. The core's Subgraph implements it
// and is what TfLiteContext::impl_ points to, Host being its first base.
// Lives as long as the interpreter; one thread at a time.
class Host {
 public:
  virtual ~Host() = default;

  virtual ThreadPool& thread_pool() = 0;
  virtual ResourceStore& resources() = 0;

  // The model's graphs, this one among them. Null when out of range.
  virtual int subgraph_count() const = 0;
  virtual Host* subgraph(int index) = 0;
  virtual int subgraph_index() const = 0;
  virtual const std::string& GetName() const = 0;

  // Kernels tell what they keep between invokes besides the graph's tensors,
  // such as packed weights: by how many bytes it grows or shrinks.
  virtual void CountKernelMemory(int64_t change) {}

  // Running a graph, for control flow. Tensor pointers stay valid until tensors
  // are added to the graph.
  virtual const std::vector<int>& inputs() const = 0;
  virtual const std::vector<int>& outputs() const = 0;
  virtual TfLiteTensor* tensor(int index) = 0;
  virtual TfLiteStatus ResizeInputTensor(int index,
                                         const std::vector<int>& dims) = 0;
  virtual TfLiteStatus AllocateTensors() = 0;
  virtual TfLiteStatus Invoke() = 0;
  // True when some output's shape is known only after Invoke.
  virtual bool HasDynamicTensors() = 0;
  // Frees the graph's activations until the next AllocateTensors.
  virtual TfLiteStatus ReleaseMemory() = 0;
  // True once the caller has asked for the running invoke to stop.
  virtual bool IsCancelled() = 0;

  static Host* Of(TfLiteContext* context) {
    return static_cast<Host*>(context->impl_);
  }
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_HOST_H_
