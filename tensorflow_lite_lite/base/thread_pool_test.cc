#include "tensorflow_lite_lite/base/thread_pool.h"

#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace tflite::base {
namespace {

// How often the body received each of `count` items.
std::vector<int> Visits(ThreadPool& pool, int64_t count, int64_t grain) {
  std::vector<int> visits(count);
  pool.ParallelFor(count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++visits[i];
  });
  return visits;
}

TEST(ThreadPool, GivesEachItemOnce) {
  for (const int threads : {0, 1, 2, 5}) {
    ThreadPool pool(threads);
    for (const int64_t count : {0, 1, 2, 7, 100, 1000}) {
      for (const int64_t grain : {0, 1, 3, 2000}) {
        EXPECT_EQ(Visits(pool, count, grain), std::vector<int>(count, 1))
            << threads << " threads, grain " << grain;
      }
    }
  }
}

// Loops that end before the workers wake up, each followed at once by another.
TEST(ThreadPool, LoopsFollowEachOtherAtOnce) {
  ThreadPool pool(4);
  for (int loop = 0; loop < 5000; ++loop) {
    const int64_t count = loop % 13 + 2;
    ASSERT_EQ(Visits(pool, count, 1), std::vector<int>(count, 1)) << loop;
  }
}

TEST(ThreadPool, WorkIsTheProductOfItsFactors) {
  constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();
  constexpr int64_t kExtent = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(WorkOf({}), 1);
  EXPECT_EQ(WorkOf({7}), 7);
  EXPECT_EQ(WorkOf({2, 3, 5}), 30);
  EXPECT_EQ(WorkOf({kExtent, kExtent}), kExtent * kExtent);
  EXPECT_EQ(WorkOf({kExtent, kExtent, 2}), kExtent * kExtent * 2);
  // 2^64 + 2^32, which would wrap to 2^32.
  EXPECT_EQ(WorkOf({int64_t{1} << 32, (int64_t{1} << 32) + 1}), kGreatest);
  EXPECT_EQ(WorkOf({kExtent, kExtent, kExtent, kExtent}), kGreatest);
  EXPECT_EQ(WorkOf({kGreatest, 1}), kGreatest);
  // Nothing to do, whatever the other factors are.
  EXPECT_EQ(WorkOf({0, 5}), 1);
  EXPECT_EQ(WorkOf({kGreatest, kGreatest, 0}), 1);
  EXPECT_EQ(WorkOf({-3, 5}), 1);
}

TEST(ThreadPool, ItemsOfARangeAreMoreThanTheLeastWork) {
  EXPECT_EQ(LeastItems(100, {1}), 101);
  EXPECT_EQ(LeastItems(100, {3, 5}), 7);
  EXPECT_EQ(LeastItems(100, {10, 10}), 2);
  EXPECT_EQ(LeastItems(100, {101}), 1);
  EXPECT_EQ(LeastItems(100, {0}), 101);
  EXPECT_EQ(LeastItems(100, {int64_t{1} << 40, int64_t{1} << 40}), 1);
}

TEST(ThreadPool, NestedLoopsRunInline) {
  ThreadPool pool(3);
  std::atomic<int> items{0};
  pool.ParallelFor(20, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const std::thread::id outer = std::this_thread::get_id();
      pool.ParallelFor(10, 1, [&](int64_t first, int64_t last) {
        EXPECT_EQ(std::this_thread::get_id(), outer);
        items += static_cast<int>(last - first);
      });
    }
  });
  EXPECT_EQ(items, 200);
}

// Whichever threads the exceptions come from.
TEST(ThreadPool, ExceptionReachesTheCallerWhenTheLoopHasEnded) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    for (int loop = 0; loop < 100; ++loop) {
      std::atomic<int> running{0};
      EXPECT_THROW(pool.ParallelFor(64, 1,
                                    [&](int64_t begin, int64_t) {
                                      ++running;
                                      if (loop % 2 == 0)
                                        std::this_thread::yield();
                                      --running;
                                      if (begin % 3 != 1)
                                        throw std::bad_alloc();
                                    }),
                   std::bad_alloc);
      EXPECT_EQ(running, 0);
      EXPECT_EQ(Visits(pool, 50, 1), std::vector<int>(50, 1)) << loop;
    }
  }
}

#if defined(__linux__)
// Restricts the calling thread, and those that it starts, to one core.
class OneCore {
 public:
  OneCore() {
    CPU_ZERO(&before_);
    valid_ = sched_getaffinity(0, sizeof(before_), &before_) == 0;
    for (int core = 0; valid_ && core < CPU_SETSIZE; ++core) {
      if (!CPU_ISSET(core, &before_)) continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(core, &one);
      valid_ = sched_setaffinity(0, sizeof(one), &one) == 0;
      return;
    }
  }
  ~OneCore() { sched_setaffinity(0, sizeof(before_), &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;
  bool valid() const { return valid_; }

 private:
  cpu_set_t before_;
  bool valid_ = false;
};

// More threads than cores, two pools at once: the threads that wait must let
// those run that they wait for.
TEST(ThreadPool, ThreadsOfSeveralPoolsShareACore) {
  const OneCore one;
  if (!one.valid()) GTEST_SKIP() << "threads cannot be bound to a core";
  const auto loops = [] {
    ThreadPool pool(4);
    for (int loop = 0; loop < 500; ++loop) {
      const int64_t count = loop % 13 + 2;
      ASSERT_EQ(Visits(pool, count, 1), std::vector<int>(count, 1)) << loop;
    }
  };
  std::thread other(loops);
  loops();
  other.join();
}
#endif

TEST(ThreadPool, ThreadsMayChangeBetweenLoops) {
  ThreadPool pool(2);
  for (const int threads : {4, 1, 3, 3, 2}) {
    pool.SetNumThreads(threads);
    EXPECT_EQ(pool.num_threads(), threads);
    EXPECT_EQ(Visits(pool, 50, 1), std::vector<int>(50, 1));
  }
}

}  // namespace
}  // namespace tflite::base
