// Sizes beyond the address space of a target with 32 bits: they are refused
// rather than cut. On targets with 64 bits they are nothing special.
#include <cstddef>
#include <cstdint>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::base {
namespace {

constexpr bool kIs32Bit = sizeof(size_t) == 4;
constexpr int64_t kGiB = int64_t{1} << 30;

TEST(AddressSpace, TensorsOfMoreBytesAreRefused) {
  for (const int64_t bytes : {2 * kGiB, 4 * kGiB, 4 * kGiB + 4, 16 * kGiB}) {
    const StatusOr<size_t> size = BytesFor(kTfLiteFloat32, bytes / 4);
    EXPECT_EQ(size.ok(), !kIs32Bit) << bytes;
    if (size.ok()) {
      EXPECT_EQ(static_cast<int64_t>(*size), bytes);
    }
  }
}

TEST(AddressSpace, TensorsUpToTheLargestDistanceAreNot) {
  const StatusOr<size_t> size = BytesFor(kTfLiteInt8, 2 * kGiB - 1);
  ASSERT_TRUE(size.ok()) << size.status().message();
  EXPECT_EQ(static_cast<int64_t>(*size), 2 * kGiB - 1);
}

}  // namespace
}  // namespace tflite::base
