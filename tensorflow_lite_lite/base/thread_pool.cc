#include "tensorflow_lite_lite/base/thread_pool.h"

#include <algorithm>
#include <system_error>

namespace tflite {
namespace {

// A worker looks for the next loop this often before it sleeps. A network's
// operators follow each other within microseconds, a sleeping thread costs tens
// to wake; longer spinning takes time from other processes.
constexpr int kSpins = 2000;
// Ranges a thread; more even out unequal progress, fewer cost less to hand out.
constexpr int64_t kRangesPerThread = 4;

// In busy_ while a loop takes workers; its other bits count those at work on
// it. A worker that wakes late finds the loop closed, and nobody waits for it.
constexpr int kOpen = 1 << 30;

thread_local bool is_worker = false;

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

ThreadPool::~ThreadPool() { StopWorkers(); }

void ThreadPool::SetNumThreads(int threads) {
  threads = std::max(1, threads);
  if (threads == num_threads_) return;
  StopWorkers();
  num_threads_ = threads;
}

void ThreadPool::StartWorkers() {
  if (!workers_.empty()) return;
  stop_ = false;
  for (int i = 1; i < num_threads_; ++i) {
    try {
      workers_.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      return;  // The system has no more threads: fewer share the work.
    }
  }
}

void ThreadPool::StopWorkers() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    generation_.fetch_add(1, std::memory_order_release);
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  generation_.store(0);
}

// next_ counts the ranges taken from the front in its high half, from the back
// in its low one: the caller goes forward and the workers backward, so that a
// loop over what an earlier one wrote finds most of it in the same caches.
void ThreadPool::RunRanges() {
  const int64_t ranges = (count_ + range_ - 1) / range_;
  int64_t taken = next_.load(std::memory_order_relaxed);
  for (;;) {
    const int64_t front = taken >> 32, back = taken & 0xFFFFFFFF;
    if (front + back >= ranges) return;
    const int64_t step = is_worker ? 1 : int64_t{1} << 32;
    if (!next_.compare_exchange_weak(taken, taken + step,
                                     std::memory_order_relaxed)) {
      continue;
    }
    const int64_t begin = (is_worker ? ranges - 1 - back : front) * range_;
    (*body_)(begin, std::min(count_, begin + range_));
    taken = next_.load(std::memory_order_relaxed);
  }
}

void ThreadPool::Work() {
  is_worker = true;
  uint64_t seen = 0;
  for (;;) {
    for (int i = 0; i < kSpins; ++i) {
      if (generation_.load(std::memory_order_acquire) != seen) break;
      Pause();
    }
    {
      std::unique_lock<std::mutex> lock(mutex_);
      start_.wait(lock, [&] { return generation_.load() != seen; });
      seen = generation_.load();
      if (stop_) return;
    }
    int busy = busy_.load(std::memory_order_relaxed);
    while ((busy & kOpen) != 0 &&
           !busy_.compare_exchange_weak(busy, busy + 1,
                                        std::memory_order_acquire)) {
    }
    if ((busy & kOpen) == 0) continue;
    RunRanges();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      std::lock_guard<std::mutex> lock(mutex_);
      done_.notify_one();
    }
  }
}

void ThreadPool::ParallelFor(
    int64_t count, int64_t grain,
    const std::function<void(int64_t, int64_t)>& body) {
  if (count <= 0) return;
  grain = std::max<int64_t>(1, grain);
  if (num_threads_ == 1 || count <= grain || running_) {
    body(0, count);
    return;
  }
  StartWorkers();
  running_ = true;
  const int64_t pieces = num_threads_ * kRangesPerThread;
  body_ = &body;
  count_ = count;
  range_ = std::max(grain, (count + pieces - 1) / pieces);
  next_.store(0, std::memory_order_relaxed);
  busy_.store(kOpen, std::memory_order_release);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    generation_.fetch_add(1, std::memory_order_release);
  }
  start_.notify_all();
  RunRanges();
  busy_.fetch_and(~kOpen, std::memory_order_acq_rel);
  for (int i = 0; i < kSpins && busy_.load(std::memory_order_acquire) != 0;
       ++i) {
    Pause();
  }
  if (busy_.load(std::memory_order_acquire) != 0) {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [&] { return busy_.load() == 0; });
  }
  running_ = false;
}

}  // namespace tflite
