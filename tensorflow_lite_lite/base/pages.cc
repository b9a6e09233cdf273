#include "tensorflow_lite_lite/base/pages.h"

#include <atomic>
#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace tflite::base {
namespace {

constexpr std::align_val_t kAlignment{64};

// Sanitizers find accesses beyond the end of memory from operator new only.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TFLL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TFLL_SANITIZED 1
#endif
#endif
#if defined(__linux__) && !defined(TFLL_SANITIZED)
constexpr bool kMaps = true;
#else
constexpr bool kMaps = false;
#endif

// Smaller blocks share pages.
constexpr size_t kLeastMapped = 64 * 1024;
// Pages of larger ones are added on first access: a graph with tensors of many
// megabytes may never use all of them.
constexpr size_t kMostPopulated = 16 * 1024 * 1024;

#if defined(__linux__)
size_t PageSize() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

size_t RoundUp(size_t bytes) {
  return (bytes + PageSize() - 1) / PageSize() * PageSize();
}
#endif

std::atomic<size_t> mapped_bytes{0};

}  // namespace

void* AllocatePages(size_t bytes) {
#if defined(__linux__)
  if (kMaps && bytes >= kLeastMapped) {
    // No object may be larger, and larger sizes would overflow below.
    if (bytes > PTRDIFF_MAX - PageSize()) return nullptr;
    const int populate = bytes <= kMostPopulated ? MAP_POPULATE : 0;
    void* data = mmap(nullptr, RoundUp(bytes), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | populate, -1, 0);
    if (data == MAP_FAILED) return nullptr;
    mapped_bytes += bytes;
    return data;
  }
#endif
  return ::operator new(bytes, kAlignment, std::nothrow);
}

void FreePages(void* data, size_t bytes) {
  if (data == nullptr) return;
#if defined(__linux__)
  if (kMaps && bytes >= kLeastMapped) {
    munmap(data, RoundUp(bytes));
    mapped_bytes -= bytes;
    return;
  }
#endif
  ::operator delete(data, kAlignment);
}

size_t MappedBytes() { return mapped_bytes; }

void DropFilePages(const void* data, size_t bytes) {
#if defined(__linux__)
  const auto begin = RoundUp(reinterpret_cast<uintptr_t>(data));
  const auto end =
      (reinterpret_cast<uintptr_t>(data) + bytes) / PageSize() * PageSize();
  if (begin < end) {
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
#else
  static_cast<void>(data);
  static_cast<void>(bytes);
#endif
}

}  // namespace tflite::base
