#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_THREADPOOL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_THREADPOOL_H_

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "tensorflow_lite_lite/kernel_util/cpu_backend_context.h"

namespace tflite {
namespace cpu_backend_threadpool {

// A part of an operator's work. Parts may run at the same time.
struct Task {
  virtual ~Task() = default;
  virtual void Run() = 0;
};

// Runs all of `tasks`, which derive from Task, on at most as many threads as
// the context allows, and returns when they are done. Tasks do not throw.
template <typename TaskType>
void Execute(int tasks_count, TaskType* tasks,
             CpuBackendContext* cpu_backend_context) {
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i = next++; i < tasks_count; i = next++) tasks[i].Run();
  };
  const int others =
      std::min(tasks_count, cpu_backend_context->max_num_threads()) - 1;
  std::vector<std::thread> threads;
  for (int i = 0; i < others; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace cpu_backend_threadpool
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_THREADPOOL_H_
