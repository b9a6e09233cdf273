#include "delegates/edgetpu/compiler/lower_binary.h"

#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

std::string Moved(const StridedCopy& copy, const std::string& in,
                  std::string out) {
  RunStridedCopy(copy, 1, in.data(), out.data());
  return out;
}

TEST(BroadcastCopy, RepeatsMissingAndSingleDimensions) {
  EXPECT_EQ(Moved(BroadcastCopy({3}, {2, 3}), "abc", "......"), "abcabc");
  EXPECT_EQ(Moved(BroadcastCopy({2, 1}, {2, 3}), "ab", "......"), "aaabbb");
  EXPECT_EQ(Moved(BroadcastCopy({}, {2, 2}), "a", "...."), "aaaa");
  EXPECT_EQ(Moved(BroadcastCopy({2, 1, 2}, {2, 2, 2}), "abcd", "........"),
            "ababcdcd");
}

}  // namespace
}  // namespace tflite::edgetpu
