#include "kernels/math/broadcast.h"

#include <atomic>
#include <vector>

#include "gtest/gtest.h"

namespace tflite {
namespace {

// The operand element that meets output element `flat`, by the definition.
int64_t Expected(const Shape& out, const Shape& in, int64_t flat) {
  int64_t offset = 0, step = 1;
  for (int d = 1; d <= out.rank(); ++d) {
    const int64_t index = flat % out.dim(-d);
    flat /= out.dim(-d);
    if (d > in.rank()) continue;
    if (in.dim(-d) != 1) offset += index * step;
    step *= in.dim(-d);
  }
  return offset;
}

void ExpectWalk(const Shape& a, const Shape& b, int threads, int64_t grain) {
  const Shape out = *BroadcastShapes(a, b);
  const Broadcast loop(out, {a, b});
  ASSERT_EQ(loop.num_elements(), out.num_elements());
  std::vector<int64_t> left(out.num_elements(), -1), right(left);
  ThreadPool pool(threads);
  std::atomic<int64_t> total{0};
  loop.ForEachRow(pool, grain, [&](const BroadcastRow& row) {
    total += row.count;
    for (int64_t i = 0; i < row.count; ++i) {
      left[row.out + i] = row.in[0] + (loop.moves(0) ? i : 0);
      right[row.out + i] = row.in[1] + (loop.moves(1) ? i : 0);
    }
  });
  EXPECT_EQ(total, out.num_elements());
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    EXPECT_EQ(left[i], Expected(out, a, i)) << a.ToString() << b.ToString();
    EXPECT_EQ(right[i], Expected(out, b, i)) << a.ToString() << b.ToString();
  }
}

TEST(Broadcast, FollowsTheDefinition) {
  const std::vector<std::pair<Shape, Shape>> cases = {
      {{}, {}},
      {{3}, {}},
      {{2, 3, 4}, {2, 3, 4}},
      {{2, 3, 4}, {4}},
      {{2, 3, 4}, {3, 1}},
      {{2, 1, 4}, {1, 3, 1}},
      {{1, 1, 1}, {5}},
      {{2, 1, 3, 1, 2, 1}, {1, 2, 1, 3, 1, 2}},
      {{2, 1, 2, 1, 2, 1, 2, 1}, {1, 2, 1, 2, 1, 2, 1, 2}},
      {{70}, {70}},
      {{0, 3}, {3}},
      {{2, 0}, {2, 1}},
  };
  for (const auto& [a, b] : cases) {
    for (const int threads : {1, 3}) {
      for (const int64_t grain : {1, 5, 1000}) {
        ExpectWalk(a, b, threads, grain);
        ExpectWalk(b, a, threads, grain);
      }
    }
  }
}

TEST(Broadcast, EqualShapesAndScalarsAreOneRow) {
  const Broadcast equal({4, 5, 6}, {Shape{4, 5, 6}, Shape{4, 5, 6}, Shape{}});
  EXPECT_TRUE(equal.is_dense(0));
  EXPECT_TRUE(equal.is_dense(1));
  EXPECT_FALSE(equal.moves(2));
  const Broadcast row({4, 5, 6}, {Shape{4, 5, 6}, Shape{6}});
  EXPECT_FALSE(row.is_dense(0));
  EXPECT_TRUE(row.moves(1));
}

}  // namespace
}  // namespace tflite
