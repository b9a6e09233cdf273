#ifndef TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_
#define TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_

#include <cstdint>
#include <map>
#include <string>

#include "tensorflow_lite_lite/c/async/task.h"

// An asynchronous run of a signature, with buffers and synchronization objects
// by tensor index. Owned by the runner that created it.
struct TfLiteExecutionTask {
  // Maps names of the signature to tensor indices.
  using NameMap = std::map<std::string, uint32_t>;

  // The maps belong to the signature and must outlive the task.
  TfLiteExecutionTask(const NameMap* inputs, const NameMap* outputs)
      : inputs(inputs), outputs(outputs) {}

  const NameMap* inputs;
  const NameMap* outputs;
  std::map<int, TfLiteBufferHandle> buffers;
  std::map<int, TfLiteSynchronization*> syncs;
  std::map<const TfLiteAsyncKernel*, void*> delegate_data;
  TfLiteAsyncKernel* kernel =
      nullptr;                      // last that ran the task; null if removed
  int node_index = -1;              // node of the kernel
  TfLiteStatus status = kTfLiteOk;  // result of the last run
  bool scheduled = false;           // started, but Wait was not called
};

#endif  // TENSORFLOW_LITE_LITE_CORE_ASYNC_EXECUTION_TASK_H_
