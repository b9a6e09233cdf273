#include "delegates/common/movement.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

std::string Moved(const StridedCopy& copy, const std::string& in,
                  std::string out) {
  RunStridedCopy(copy, 1, in.data(), out.data());
  return out;
}

TEST(Movement, BroadcastsMissingAndSingleDimensions) {
  EXPECT_EQ(Moved(BroadcastCopy({3}, {2, 3}), "abc", "......"), "abcabc");
  EXPECT_EQ(Moved(BroadcastCopy({2, 1}, {2, 3}), "ab", "......"), "aaabbb");
  EXPECT_EQ(Moved(BroadcastCopy({}, {2, 2}), "a", "...."), "aaaa");
  EXPECT_EQ(Moved(BroadcastCopy({2, 1, 2}, {2, 2, 2}), "abcd", "........"),
            "ababcdcd");
}

// One row of `in` pixels with one channel.
std::string Resized(const std::vector<int32_t>& sources,
                    const std::string& in) {
  Resize op;
  op.batch = op.in_height = op.out_height = op.channels = 1;
  op.in_width = static_cast<int32_t>(in.size());
  op.out_width = static_cast<int32_t>(sources.size());
  op.nearest_rows = {0};
  op.nearest_columns = sources;
  const NodeView node(nullptr, nullptr, NodeView::Phase::kPrepare);
  const auto movement = MovementOf(op, node);
  EXPECT_TRUE(movement.ok()) << movement.status();
  std::string out(sources.size(), '.');
  for (const Movement::Part& part : movement->parts) {
    out = Moved(part.copy, in, out);
  }
  return out;
}

TEST(Movement, ResizesToTheNearest) {
  EXPECT_EQ(Resized({0, 0, 1, 1, 2, 2}, "abc"), "aabbcc");
  EXPECT_EQ(Resized({0, 2, 4}, "abcde"), "ace");
  EXPECT_EQ(Resized({0, 0, 1, 2, 2}, "abc"), "aabcc");
  EXPECT_EQ(Resized({0, 0, 0}, "a"), "aaa");
  EXPECT_EQ(Resized({1}, "abc"), "b");
}

}  // namespace
}  // namespace tflite::delegates
