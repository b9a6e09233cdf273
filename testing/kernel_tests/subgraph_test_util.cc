#include "testing/kernel_tests/subgraph_test_util.h"

#include "gmock/gmock.h"
#include "tensorflow_lite_lite/string_util.h"
#include "testing/kernel_tests/matchers.h"

namespace tflite {
namespace subgraph_test_util {
namespace {

// Whether the tensor has the type of T and `count` elements.
template <typename T>
bool Holds(const TfLiteTensor* tensor, TfLiteType type, size_t count) {
  EXPECT_NE(tensor, nullptr);
  if (tensor == nullptr) return false;
  EXPECT_EQ(tensor->type, type);
  EXPECT_EQ(tensor->bytes, count * sizeof(T));
  return tensor->type == type && tensor->bytes == count * sizeof(T);
}

std::vector<std::string> Strings(const TfLiteTensor* tensor) {
  std::vector<std::string> strings;
  for (int i = 0; i < GetStringCount(tensor); ++i) {
    const StringRef s = GetString(tensor, i);
    strings.emplace_back(s.str, s.len);
  }
  return strings;
}

}  // namespace

void FillIntTensor(TfLiteTensor* tensor, const std::vector<int32_t>& data) {
  ASSERT_TRUE(Holds<int32_t>(tensor, kTfLiteInt32, data.size()));
  std::copy(data.begin(), data.end(), tensor->data.i32);
}

void FillScalarStringTensor(TfLiteTensor* tensor, const std::string& data) {
  ASSERT_NE(tensor, nullptr);
  ASSERT_EQ(tensor->type, kTfLiteString);
  DynamicBuffer strings;
  ASSERT_EQ(strings.AddString(data.data(), data.size()), kTfLiteOk);
  strings.WriteToTensor(tensor, TfLiteIntArrayCreate(0));
}

void CheckScalarStringTensor(const TfLiteTensor* tensor,
                             const std::string& data) {
  CheckStringTensor(tensor, {}, {data});
}

void CheckStringTensor(const TfLiteTensor* tensor,
                       const std::vector<int>& shape,
                       const std::vector<std::string>& data) {
  ASSERT_NE(tensor, nullptr);
  ASSERT_EQ(tensor->type, kTfLiteString);
  EXPECT_THAT(tensor, DimsAre(shape));
  EXPECT_EQ(Strings(tensor), data);
}

void CheckIntTensor(const TfLiteTensor* tensor, const std::vector<int>& shape,
                    const std::vector<int32_t>& data) {
  ASSERT_TRUE(Holds<int32_t>(tensor, kTfLiteInt32, data.size()));
  EXPECT_THAT(tensor, DimsAre(shape));
  EXPECT_THAT(
      std::vector<int32_t>(tensor->data.i32, tensor->data.i32 + data.size()),
      ::testing::ElementsAreArray(data));
}

void CheckBoolTensor(const TfLiteTensor* tensor, const std::vector<int>& shape,
                     const std::vector<bool>& data) {
  ASSERT_TRUE(Holds<bool>(tensor, kTfLiteBool, data.size()));
  EXPECT_THAT(tensor, DimsAre(shape));
  EXPECT_THAT(std::vector<bool>(tensor->data.b, tensor->data.b + data.size()),
              ::testing::ElementsAreArray(data));
}

void SetupTensor(Subgraph* subgraph, int tensor_index, TfLiteType type) {
  ASSERT_EQ(subgraph->SetTensorParametersReadWrite(
                tensor_index, type, "", 0, nullptr, TfLiteQuantization{}),
            kTfLiteOk);
}

}  // namespace subgraph_test_util
}  // namespace tflite
