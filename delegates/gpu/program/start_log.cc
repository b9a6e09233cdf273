#include "delegates/gpu/program/start_log.h"

#include <chrono>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"

namespace tflite::gpu {

using namespace delegates;

namespace {

constexpr double kPatience = 0.5;  // seconds before the first line
constexpr double kInterval = 2.0;  // seconds between lines

}  // namespace

GpuStartLog::GpuStartLog(size_t programs, Seconds now)
    : programs_(programs),
      now_(std::move(now)),
      start_(now_()),
      last_line_(start_ - kInterval + kPatience) {}

double GpuStartLog::SecondsOnSteadyClock() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void GpuStartLog::Add(bool cached) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++ready_;
  cached_ += cached;
  const double now = now_();
  if (ready_ >= programs_ || now - last_line_ < kInterval) return;
  last_line_ = now;
  Log(LogLevel::kInfo, "GPU: %zu of %zu programs are ready after %.1f s",
      ready_, programs_, now - start_);
}

void GpuStartLog::Finish() {
  std::lock_guard<std::mutex> lock(mutex_);
  const double seconds = now_() - start_;
  if (seconds < kPatience) return;
  Log(LogLevel::kInfo,
      "GPU: all %zu programs are ready after %.1f s; %zu come from the cache",
      programs_, seconds, cached_);
}

}  // namespace tflite::gpu
