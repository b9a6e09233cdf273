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

// One row of `in` pixels with one channel, moved by `parts` copies.
std::string Resized(const std::vector<int32_t>& sources, const std::string& in,
                    size_t parts) {
  Resize op;
  op.batch = op.in_height = op.out_height = op.channels = 1;
  op.in_width = static_cast<int32_t>(in.size());
  op.out_width = static_cast<int32_t>(sources.size());
  op.nearest_rows = {0};
  op.nearest_columns = sources;
  const NodeView node(nullptr, nullptr, NodeView::Phase::kPrepare);
  const auto movement = MovementOf(op, node);
  EXPECT_TRUE(movement.ok()) << movement.status();
  EXPECT_EQ(movement->parts.size(), parts);
  std::string out(sources.size(), '.');
  int64_t moved = 0;
  for (const Movement::Part& part : movement->parts) {
    out = Moved(part.copy, in, out);
    int64_t count = 1;
    for (const StridedCopy::Dim& dim : part.copy.dims) count *= dim.extent;
    moved += count;
  }
  // None twice, and none behind the row.
  EXPECT_EQ(moved, static_cast<int64_t>(out.size()));
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
  EXPECT_EQ(Resized({0, 0, 1, 1, 2, 2}, "abc", 2), "aabbcc");
  EXPECT_EQ(Resized({0, 0, 1, 2, 2, 2}, "abc", 3), "aabccc");
  EXPECT_EQ(Resized({0, 2, 4}, "abcde", 1), "ace");
  EXPECT_EQ(Resized({0, 0, 1, 2, 2}, "abc", 3), "aabcc");
  EXPECT_EQ(Resized({0, 0, 0}, "a", 1), "aaa");
  EXPECT_EQ(Resized({1}, "abc", 1), "b");
}

// Without a list of copies that would be much larger than the image.
TEST(Movement, RefusesToResizeByTooManyCopies) {
  Resize op;
  op.batch = op.channels = 1;
  op.in_height = op.in_width = 200;
  const auto resized = [&](int32_t extent) {
    op.out_height = op.out_width = extent;
    op.nearest_rows.clear();
    for (int32_t i = 0; i < extent; ++i) op.nearest_rows.push_back(i * 2 / 3);
    op.nearest_columns = op.nearest_rows;
    return MovementOf(op, kNoNode);
  };
  const auto most = resized(128);
  ASSERT_TRUE(most.ok()) << most.status();
  EXPECT_LE(most->parts.size(), 4096u);
  const auto more = resized(256);
  EXPECT_TRUE(base::IsUnsupported(more.status())) << more.status();
  EXPECT_NE(more.status().message().find("transfers"), std::string_view::npos);
}

// Weights of upper pixels that are the lower ones mix nothing.
TEST(Movement, ResizesLinearlyWhereNothingIsMixed) {
  Resize op;
  op.batch = op.channels = op.in_height = 1;
  op.in_width = 2;
  op.out_height = 2;
  op.out_width = 3;
  op.rows = {{0, 0, 0.5f, 512}, {0, 0, 0.25f, 256}};
  op.columns = {{1, 1, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}};
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 2, 6),
            std::string({1, 0, 1, 1, 0, 1}));
  op.columns[1].fixed_upper = 1;
  EXPECT_FALSE(MovementOf(op, kNoNode).ok());
  op.columns[1] = {0, 1, 0.001f, 0};
  EXPECT_FALSE(MovementOf(op, kNoNode).ok());
  op.columns[1] = {0, 1, 0, 0};
  op.in_height = 2;
  EXPECT_FALSE(MovementOf(op, kNoNode).ok());
}

// A node of one output.
class PadNode {
 public:
  explicit PadNode(const Shape& output) {
    tensor_.dims = ToIntArray(output);
    context_.tensors = &tensor_;
    context_.tensors_size = 1;
    node_.outputs = ToIntArray({0});
  }
  ~PadNode() {
    TfLiteIntArrayFree(tensor_.dims);
    TfLiteIntArrayFree(node_.outputs);
  }
  NodeView view() { return {&context_, &node_, NodeView::Phase::kPrepare}; }

 private:
  TfLiteTensor tensor_{};
  TfLiteContext context_{};
  TfLiteNode node_{};
};

TEST(Movement, PadsWithoutCropping) {
  Pad op{};
  op.element_input = -1;
  op.zero = '.';
  op.input = {2, 3};
  op.dims = {{1, 0}, {1, 1}};
  PadNode fits({3, 6}), low({2, 6}), narrow({3, 5});
  const auto movement = MovementOf(op, fits.view());
  EXPECT_EQ(MovedBytes(movement, 6, 18), std::string("......") + '.' + '\0' +
                                             '.' + '\1' + '.' + '\2' + '.' +
                                             '\3' + '.' + '\4' + '.' + '\5');
  EXPECT_EQ(movement->fill, uint8_t{'.'});
  // The last row, or column, would be outside of the output.
  EXPECT_FALSE(MovementOf(op, low.view()).ok());
  EXPECT_FALSE(MovementOf(op, narrow.view()).ok());
  op.dims[0].before = 0;
  EXPECT_TRUE(MovementOf(op, low.view()).ok());
  op.dims[0].before = -1;
  EXPECT_FALSE(MovementOf(op, low.view()).ok());
}

TEST(Movement, Transposes) {
  Transpose op{};
  op.input = {2, 3};
  op.permutation = {1, 0};
  EXPECT_EQ(MovedBytes(MovementOf(op, kNoNode), 6, 6),
            std::string({0, 3, 1, 4, 2, 5}));
}

TEST(Movement, Repeats) {
  Tile op{};
  op.value = 1;
  op.input = {2, 2};
  op.multiples = {2, 3};
  const auto movement = MovementOf(op, kNoNode);
  const std::string twice({0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3});
  EXPECT_EQ(MovedBytes(movement, 4, 24), twice + twice);
  EXPECT_EQ(movement->parts[0].input, 1);
}

}  // namespace
}  // namespace tflite::delegates
