#include "kernels/math/broadcast.h"

#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

// The operand element for output element `flat`, by the definition.
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

// The same by blocks, with elements of T.
template <typename T>
void ExpectBlocks(const Shape& a, const Shape& b, int threads) {
  const Shape out = *BroadcastShapes(a, b);
  const Broadcast loop(out, {a, b});
  if (!loop.has_short_rows()) return;
  const auto numbers = [](const Shape& shape, int start) {
    std::vector<T> values(shape.num_elements());
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<T>(start + 7 * i);
    }
    return values;
  };
  const std::vector<T> x = numbers(a, 1), y = numbers(b, 100);
  std::vector<T> left(out.num_elements()), right(left);
  std::atomic<int64_t> total{0};
  ThreadPool pool(threads);
  loop.ForEachBlock(pool, 1, sizeof(T), {x.data(), y.data()},
                    [&](const BroadcastBlock& block) {
                      total += block.count;
                      const auto bytes = block.count * sizeof(T);
                      std::memcpy(&left[block.out], block.in[0], bytes);
                      std::memcpy(&right[block.out], block.in[1], bytes);
                    });
  EXPECT_EQ(total, out.num_elements());
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    ASSERT_EQ(left[i], x[Expected(out, a, i)]) << a.ToString() << b.ToString();
    ASSERT_EQ(right[i], y[Expected(out, b, i)]) << a.ToString() << b.ToString();
  }
}

TEST(Broadcast, BlocksFollowTheDefinition) {
  const std::pair<Shape, Shape> cases[] = {
      {{8, 10, 32, 2}, {8, 10, 1, 2}},
      {{3, 5, 3}, {5, 1}},
      {{700, 3}, {1, 3}},
      {{700, 3}, {700, 1}},
      {{40, 1, 5}, {1, 60, 1}},
      {{2, 3, 4, 5, 6}, {3, 1, 5, 1}},
      {{9, 1}, {9, 4}},
      {{2, 1, 2, 1, 2, 1}, {1, 2, 1, 2, 1, 2}},
      {{1, 47}, {30, 1}},
      {{2, 0}, {2, 1}},
  };
  for (const auto& [a, b] : cases) {
    ASSERT_TRUE(Broadcast(*BroadcastShapes(a, b), {a, b}).has_short_rows());
    for (const int threads : {1, 3}) {
      ExpectBlocks<uint8_t>(a, b, threads);
      ExpectBlocks<uint16_t>(b, a, threads);
      ExpectBlocks<float>(a, b, threads);
      ExpectBlocks<int64_t>(b, a, threads);
    }
  }
}

// The sizes of the pieces that one thread walks.
std::vector<int64_t> Pieces(const Shape& a, const Shape& b, int64_t grain) {
  std::vector<int64_t> counts;
  ThreadPool pool(1);
  Broadcast(*BroadcastShapes(a, b), {a, b})
      .ForEachRow(pool, grain, [&](const BroadcastRow& row) {
        counts.push_back(row.count);
      });
  return counts;
}

TEST(Broadcast, LongRowsComeInEqualPieces) {
  using Counts = std::vector<int64_t>;
  EXPECT_EQ(Pieces({4}, {4}, 4), Counts({4}));
  EXPECT_EQ(Pieces({8}, {8}, 4), Counts({4, 4}));
  EXPECT_EQ(Pieces({9}, {9}, 4), Counts({3, 3, 3}));
  EXPECT_EQ(Pieces({10}, {10}, 4), Counts({4, 4, 2}));
  EXPECT_EQ(Pieces({2, 9}, {9}, 4), Counts({3, 3, 3, 3, 3, 3}));
}

TEST(Broadcast, BlocksAreOfWholeRowsUpTo1024Elements) {
  const auto blocks = [](const Shape& a, const Shape& b) {
    std::vector<int64_t> counts;
    ThreadPool pool(1);
    const std::vector<uint8_t> x(a.num_elements()), y(b.num_elements());
    Broadcast(*BroadcastShapes(a, b), {a, b})
        .ForEachBlock(pool, 1, 1, {x.data(), y.data()},
                      [&](const BroadcastBlock& block) {
                        counts.push_back(block.count);
                      });
    return counts;
  };
  using Counts = std::vector<int64_t>;
  EXPECT_EQ(blocks({700, 3}, {3}), Counts({341 * 3, 341 * 3, 18 * 3}));
  EXPECT_EQ(blocks({64, 32}, {32}), Counts({1024, 1024}));
}

TEST(Broadcast, ShortRowsAreSeveralBelowALimit) {
  const auto loop = [](const Shape& a, const Shape& b) {
    return Broadcast(*BroadcastShapes(a, b), {a, b});
  };
  EXPECT_TRUE(loop({2, 47}, {47}).has_short_rows());
  EXPECT_FALSE(loop({2, 48}, {48}).has_short_rows());
  EXPECT_TRUE(loop({2, 48}, {48}).has_short_rows(49));
  EXPECT_FALSE(loop({2, 3}, {2, 3}).has_short_rows());
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
}  // namespace tflite::kernels
