#include "tensorflow_lite_lite/c/common/arrays.h"

#include <gtest/gtest.h>

#include <limits>

namespace tflite {
namespace {

TEST(IntArray, SizeCountsHeaderAndElements) {
  EXPECT_EQ(TfLiteIntArrayGetSizeInBytes(0), 4u);
  EXPECT_EQ(TfLiteIntArrayGetSizeInBytes(3), 16u);
  EXPECT_EQ(TfLiteIntArrayGetSizeInBytes(-1), 0u);
  EXPECT_EQ(TfLiteIntArrayGetSizeInBytes(std::numeric_limits<int>::max()),
            size_t{4} * 2147483648u);
}

TEST(IntArray, RejectsNegativeSize) {
  EXPECT_EQ(TfLiteIntArrayCreate(-1), nullptr);
}

TEST(IntArray, CopiesAndCompares) {
  TfLiteIntArray* a = TfLiteIntArrayCreate(2);
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->size, 2);
  a->data[0] = 7;
  a->data[1] = -3;
  TfLiteIntArray* b = TfLiteIntArrayCopy(a);
  ASSERT_NE(b, nullptr);
  EXPECT_NE(a, b);
  EXPECT_EQ(TfLiteIntArrayEqual(a, b), 1);
  const int same[] = {7, -3};
  EXPECT_EQ(TfLiteIntArrayEqualsArray(b, 2, same), 1);
  EXPECT_EQ(TfLiteIntArrayEqualsArray(b, 1, same), 0);
  b->data[1] = 3;
  EXPECT_EQ(TfLiteIntArrayEqual(a, b), 0);
  TfLiteIntArrayFree(a);
  TfLiteIntArrayFree(b);
}

TEST(IntArray, NullIsEmptyOnlyToEqualsArray) {
  TfLiteIntArray* empty = TfLiteIntArrayCreate(0);
  const int one[] = {1};
  EXPECT_EQ(TfLiteIntArrayEqual(nullptr, nullptr), 1);
  EXPECT_EQ(TfLiteIntArrayEqual(nullptr, empty), 0);
  EXPECT_EQ(TfLiteIntArrayEqualsArray(nullptr, 0, nullptr), 1);
  EXPECT_EQ(TfLiteIntArrayEqualsArray(nullptr, 1, one), 0);
  EXPECT_EQ(TfLiteIntArrayCopy(nullptr), nullptr);
  TfLiteIntArrayFree(empty);
  TfLiteIntArrayFree(nullptr);
}

TEST(FloatArray, SizeThatDoesNotFitIsZero) {
  EXPECT_EQ(TfLiteFloatArrayGetSizeInBytes(2), 12);
  EXPECT_EQ(TfLiteFloatArrayGetSizeInBytes(std::numeric_limits<int>::max()), 0);
  EXPECT_EQ(TfLiteFloatArrayCreate(-5), nullptr);
}

TEST(FloatArray, Copies) {
  TfLiteFloatArray* a = TfLiteFloatArrayCreate(1);
  a->data[0] = 0.5f;
  TfLiteFloatArray* b = TfLiteFloatArrayCopy(a);
  a->data[0] = 1.0f;
  EXPECT_EQ(b->size, 1);
  EXPECT_EQ(b->data[0], 0.5f);
  TfLiteFloatArrayFree(a);
  TfLiteFloatArrayFree(b);
  TfLiteFloatArrayFree(nullptr);
}

}  // namespace
}  // namespace tflite
