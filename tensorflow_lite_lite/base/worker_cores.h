#ifndef TENSORFLOW_LITE_LITE_BASE_WORKER_CORES_H_
#define TENSORFLOW_LITE_LITE_BASE_WORKER_CORES_H_

#include <mutex>
#include <vector>

#include "tensorflow_lite_lite/base/namespaces.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace tflite::base {

// Keeps workers off the core of the thread that wakes them up. That thread goes
// on working, so that a worker there would run only when the scheduler next
// interrupts it, milliseconds later. Some schedulers choose that core although
// others are idle, as those of virtual machines that save cores. Does nothing
// until that has happened, and outside of Linux. Thread-safe.
class WorkerCores {
 public:
  // Called by a worker: when it starts, after it has slept, when it ends.
  void Start();
  void Woken();
  void End();
  // Called by the thread that is about to wake up workers.
  void BeforeWaking();

#if defined(__linux__)
 private:
  struct Worker {
    int thread;
    bool away;  // only other cores than the caller's are allowed, until Woken()
  };

  std::mutex mutex_;
  std::vector<Worker> workers_;
  int core_ = -1;         // of the thread that woke up workers last
  bool crowded_ = false;  // a worker has woken up there
  cpu_set_t allowed_{};   // the cores of workers that are away
#endif
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_WORKER_CORES_H_
