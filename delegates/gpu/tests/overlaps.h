#ifndef DELEGATES_GPU_TESTS_OVERLAPS_H_
#define DELEGATES_GPU_TESTS_OVERLAPS_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace tflite::gpu {

// Detects whether a function that has to be called under a lock is called by
// several threads at once.
class Overlaps {
 public:
  // Called by that function. Takes long enough for other threads to arrive.
  void Stay(int milliseconds = 1) {
    if (inside_.fetch_add(1) != 0) ++count_;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    inside_.fetch_sub(1);
  }
  int count() const { return count_; }

 private:
  std::atomic<int> inside_{0}, count_{0};
};

// Runs all jobs at the same time.
inline void RunTogether(const std::vector<std::function<void()>>& jobs) {
  std::atomic<size_t> missing{jobs.size()};
  std::vector<std::thread> threads;
  for (const auto& job : jobs) {
    threads.emplace_back([&] {
      --missing;
      while (missing > 0) std::this_thread::yield();
      job();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_OVERLAPS_H_
