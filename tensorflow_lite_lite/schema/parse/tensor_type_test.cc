#include "tensorflow_lite_lite/schema/parse/tensor_type.h"

#include <set>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

TEST(TensorTypes, ConvertBothWays) {
  std::set<TfLiteType> seen;
  for (int i = TensorType_MIN; i <= TensorType_MAX; ++i) {
    const auto file_type = static_cast<TensorType>(i);
    const auto c_type = ToTfLiteType(file_type);
    ASSERT_TRUE(c_type.ok()) << i;
    EXPECT_TRUE(seen.insert(*c_type).second) << i;
    const auto back = ToTensorType(*c_type);
    ASSERT_TRUE(back.ok()) << i;
    EXPECT_EQ(*back, file_type);
  }
  EXPECT_EQ(seen.count(kTfLiteNoType), 0u);
}

TEST(TensorTypes, ConvertTheOnesThatDiffer) {
  EXPECT_EQ(*ToTfLiteType(TensorType_FLOAT32), kTfLiteFloat32);
  EXPECT_EQ(*ToTfLiteType(TensorType_FLOAT16), kTfLiteFloat16);
  EXPECT_EQ(*ToTfLiteType(TensorType_FLOAT64), kTfLiteFloat64);
  EXPECT_EQ(*ToTfLiteType(TensorType_RESOURCE), kTfLiteResource);
  EXPECT_EQ(*ToTfLiteType(TensorType_FLOAT8_E5M2), kTfLiteFloat8E5M2);
}

TEST(TensorTypes, RejectUnknownValues) {
  EXPECT_FALSE(ToTfLiteType(static_cast<TensorType>(-1)).ok());
  EXPECT_FALSE(ToTfLiteType(static_cast<TensorType>(23)).ok());
  EXPECT_FALSE(ToTensorType(kTfLiteNoType).ok());
  EXPECT_FALSE(ToTensorType(static_cast<TfLiteType>(24)).ok());
}

}  // namespace
}  // namespace tflite::schema
