#include "kernels/unique/unique.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kUnique =
    MakeOpFunctions<&BindUnique, &EvalUniqueReference>();

TEST(UniqueBind, RejectsOneOutput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kUnique), "C1"));
}

TEST(UniqueBind, RejectsTypes_C2) {
  OpTest complex;
  complex.Input<std::complex<float>>({1}, {{1, 2}})
      .Output<std::complex<float>>();
  complex.Output<int32_t>();
  EXPECT_TRUE(Violates(complex.Run(kUnique), "C2"));
  OpTest mixed;
  mixed.Input<float>({1}, {1}).Output<int32_t>().Output<int32_t>();
  EXPECT_TRUE(Violates(mixed.Run(kUnique), "C2"));
}

TEST(UniqueBind, RejectsIndexType_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>().Output<int16_t>();
  EXPECT_TRUE(Violates(test.Run(kUnique), "C3"));
}

TEST(UniqueBind, RejectsMatrices_C4) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<float>().Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kUnique), "C4"));
}

TEST(Unique, InOrderOfOccurrence) {
  OpTest test;
  test.Input<int8_t>({5}, {-3, 7, -3, 0, 7}).Output<int8_t>().Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kUnique)));
  EXPECT_EQ(test.OutShape(0), Shape({3}));
  EXPECT_TRUE(test.OutputIs({-3, 7, 0}, 0, 0, 0));
  EXPECT_TRUE(test.OutputIs({0, 1, 0, 2, 1}, 0, 0, 1));
  test.SetInput<int8_t>(0, {1, 1, 1, 1, 1});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({1}, 0, 0, 0));
}

TEST(Unique, ComparesNumbersNotBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  OpTest test;
  test.Input<double>({4}, {0.0, nan, -0.0, nan})
      .Output<double>()
      .Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kUnique)));
  EXPECT_TRUE(test.OutputIs({0, nan, nan}, 0, 0, 0));
  EXPECT_TRUE(test.OutputIs({0, 1, 0, 2}, 0, 0, 1));
  const double inf = std::numeric_limits<double>::infinity();
  test.SetInput<double>(0, {inf, -inf, inf, -inf});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({inf, -inf}, 0, 0, 0));
  // Of integers, the same bits are another number.
  OpTest integers;
  integers.Input<int8_t>({3}, {0, -128, 0}).Output<int8_t>().Output<int32_t>();
  ASSERT_TRUE(IsOk(integers.Run(kUnique)));
  EXPECT_TRUE(integers.OutputIs({0, -128}, 0, 0, 0));
}

TEST(Unique, StringsAndNoElements) {
  OpTest strings;
  strings.Input<std::string>({3}, {"b", "", "b"}).Output<std::string>();
  strings.Output<int32_t>();
  ASSERT_TRUE(IsOk(strings.Run(kUnique)));
  EXPECT_EQ(strings.Out<std::string>(), (std::vector<std::string>{"b", ""}));
  EXPECT_TRUE(strings.OutputIs({0, 1, 0}, 0, 0, 1));
  OpTest empty;
  empty.Input<float>({0}, {}).Output<float>().Output<int32_t>();
  ASSERT_TRUE(IsOk(empty.Run(kUnique)));
  EXPECT_EQ(empty.OutShape(0), Shape({0}));
}

}  // namespace
}  // namespace tflite::kernels
