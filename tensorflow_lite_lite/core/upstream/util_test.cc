#include "tensorflow_lite_lite/core/upstream/util.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/upstream/context_util.h"

namespace tflite {
namespace {

constexpr int kMax = std::numeric_limits<int>::max();

TEST(CheckedNumElements, CountsAndRefuses) {
  int count = -1;
  size_t size = 0;
  EXPECT_EQ(CheckedNumElements({2, 3, 4}, count), kTfLiteOk);
  EXPECT_EQ(count, 24);
  EXPECT_EQ(CheckedNumElements(absl::Span<const int>(), size), kTfLiteOk);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(CheckedNumElements({5, 0, kMax, kMax, kMax}, size), kTfLiteError);
  EXPECT_EQ(CheckedNumElements({5, 0, 7}, size), kTfLiteOk);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(CheckedNumElements({kMax, 2}, count), kTfLiteError);
  EXPECT_EQ(CheckedNumElements({kMax, 2}, size), kTfLiteOk);
  EXPECT_EQ(CheckedNumElements({2, -1}, size), kTfLiteError);
  const IntArrayUniquePtr dims = BuildTfLiteArray({3, 5});
  EXPECT_EQ(CheckedNumElements(dims.get(), count), kTfLiteOk);
  EXPECT_EQ(count, 15);
}

TEST(BytesRequired, PacksSmallTypes) {
  const int dims[] = {3, 3};
  size_t bytes = 0;
  EXPECT_EQ(BytesRequired(kTfLiteFloat32, dims, 2, &bytes, nullptr), kTfLiteOk);
  EXPECT_EQ(bytes, 36u);
  EXPECT_EQ(BytesRequired(kTfLiteInt4, dims, 2, &bytes, nullptr), kTfLiteOk);
  EXPECT_EQ(bytes, 5u);
  EXPECT_EQ(BytesRequired(kTfLiteInt2, dims, 2, &bytes, nullptr), kTfLiteOk);
  EXPECT_EQ(bytes, 3u);
  EXPECT_EQ(BytesRequired(kTfLiteFloat32, dims, 0, &bytes, nullptr), kTfLiteOk);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(BytesRequired(kTfLiteString, dims, 2, &bytes, nullptr),
            kTfLiteError);
  const int huge[] = {kMax, kMax, kMax};
  EXPECT_EQ(BytesRequired(kTfLiteFloat32, huge, 3, &bytes, nullptr),
            kTfLiteError);
}

TEST(GetSizeOfType, KnowsWholeBytesOnly) {
  size_t bytes = 1;
  EXPECT_EQ(GetSizeOfType(nullptr, kTfLiteComplex128, &bytes), kTfLiteOk);
  EXPECT_EQ(bytes, 16u);
  EXPECT_EQ(GetSizeOfType(nullptr, kTfLiteInt4, &bytes), kTfLiteError);
  EXPECT_EQ(GetSizeOfType(nullptr, kTfLiteString, &bytes), kTfLiteError);
}

TEST(CheckedInt, RemembersOverflow) {
  CheckedInt<int> a(kMax);
  EXPECT_FALSE(a.Overflow());
  EXPECT_TRUE((a + 1).Overflow());
  EXPECT_TRUE((a * 2 - kMax).Overflow());
  EXPECT_EQ((a * 2).Status(), kTfLiteError);
  EXPECT_TRUE((CheckedInt<int>(1) / 0).Overflow());
  EXPECT_TRUE(
      (CheckedInt<int>(std::numeric_limits<int>::min()) / -1).Overflow());
  CheckedInt<int> negative(-7);
  negative /= 2u;
  EXPECT_EQ(negative.Value(), -3);
  EXPECT_FALSE(negative.Overflow());
  EXPECT_TRUE((CheckedInt<int>(-7) / 2u).Overflow());  // unsigned, as in C++
  CheckedInt<int64_t> wide = a;
  wide *= 4;
  EXPECT_FALSE(wide.Overflow());
  EXPECT_EQ(wide.Value(), int64_t{kMax} * 4);
  CheckedInt<int> narrow(wide);
  EXPECT_TRUE(narrow.Overflow());
  EXPECT_EQ((3 * CheckedInt<int>(5) + 1).Value(), 16);
}

TEST(BuildTfLiteTensor, OwnsItsData) {
  const TensorUniquePtr t =
      BuildTfLiteTensor(kTfLiteInt16, {2, 3}, kTfLiteDynamic);
  ASSERT_NE(t, nullptr);
  EXPECT_EQ(t->bytes, 12u);
  EXPECT_NE(t->data.raw, nullptr);
  EXPECT_EQ(t->dims->data[1], 3);
  EXPECT_EQ(BuildTfLiteTensor(kTfLiteFloat32, {-1}, kTfLiteDynamic), nullptr);
}

TEST(BuildTfLiteArray, FromAnything) {
  EXPECT_EQ(BuildTfLiteArray(3)->size, 3);
  EXPECT_EQ(BuildTfLiteArray({1, 2})->data[1], 2);
  EXPECT_EQ(BuildTfLiteArray(std::vector<int>{4, 5})->data[0], 4);
  EXPECT_EQ(BuildTfLiteArray<float>({0.5f})->data[0], 0.5f);
  EXPECT_EQ(BuildTfLiteArray<int>(std::vector<int64_t>{7})->data[0], 7);
}

TEST(Names, FlexAndValidation) {
  EXPECT_TRUE(IsFlexOp("FlexAdd"));
  EXPECT_FALSE(IsFlexOp("Atan"));
  EXPECT_FALSE(IsFlexOp(nullptr));
  EXPECT_TRUE(IsValidationSubgraph("VALIDATION:main"));
  EXPECT_FALSE(IsValidationSubgraph("main"));
}

TEST(UnresolvedCustomOp, IsKnownByItsInvoke) {
  const TfLiteRegistration op = CreateUnresolvedCustomOp("Atan");
  EXPECT_TRUE(IsUnresolvedCustomOp(op));
  EXPECT_EQ(GetOpNameByRegistration(op), "CUSTOM Atan");
  TfLiteRegistration other{};
  other.builtin_code = 3;
  EXPECT_FALSE(IsUnresolvedCustomOp(other));
  EXPECT_EQ(GetOpNameByRegistration(other), "CONV_2D");
}

TEST(TfLiteIntArrayView, IsARange) {
  const IntArrayUniquePtr a = BuildTfLiteArray({1, 2, 3});
  int sum = 0;
  for (const int v : TfLiteIntArrayView(a.get())) sum += v;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(TfLiteIntArrayView(nullptr).size(), 0u);
  EXPECT_NE(CombineHashes({1, 2}), CombineHashes({2, 1}));
}

TEST(CheckedInt, QuotientsOfMixedSignsAndWidths) {
  CheckedInt<int> negative(-7);
  negative /= 2u;
  EXPECT_EQ(negative.Value(), -3);
  EXPECT_FALSE(negative.Overflow());
  CheckedInt<unsigned> below_zero(7u);
  below_zero /= -2;
  EXPECT_TRUE(below_zero.Overflow());
  CheckedInt<int64_t> lowest(std::numeric_limits<int64_t>::min());
  lowest /= std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(lowest.Value(), 0);
  EXPECT_FALSE(lowest.Overflow());
  CheckedInt<int64_t> beyond(std::numeric_limits<int64_t>::min());
  beyond /= int8_t{-1};
  EXPECT_TRUE(beyond.Overflow());
}

}  // namespace
}  // namespace tflite
