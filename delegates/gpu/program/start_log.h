#ifndef DELEGATES_GPU_PROGRAM_START_LOG_H_
#define DELEGATES_GPU_PROGRAM_START_LOG_H_

#include <cstddef>
#include <functional>
#include <mutex>

namespace tflite::gpu {

// Logs progress while programs are compiled or loaded, if that takes longer
// than half a second. Thread-safe; `now` is called by one thread at a time.
class GpuStartLog {
 public:
  using Seconds = std::function<double()>;  // since an arbitrary time

  // `programs` is the total number.
  explicit GpuStartLog(size_t programs, Seconds now = SecondsOnSteadyClock);

  // Called for each program that is ready; `cached` if it was not compiled.
  void Add(bool cached);
  // Called when all are ready.
  void Finish();

 private:
  static double SecondsOnSteadyClock();

  const size_t programs_;
  const Seconds now_;
  std::mutex mutex_;  // protects the members below, and calls of now_
  const double start_;
  double last_line_;
  size_t ready_ = 0, cached_ = 0;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_START_LOG_H_
