// The constants with which rows of bytes are computed, also those that only
// other processors use.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/binary/binary_compute_rows.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

using Bind = StatusOr<Binary> (*)(const NodeView&);

// A sum or difference of INT8 bytes.
struct ByteSum {
  Quantized x, y, out;
  Bind bind = &BindAdd;
};

// Of all pairs of bytes.
void AddOperands(OpTest& test, const ByteSum& sum) {
  std::vector<int8_t> all(256);
  for (int i = 0; i < 256; ++i) all[i] = static_cast<int8_t>(i - 128);
  test.Input({256, 1}, all, sum.x).Input({256}, all, sum.y);
  test.Output<int8_t>(sum.out);
}

BytePairs PairsOf(const ByteSum& sum) {
  OpTest test;
  AddOperands(test, sum);
  const StatusOr<Binary> op = test.Bound(sum.bind);
  BytePairs pairs = {};
  if (op.ok()) {
    FindBytePairs(*op, &pairs);
  } else {
    ADD_FAILURE() << op.status();
  }
  return pairs;
}

// Factors, in units of 2^-20, are whole, that of x odd; `first` has the half
// that rounds and the greatest error, and twice that, in units of 2^-16, is in
// doubt.
TEST(BytePairsInIntegers, EstimateSumsToTheirGreatestError) {
  // x's factor is off by 1, and the fixed-point arithmetic by up to 2^-16.
  ByteSum sum = {{0.5f, -5}, {0.5f, 9}, {0.5f, 3}};
  for (const bool subtracts : {false, true}) {
    if (subtracts) sum.bind = &BindSub;
    const BytePairs p = PairsOf(sum);
    EXPECT_EQ(p.x_factor, (1 << 20) + 1);
    EXPECT_EQ(p.y_factor, subtracts ? -(1 << 20) : 1 << 20);
    constexpr int kError = 255 + 16 + 1;
    EXPECT_EQ(p.first, 7 * (1 << 19) + kError);
    EXPECT_EQ(p.doubts, 2 * kError / 16 + 1);
  }
  // 734003.1875 and 314572.8125 units, a result of half the size.
  sum = {{0.7f, -5}, {0.3f, 9}, {1.0f, -7}, &BindSub};
  const BytePairs p = PairsOf(sum);
  EXPECT_EQ(p.x_factor, 734003);
  EXPECT_EQ(p.y_factor, -314573);
  // 255 times 3/8 are 95.625.
  constexpr int kError = 104 + 1;
  EXPECT_EQ(p.first, -13 * (1 << 19) + kError);
  EXPECT_EQ(p.doubts, 2 * kError / 16 + 1);
}

// 255 times 7.5 and the output's zero point.
TEST(BytePairsInIntegers, EstimateSumsUpTo2000) {
  for (const Bind bind : {&BindAdd, &BindSub}) {
    const auto estimates = [&](float x, int32_t zero_point) {
      return PairsOf({x, 3.5f, {1.0f, zero_point}, bind}).doubts != 0;
    };
    EXPECT_TRUE(estimates(4, 87));
    EXPECT_FALSE(estimates(4, 88));
    EXPECT_TRUE(estimates(4, -88));
    EXPECT_FALSE(estimates(4, -89));
    EXPECT_FALSE(estimates(4.5f, 0));
  }
}

// What byte_pairs.h says of the estimate, against the reference. Of some
// scales, quotients of floats would give another result for one pair.
TEST(BytePairsInIntegers, AreTheReferenceWhereNotInDoubt) {
  constexpr OpFunctions kAdd =
      MakeOpFunctions<&BindAdd, &EvalBinaryReference>();
  constexpr OpFunctions kSub =
      MakeOpFunctions<&BindSub, &EvalBinaryReference>();
  const ByteSum sums[] = {{{0.031f, 7}, {0.047f, 20}, {0.053f, 11}},
                          {{0.5f, -5}, {0.5f, 9}, {0.5f, 3}},
                          {{0.0123f, -128}, {0.97f, 127}, {0.31f, 3}, &BindSub},
                          {{0.0335376225f, 127},
                           {0.0302766468f, 127},
                           {0.0109576294f, -93},
                           &BindSub}};
  for (const ByteSum& sum : sums) {
    OpTest test;
    AddOperands(test, sum);
    ASSERT_TRUE(IsOk(test.Run(sum.bind == &BindAdd ? kAdd : kSub)));
    const std::vector<int8_t> want = test.Out<int8_t>();
    const BytePairs p = PairsOf(sum);
    ASSERT_GT(p.doubts, 0);
    int doubtful = 0;
    for (int i = 0; i < 65536; ++i) {
      const int32_t x = i / 256 - 128, y = i % 256 - 128;
      const int32_t w = p.x_factor * (x - p.x_zero_point) +
                        p.y_factor * (y - p.y_zero_point) + p.first;
      if ((static_cast<uint32_t>(w) >> 4) % 65536 <
          static_cast<uint32_t>(p.doubts)) {
        ++doubtful;
      } else {
        ASSERT_EQ(std::min(p.high, std::max(p.low, w >> 20)), want[i])
            << x << ", " << y;
      }
    }
    EXPECT_LT(doubtful, 65536 / 100);
  }
}

}  // namespace
}  // namespace tflite::kernels
