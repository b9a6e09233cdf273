#ifndef TENSORFLOW_LITE_LITE_CORE_TESTING_OWN_HEAP_H_
#define TENSORFLOW_LITE_LITE_CORE_TESTING_OWN_HEAP_H_

#include <cstddef>
#include <cstdlib>
#include <set>
#include <utility>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace testing {

// An application's allocator. Its blocks store their size and cannot be
// released with free().
struct OwnHeap {
  static constexpr size_t kOffset = 64;
  static void* Allocate(void* self, size_t size, size_t alignment) {
    char* base = static_cast<char*>(std::aligned_alloc(
        alignment, (size + kOffset + alignment - 1) / alignment * alignment));
    static_cast<OwnHeap*>(self)->live.insert({base + kOffset, size});
    ++static_cast<OwnHeap*>(self)->allocations;
    return base + kOffset;
  }
  static void Deallocate(void* self, void* block, size_t size, size_t) {
    EXPECT_EQ(static_cast<OwnHeap*>(self)->live.erase({block, size}), 1u);
    std::free(static_cast<char*>(block) - kOffset);
  }

  TfLiteAllocator api{this, Allocate, nullptr, Deallocate};
  std::set<std::pair<void*, size_t>> live;
  int allocations = 0;
};

}  // namespace testing
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_TESTING_OWN_HEAP_H_
