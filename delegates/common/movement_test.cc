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

// The bytes 0, 1, ... of `count` elements, moved by all parts of a movement.
std::string MovedBytes(const StatusOr<Movement>& movement, int64_t count,
                       int64_t results) {
  EXPECT_TRUE(movement.ok()) << movement.status();
  std::string in(count, 0), out(results, '.');
  for (int64_t i = 0; i < count; ++i) in[i] = static_cast<char>(i);
  for (const Movement::Part& part : movement->parts) {
    out = Moved(part.copy, in, out);
  }
  return out;
}

const NodeView kNoNode(nullptr, nullptr, NodeView::Phase::kPrepare);

TEST(Movement, ResizesBatchesOfImages) {
  Resize op;
  op.batch = op.channels = op.in_height = 2;
  op.in_width = 3;
  op.out_height = 3;
  op.out_width = 4;
  op.nearest_rows = {0, 1, 1};
  op.nearest_columns = {0, 0, 1, 2};
  std::string want;
  for (int b = 0; b < 2; ++b) {
    for (const int y : op.nearest_rows) {
      for (const int x : op.nearest_columns) {
        for (int c = 0; c < 2; ++c) {
          want += static_cast<char>(((b * 2 + y) * 3 + x) * 2 + c);
        }
      }
    }
  }
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 24, 48), want);
}

TEST(Movement, SlicesByStrides) {
  Slice op;
  op.input = {2, 3, 7};
  op.begin = {1, 2, 1};
  op.stride = {1, -2, 3};
  op.size = {1, 2, 2};
  // 21 + row * 7 + column of rows 2 and 0, columns 1 and 4.
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 42, 4),
            std::string({36, 39, 22, 25}));
}

TEST(Movement, RearrangesBlocks) {
  SpaceToDepth op;
  op.space = {2, 4, 4, 3};
  op.depth = {2, 2, 2, 12};
  op.block = 2;
  std::string deep(96, '.'), wide(96, '.');
  for (int i = 0; i < 96; ++i) {
    const int c = i % 3, x = i / 3 % 4, y = i / 12 % 4, b = i / 48;
    const int at =
        ((b * 2 + y / 2) * 2 + x / 2) * 12 + ((y % 2) * 2 + x % 2) * 3 + c;
    deep[at] = static_cast<char>(i);
    wide[i] = static_cast<char>(at);
  }
  op.to_depth = true;
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 96, 96), deep);
  op.to_depth = false;
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 96, 96), wide);
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
