#include "kernels/gemm/sharing/shared_buffer.h"

#include <cstring>
#include <functional>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tflite::kernels {
namespace {

constexpr size_t kLeastShared = 64 * 1024;

// Of words from all parts of the buffer, which is at least kLeastShared large:
// equal buffers have equal keys, and few others do.
size_t KeyOf(const GemmBuffer& buffer) {
  constexpr size_t kWords = 64;
  size_t samples[kWords];
  const size_t step = (buffer.size() - sizeof(size_t)) / (kWords - 1);
  for (size_t i = 0; i < kWords; ++i) {
    std::memcpy(&samples[i], static_cast<const char*>(buffer.data()) + i * step,
                sizeof(size_t));
  }
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char*>(samples), sizeof(samples)});
}

bool AreEqual(const GemmBuffer& a, const GemmBuffer& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

class SharedBuffers {
 public:
  std::vector<SharedBuffer> Find(size_t key) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<SharedBuffer> found;
    const auto range = buffers_.equal_range(key);
    for (auto at = range.first; at != range.second; ++at) {
      if (SharedBuffer held = at->second.lock()) found.push_back(held);
    }
    return found;
  }

  void Add(size_t key, const SharedBuffer& buffer) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (buffers_.size() >= limit_) RemoveExpired();
    buffers_.emplace(key, buffer);
  }

 private:
  // Takes constant time per buffer added.
  void RemoveExpired() {
    for (auto at = buffers_.begin(); at != buffers_.end();) {
      at = at->second.expired() ? buffers_.erase(at) : std::next(at);
    }
    limit_ = 2 * buffers_.size() + 64;
  }

  std::mutex mutex_;
  std::unordered_multimap<size_t, std::weak_ptr<const GemmBuffer>> buffers_;
  size_t limit_ = 64;  // of entries, before expired ones are removed
};

// Never deleted: interpreters may be static objects.
SharedBuffers& AllShared() {
  static auto* const kAll = new SharedBuffers;
  return *kAll;
}

}  // namespace

SharedBuffer ShareBuffer(GemmBuffer buffer) {
  auto mine = std::make_shared<const GemmBuffer>(std::move(buffer));
  if (mine->size() < kLeastShared) return mine;
  const size_t key = KeyOf(*mine);
  // Compared without the lock, which other threads may be waiting for.
  for (SharedBuffer& earlier : AllShared().Find(key)) {
    if (AreEqual(*earlier, *mine)) return std::move(earlier);
  }
  AllShared().Add(key, mine);
  return mine;
}

}  // namespace tflite::kernels
