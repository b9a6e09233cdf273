#include "tools/profiling/memory_usage.h"

#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace tflite {
namespace profiling {
namespace memory {
namespace {

constexpr char kStatus[] = "/proc/self/status";

}  // namespace

bool MemoryUsage::IsSupported() { return std::ifstream(kStatus).good(); }

MemoryUsage MemoryUsage::operator+(const MemoryUsage& other) const {
  MemoryUsage out = *this;
  out.mem_footprint_kb += other.mem_footprint_kb;
  out.vm_rss_kb += other.vm_rss_kb;
  out.rss_anon_kb += other.rss_anon_kb;
  out.rss_file_kb += other.rss_file_kb;
  out.total_allocated_bytes += other.total_allocated_bytes;
  out.in_use_allocated_bytes += other.in_use_allocated_bytes;
  return out;
}

MemoryUsage MemoryUsage::operator-(const MemoryUsage& other) const {
  MemoryUsage out = *this;
  out.mem_footprint_kb -= other.mem_footprint_kb;
  out.vm_rss_kb -= other.vm_rss_kb;
  out.rss_anon_kb -= other.rss_anon_kb;
  out.rss_file_kb -= other.rss_file_kb;
  out.total_allocated_bytes -= other.total_allocated_bytes;
  out.in_use_allocated_bytes -= other.in_use_allocated_bytes;
  return out;
}

void MemoryUsage::AllStatsToStream(std::ostream* stream) const {
  *stream << "max resident set size/physical footprint = "
          << mem_footprint_kb / 1024.0
          << " MB, resident = " << vm_rss_kb / 1024.0 << " MB";
}

std::ostream& operator<<(std::ostream& stream, const MemoryUsage& usage) {
  usage.AllStatsToStream(&stream);
  return stream;
}

MemoryUsage GetMemoryUsage() {
  MemoryUsage out;
  std::ifstream in(kStatus);
  std::string line;
  while (std::getline(in, line)) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, colon);
    const auto value = [&] { return std::atoll(line.c_str() + colon + 1); };
    if (key == "VmHWM") out.mem_footprint_kb = value();
    if (key == "VmRSS") out.vm_rss_kb = value();
    if (key == "RssAnon") out.rss_anon_kb = value();
    if (key == "RssFile" || key == "RssShmem") out.rss_file_kb += value();
  }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 heap = mallinfo2();
  // Large blocks are mapped individually.
  out.total_allocated_bytes = heap.arena + heap.hblkhd;
  out.in_use_allocated_bytes = heap.uordblks + heap.hblkhd;
#endif
  return out;
}

void MemoryUsageMonitor::Start() {
  if (thread_.joinable() || !MemoryUsage::IsSupported()) return;
  stop_ = false;
  peak_kb_ = 0;
  thread_ = std::thread([this] { Sample(); });
}

void MemoryUsageMonitor::Stop() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void MemoryUsageMonitor::Sample() {
  std::unique_lock<std::mutex> lock(mutex_);
  do {
    peak_kb_ = std::max(peak_kb_, GetMemoryUsage().vm_rss_kb);
  } while (!wake_.wait_for(lock, interval_, [this] { return stop_; }));
}

float MemoryUsageMonitor::GetPeakMemUsageInMB() const {
  return peak_kb_ == 0 ? kInvalidMemUsageMB : peak_kb_ / 1024.0f;
}

}  // namespace memory
}  // namespace profiling
}  // namespace tflite
