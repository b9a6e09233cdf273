#ifndef DELEGATES_GPU_START_LOG_H_
#define DELEGATES_GPU_START_LOG_H_

#include <cstddef>
#include <functional>

namespace tflite::gpu {

// Tells users who wait why: lines in the log while programs are made ready, if
// that takes longer than half a second.
class GpuStartLog {
 public:
  using Seconds = std::function<double()>;  // since any moment

  // Of `programs` programs.
  explicit GpuStartLog(size_t programs, Seconds now = SecondsOnSteadyClock);

  // One more is ready; `cached`: without being compiled.
  void Add(bool cached);
  // All are.
  void Finish() const;

 private:
  static double SecondsOnSteadyClock();

  const size_t programs_;
  const Seconds now_;
  const double start_;
  double last_line_;
  size_t ready_ = 0, cached_ = 0;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_START_LOG_H_
