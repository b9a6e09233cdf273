#include "tensorflow_lite_lite/base/pages.h"

#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"

namespace tflite::base {
namespace {

// Below and above the limits of mapped pages and of those added at once.
TEST(Pages, AreAlignedAndWritable) {
  constexpr size_t kLarge = 16 << 20;
  for (const size_t bytes :
       {size_t{0}, size_t{1}, size_t{4096}, size_t{65535}, size_t{65536},
        size_t{65537}, kLarge - 1, kLarge, kLarge + 1, kLarge + 4097}) {
    auto* data = static_cast<unsigned char*>(AllocatePages(bytes));
    ASSERT_NE(data, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u) << bytes;
    std::memset(data, 0x5a, bytes);
    for (size_t i = 0; i < bytes; i += 997) EXPECT_EQ(data[i], 0x5a);
    FreePages(data, bytes);
  }
}

TEST(Pages, OfLargeBlocksInUseAreCounted) {
  const size_t before = MappedBytes();
  void* const large = AllocatePages(1 << 20);
  ASSERT_NE(large, nullptr);
  const size_t with = MappedBytes();
  // Sanitizer builds map nothing.
  EXPECT_TRUE(with == before + (1 << 20) || with == before) << with - before;
  void* const small = AllocatePages(100);
  EXPECT_EQ(MappedBytes(), with);
  FreePages(small, 100);
  FreePages(large, 1 << 20);
  EXPECT_EQ(MappedBytes(), before);
}

TEST(Pages, OfBlocksDoNotOverlap) {
  constexpr size_t kBytes = (2 << 20) + 100;
  char* blocks[4];
  for (int i = 0; i < 4; ++i) {
    blocks[i] = static_cast<char*>(AllocatePages(kBytes));
    ASSERT_NE(blocks[i], nullptr);
    std::memset(blocks[i], i, kBytes);
  }
  // The neighbors stay when one is freed.
  FreePages(blocks[1], kBytes);
  for (const int i : {0, 2, 3}) {
    EXPECT_EQ(blocks[i][0], i);
    EXPECT_EQ(blocks[i][kBytes - 1], i);
    FreePages(blocks[i], kBytes);
  }
}

TEST(Pages, AreNullIfThereIsNotEnoughMemory) {
  EXPECT_EQ(AllocatePages(SIZE_MAX), nullptr);
  EXPECT_EQ(AllocatePages(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(AllocatePages(size_t{1} << 60), nullptr);
  FreePages(nullptr, size_t{1} << 60);
}

}  // namespace
}  // namespace tflite::base
