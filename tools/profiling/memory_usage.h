#ifndef TOOLS_PROFILING_MEMORY_USAGE_H_
#define TOOLS_PROFILING_MEMORY_USAGE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <ostream>
#include <thread>

namespace tflite {
namespace profiling {
namespace memory {

// The resident memory of the process in KiB, as reported by the kernel, and its
// heap.
struct MemoryUsage {
  static const int64_t kValueNotSet = 0;
  static bool IsSupported();

  int64_t mem_footprint_kb = kValueNotSet;  // peak resident set
  int64_t vm_rss_kb = kValueNotSet;         // current resident set
  int64_t rss_anon_kb = kValueNotSet;       // part of it: heap, stacks
  int64_t rss_file_kb = kValueNotSet;  // of it: mapped files and shared memory
  // Bytes that malloc has obtained from the system, and the part in use.
  size_t total_allocated_bytes = kValueNotSet;
  size_t in_use_allocated_bytes = kValueNotSet;

  MemoryUsage operator+(const MemoryUsage& other) const;
  MemoryUsage operator-(const MemoryUsage& other) const;
  void AllStatsToStream(std::ostream* stream) const;
};

std::ostream& operator<<(std::ostream& stream, const MemoryUsage& usage);

// The current usage; all zero if the system cannot report it.
MemoryUsage GetMemoryUsage();

// Samples the resident set on a separate thread, from Start to Stop.
class MemoryUsageMonitor {
 public:
  static constexpr float kInvalidMemUsageMB = -1.0f;

  explicit MemoryUsageMonitor(int sampling_interval_ms = 50)
      : interval_(sampling_interval_ms) {}
  ~MemoryUsageMonitor() { Stop(); }

  void Start();
  void Stop();
  // Call after Stop; kInvalidMemUsageMB if there was no sample.
  float GetPeakMemUsageInMB() const;

 private:
  void Sample();

  const std::chrono::milliseconds interval_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  int64_t peak_kb_ = 0;
};

}  // namespace memory
}  // namespace profiling
}  // namespace tflite

#endif  // TOOLS_PROFILING_MEMORY_USAGE_H_
