#include "tensorflow_lite_lite/base/worker_cores.h"

#include <algorithm>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace tflite::base {

#if defined(__linux__)
namespace {

int ThisThread() { return static_cast<int>(syscall(SYS_gettid)); }

bool GetCores(int thread, cpu_set_t* cores) {
  return sched_getaffinity(thread, sizeof(*cores), cores) == 0;
}
bool SetCores(int thread, const cpu_set_t& cores) {
  return sched_setaffinity(thread, sizeof(cores), &cores) == 0;
}

// Whether `cores` are more than `core`, which is then left out.
bool LeaveOut(int core, cpu_set_t* cores) {
  if (core < 0 || core >= CPU_SETSIZE) return false;
  CPU_CLR(core, cores);
  return CPU_COUNT(cores) > 0;
}

}  // namespace

void WorkerCores::Start() {
  const std::lock_guard<std::mutex> lock(mutex_);
  workers_.push_back({ThisThread(), false});
}

void WorkerCores::Woken() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int thread = ThisThread();
  const auto self = std::find_if(
      workers_.begin(), workers_.end(),
      [&](const Worker& worker) { return worker.thread == thread; });
  if (self == workers_.end()) return;
  if (self->away) {
    SetCores(thread, allowed_);
    self->away = false;
  } else if (core_ >= 0 && sched_getcpu() == core_) {
    crowded_ = true;
    cpu_set_t allowed, others;
    if (!GetCores(thread, &allowed)) return;
    others = allowed;
    if (LeaveOut(core_, &others) && SetCores(thread, others)) {
      SetCores(thread, allowed);
    }
  }
}

void WorkerCores::End() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int thread = ThisThread();
  workers_.erase(std::remove_if(workers_.begin(), workers_.end(),
                                [&](const Worker& worker) {
                                  return worker.thread == thread;
                                }),
                 workers_.end());
}

void WorkerCores::BeforeWaking() {
  const std::lock_guard<std::mutex> lock(mutex_);
  core_ = sched_getcpu();
  const bool any_away =
      std::any_of(workers_.begin(), workers_.end(),
                  [](const Worker& worker) { return worker.away; });
  if (!crowded_ || any_away || workers_.empty()) return;
  cpu_set_t others;
  if (!GetCores(workers_[0].thread, &allowed_)) return;
  others = allowed_;
  if (!LeaveOut(core_, &others)) return;
  for (Worker& worker : workers_) worker.away = SetCores(worker.thread, others);
}

#else

void WorkerCores::Start() {}
void WorkerCores::Woken() {}
void WorkerCores::End() {}
void WorkerCores::BeforeWaking() {}

#endif

}  // namespace tflite::base
