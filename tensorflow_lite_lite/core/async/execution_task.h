#ifndef TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_
#define TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_

#include <cstdint>
#include <map>
#include <string>

#include "tensorflow_lite_lite/c/async/task.h"

// One asynchronous run of a signature: its buffers and synchronization objects
// by tensor index. The runner that makes it owns it.
struct TfLiteExecutionTask {
  // Signature names to tensor indices.
  using NameMap = std::map<std::string, uint32_t>;

  // The maps are the signature's and outlive the task.
  TfLiteExecutionTask(const NameMap* inputs, const NameMap* outputs)
      : inputs(inputs), outputs(outputs) {}

  const NameMap* inputs;
  const NameMap* outputs;
  std::map<int, TfLiteBufferHandle> buffers;
  std::map<int, TfLiteSynchronization*> syncs;
  std::map<const TfLiteAsyncKernel*, void*> delegate_data;
  TfLiteAsyncKernel* kernel =
      nullptr;                      // that last ran it; null once it is gone
  int node_index = -1;              // the kernel's
  TfLiteStatus status = kTfLiteOk;  // of that run
  bool scheduled = false;           // started and not waited for
};

#endif  // TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_
