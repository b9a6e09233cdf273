#include "kernels/transpose/transpose.h"

#include <algorithm>
#include <numeric>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTranspose =
    MakeOpFunctions<&BindTranspose, &EvalTransposeReference>();
constexpr OpFunctions kTransposeCpu =
    MakeOpFunctions<&BindTranspose, &EvalTransposeCpu>();

TEST(TransposeBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kTranspose), "C1"));
}

TEST(TransposeBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kTranspose), "C2"));
}

TEST(TransposeBind, RejectsPermutationOfAnotherLengthOrType_C3) {
  OpTest shorter;
  shorter.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(shorter.Run(kTranspose), "C3"));
  OpTest type;
  type.Input<float>({1}, {1}).Const<int8_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(type.Run(kTranspose), "C3"));
}

TEST(TransposeBind, RejectsWhatIsNoPermutation_C4) {
  const std::vector<int32_t> cases[] = {{0, 0}, {0, 2}, {-3, 1}, {1, -1}};
  for (const auto& permutation : cases) {
    OpTest test;
    test.Input<float>({1, 1}, {1})
        .Const<int32_t>({2}, permutation)
        .Output<float>();
    EXPECT_TRUE(Violates(test.Run(kTranspose), "C4"));
  }
}

TEST(Transpose, ThreeDimensionsAndNegativeEntries) {
  for (int32_t last : {2, -1}) {
    OpTest test;
    test.Input<float>({1, 2, 3}, {1, 2, 3, 4, 5, 6});
    test.Const<int32_t>({3}, {last, 0, 1}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(kTranspose)));
    EXPECT_EQ(test.OutShape(), Shape({3, 1, 2}));
    EXPECT_TRUE(test.OutputIs({1, 4, 2, 5, 3, 6}));
  }
}

TEST(Transpose, PermutationKnownAtRunTime) {
  OpTest test;
  test.Input<std::string>({1, 2}, {"a", "b"}).Input<int64_t>({2}, {1, 0});
  test.Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kTranspose)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1}));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"a", "b"}));
}

TEST(Transpose, PackedElements) {
  OpTest test;
  test.InputBytes(kTfLiteInt4, {2, 2}, {0x21, 0x43})
      .Const<int32_t>({2}, {1, 0});
  test.OutputOf(kTfLiteInt4);
  for (const OpFunctions& kernel : {kTranspose, kTransposeCpu}) {
    ASSERT_TRUE(IsOk(test.Run(kernel)));
    EXPECT_EQ(test.output(0)->data.uint8[0], 0x31);
    EXPECT_EQ(test.output(0)->data.uint8[1], 0x42);
  }
}

TEST(Transpose, ScalarAndEmpty) {
  for (const OpFunctions& kernel : {kTranspose, kTransposeCpu}) {
    OpTest scalar;
    scalar.Input<float>({}, {3}).Const<int32_t>({0}, {}).Output<float>();
    ASSERT_TRUE(IsOk(scalar.Run(kernel)));
    EXPECT_TRUE(scalar.OutputIs({3}));
    OpTest empty;
    empty.Input<float>({0, 2}, {}).Const<int32_t>({2}, {1, 0}).Output<float>();
    ASSERT_TRUE(IsOk(empty.Run(kernel)));
    EXPECT_EQ(empty.OutShape(), Shape({2, 0}));
  }
}

// Random shapes of rank up to 5 and random permutations.
template <typename T>
void FastKernelAgrees(uint32_t seed) {
  std::mt19937 engine(seed);
  for (int round = 0; round < 40; ++round) {
    const int rank = 1 + round % 5;
    Shape shape;
    for (int d = 0; d < rank; ++d) {
      shape.push_back(1 + static_cast<int32_t>(engine() % (rank < 4 ? 23 : 9)));
    }
    std::vector<int32_t> permutation(rank);
    std::iota(permutation.begin(), permutation.end(), 0);
    std::shuffle(permutation.begin(), permutation.end(), engine);
    OpTest test(1 + round % 2);
    test.Input<T>(shape,
                  RandomElements<T>(shape.num_elements(), -90, 90, engine()));
    test.Const<int32_t>({rank}, permutation).Output<T>();
    ASSERT_TRUE(Agree(test, kTranspose, kTransposeCpu)) << shape.ToString();
  }
}

TEST(TransposeCpu, AgreesOnBytes) { FastKernelAgrees<int8_t>(1); }
TEST(TransposeCpu, AgreesOn16Bits) { FastKernelAgrees<int16_t>(2); }
TEST(TransposeCpu, AgreesOn32Bits) { FastKernelAgrees<float>(3); }
TEST(TransposeCpu, AgreesOn64Bits) { FastKernelAgrees<int64_t>(4); }

TEST(TransposeCpu, AgreesInThreads) {
  OpTest test(2);
  test.Input<float>({3, 130, 257},
                    RandomElements<float>(3 * 130 * 257, -1, 1, 5));
  test.Const<int32_t>({3}, {2, 0, 1}).Output<float>();
  EXPECT_TRUE(Agree(test, kTranspose, kTransposeCpu));
}

// Rows of the input that displace each other in the cache, all or some of them.
template <typename T>
void AgreesOnRowsThatCollide() {
  const auto seed = static_cast<uint32_t>(sizeof(T));
  for (const int32_t columns : {256, 384, 512, 1024, 4096}) {
    for (const int32_t rows : {2, 5, 40, 257}) {
      OpTest test(2);
      test.Input<T>({rows, columns},
                    RandomElements<T>(int64_t{rows} * columns, -90, 90, seed));
      test.Const<int32_t>({2}, {1, 0}).Output<T>();
      EXPECT_TRUE(Agree(test, kTranspose, kTransposeCpu))
          << rows << " rows of " << columns;
    }
  }
  // Parts of rows.
  for (const int32_t columns : {1, 3, 40, 130}) {
    OpTest test;
    test.Input<T>({131, 64, columns},
                  RandomElements<T>(int64_t{131} * 64 * columns, -90, 90, 7));
    test.Const<int32_t>({3}, {2, 1, 0}).Output<T>();
    EXPECT_TRUE(Agree(test, kTranspose, kTransposeCpu)) << columns;
  }
  // One element more than the lines that are read together have.
  OpTest test;
  test.Input<T>({9, 512, 129},
                RandomElements<T>(int64_t{9} * 512 * 129, -90, 90, 8));
  test.Const<int32_t>({3}, {2, 1, 0}).Output<T>();
  EXPECT_TRUE(Agree(test, kTranspose, kTransposeCpu));
}
TEST(TransposeCpu, AgreesOnBytesThatCollide) {
  AgreesOnRowsThatCollide<int8_t>();
}
TEST(TransposeCpu, AgreesOn16BitsThatCollide) {
  AgreesOnRowsThatCollide<int16_t>();
}
TEST(TransposeCpu, AgreesOn32BitsThatCollide) {
  AgreesOnRowsThatCollide<float>();
}
TEST(TransposeCpu, AgreesOn64BitsThatCollide) {
  AgreesOnRowsThatCollide<int64_t>();
}

// Rows of several parts, with and without whole lines and tiles.
template <typename T>
void AgreesOnLongRows() {
  for (const int32_t rows : {1, 3, 7, 8, 511, 512, 1100, 4096}) {
    for (const int32_t columns : {3, 5, 8, 15, 64, 97}) {
      OpTest test(2);
      test.Input<T>({2, rows, columns},
                    RandomElements<T>(int64_t{2} * rows * columns, -90, 90, 5));
      test.Const<int32_t>({3}, {0, 2, 1}).Output<T>();
      EXPECT_TRUE(Agree(test, kTranspose, kTransposeCpu))
          << rows << " rows of " << columns;
    }
  }
}
TEST(TransposeCpu, AgreesOnLongRowsOfBytes) { AgreesOnLongRows<int8_t>(); }
TEST(TransposeCpu, AgreesOnLongRowsOf32Bits) { AgreesOnLongRows<float>(); }

}  // namespace
}  // namespace tflite::kernels
