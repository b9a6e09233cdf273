#ifndef TENSORFLOW_LITE_LITE_BASE_THREAD_POOL_H_
#define TENSORFLOW_LITE_LITE_BASE_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/namespaces.h"
#include "tensorflow_lite_lite/base/worker_cores.h"

namespace tflite::base {

// A pool of worker threads that run one loop at a time together with the
// calling thread. There is one pool per interpreter. ParallelFor may be called
// by one thread at a time; a nested call runs inline.
class ThreadPool {
 public:
  // `threads` includes the calling thread; values below 1 mean 1. Workers are
  // started by the first loop that can use them.
  explicit ThreadPool(int threads = 1) { SetNumThreads(threads); }
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int num_threads() const { return num_threads_; }
  // Must not be called during a loop. Stops excess workers.
  void SetNumThreads(int threads);

  // Calls body(begin, end) over disjoint ranges that cover [0, count), of
  // nearly equal length and at least `grain` items each. Returns when all are
  // done. The ranges depend only on count, grain and the number of threads.
  void ParallelFor(int64_t count, int64_t grain,
                   const std::function<void(int64_t begin, int64_t end)>& body);

 private:
  void StartWorkers();
  void StopWorkers();
  void Work();
  void RunRanges();

  int num_threads_ = 1;
  std::vector<std::thread> workers_;
  bool running_ = false;  // a loop is running; accessed by its caller only

  // The current loop. Threads take ranges from next_, which also counts the
  // active workers, until none is left. On a cache line of its own to avoid
  // false sharing.
  alignas(64) const std::function<void(int64_t, int64_t)>* body_ = nullptr;
  int64_t count_ = 0;
  int64_t ranges_ = 0;
  std::atomic<int64_t> next_{0};

  alignas(64) std::atomic<int> sleepers_{0};  // workers waiting for start_
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  uint64_t wakes_ = 0;  // how often sleepers were woken
  WorkerCores cores_;
  bool stop_ = false;
};

// The work of one item of a loop: the product of `factors`, at least 1. Extents
// of a model may have a product that does not fit; the largest int64_t stands
// for it.
inline int64_t WorkOf(std::initializer_list<int64_t> factors) {
  int64_t work = 1;
  bool overflow = false;
  for (const int64_t factor : factors) {
    if (factor <= 0) return 1;
    overflow = overflow || !CheckedMul(work, factor, &work);
  }
  return overflow ? std::numeric_limits<int64_t>::max() : work;
}

// The grain of ThreadPool::ParallelFor for items of this work: the number of
// items that together are more than `least`, the work that pays for a range.
inline int64_t LeastItems(int64_t least,
                          std::initializer_list<int64_t> factors) {
  return least / WorkOf(factors) + 1;
}

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_THREAD_POOL_H_
