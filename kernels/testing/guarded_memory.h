#ifndef KERNELS_TESTING_GUARDED_MEMORY_H_
#define KERNELS_TESTING_GUARDED_MEMORY_H_

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace tflite::kernels {

// Memory that ends where a page starts that cannot be accessed: reading or
// writing beyond the end stops the program.
class GuardedMemory {
 public:
  GuardedMemory() = default;
  // At least `bytes`: whole pages.
  explicit GuardedMemory(size_t bytes) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page - 1) / page * page;
    mapped_ = size_ + page;
    void* const memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<uint8_t*>(memory);
    if (mprotect(data_ + size_, page, PROT_NONE) != 0) throw std::bad_alloc();
  }
  ~GuardedMemory() {
    if (data_ != nullptr) munmap(data_, mapped_);
  }
  GuardedMemory(GuardedMemory&& other) noexcept { *this = std::move(other); }
  GuardedMemory& operator=(GuardedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  // The last `count` elements.
  template <typename T>
  T* Last(size_t count) {
    return reinterpret_cast<T*>(data_ + size_) - count;
  }

 private:
  uint8_t* data_ = nullptr;
  size_t size_ = 0, mapped_ = 0;
};

// Values that end where memory ends.
template <typename T>
class GuardedValues {
 public:
  // Zeros.
  explicit GuardedValues(int64_t count)
      : count_(static_cast<size_t>(count)),
        memory_(count_ * sizeof(T)),
        data_(memory_.Last<T>(count_)) {}
  explicit GuardedValues(const std::vector<T>& values)
      : GuardedValues(static_cast<int64_t>(values.size())) {
    std::copy(values.begin(), values.end(), data_);
  }

  T* data() const { return data_; }
  T& operator[](int64_t i) const { return data_[i]; }
  std::vector<T> values() const { return {data_, data_ + count_}; }

 private:
  const size_t count_;
  GuardedMemory memory_;
  T* const data_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_GUARDED_MEMORY_H_
