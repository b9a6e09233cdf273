#include "tensorflow_lite_lite/base/worker_cores.h"

#include <vector>

#include "gtest/gtest.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tflite::base {
namespace {

std::vector<int> CoresOf(int thread) {
  cpu_set_t cores;
  std::vector<int> list;
  if (sched_getaffinity(thread, sizeof(cores), &cores) != 0) return list;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) list.push_back(core);
  }
  return list;
}

void Allow(const std::vector<int>& list) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (const int core : list) CPU_SET(core, &cores);
  ASSERT_EQ(sched_setaffinity(0, sizeof(cores), &cores), 0);
}

// A thread that does what it is told to.
class Worker {
 public:
  Worker() : thread_([this] { Work(); }) {
    Do([this] { id_ = static_cast<int>(syscall(SYS_gettid)); });
  }
  ~Worker() {
    Do([this] { ends_ = true; });
    thread_.join();
  }
  int id() const { return id_; }

  void Do(const std::function<void()>& task) {
    std::unique_lock<std::mutex> lock(mutex_);
    task_ = task;
    changed_.notify_all();
    changed_.wait(lock, [this] { return task_ == nullptr; });
  }

 private:
  void Work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ends_) {
      changed_.wait(lock, [this] { return task_ != nullptr; });
      task_();
      task_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;
  bool ends_ = false;
  int id_ = 0;
  std::thread thread_;
};

class WorkerCoresTest : public testing::Test {
 protected:
  void SetUp() override {
    all_ = CoresOf(0);
    if (all_.size() < 2) GTEST_SKIP() << "there is one core";
    first_ = all_[0];
    others_.assign(all_.begin() + 1, all_.end());
    worker_.Do([this] { cores_.Start(); });
    Allow({first_});
  }
  void TearDown() override {
    if (all_.size() > 1) Allow(all_);
  }
  // Wakes up the worker on `core`; then it may run on all again.
  void WakeOn(int core) {
    cores_.BeforeWaking();
    worker_.Do([&] {
      Allow({core});
      cores_.Woken();
      Allow(all_);
    });
  }

  std::vector<int> all_, others_;
  int first_ = 0;
  WorkerCores cores_;
  Worker worker_;
};

TEST_F(WorkerCoresTest, NothingHappensToWorkersOnOtherCores) {
  for (int turn = 0; turn < 3; ++turn) {
    WakeOn(others_[0]);
    EXPECT_EQ(CoresOf(worker_.id()), all_);
    cores_.BeforeWaking();
    EXPECT_EQ(CoresOf(worker_.id()), all_);
  }
}

TEST_F(WorkerCoresTest, WorkersStayAwayFromACoreOnWhichTheyWokeUp) {
  WakeOn(first_);
  EXPECT_EQ(CoresOf(worker_.id()), all_);
  // The second call finds the worker away already.
  for (int turn = 0; turn < 2; ++turn) {
    cores_.BeforeWaking();
    EXPECT_EQ(CoresOf(worker_.id()), others_);
  }
  worker_.Do([&] { cores_.Woken(); });
  EXPECT_EQ(CoresOf(worker_.id()), all_);
}

TEST_F(WorkerCoresTest, WorkersThatHaveOneCoreStayThere) {
  worker_.Do([&] { Allow({first_}); });
  cores_.BeforeWaking();
  worker_.Do([&] { cores_.Woken(); });
  cores_.BeforeWaking();
  EXPECT_EQ(CoresOf(worker_.id()), std::vector<int>{first_});
}

TEST_F(WorkerCoresTest, WorkersThatHaveEndedAreForgotten) {
  WakeOn(first_);
  worker_.Do([&] { cores_.End(); });
  cores_.BeforeWaking();
  EXPECT_EQ(CoresOf(worker_.id()), all_);
}

}  // namespace
}  // namespace tflite::base

#endif
