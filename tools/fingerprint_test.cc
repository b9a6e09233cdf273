#include "tools/fingerprint.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace tflite {
namespace tools {
namespace {

class FingerprintTest : public testing::Test {
 protected:
  FingerprintTest() {
    dims_->data[0] = 3;
    tensor_.type = kTfLiteInt8;
    tensor_.dims = dims_;
    tensor_.data.int8 = values_;
    tensor_.bytes = sizeof(values_);
  }
  ~FingerprintTest() override { TfLiteIntArrayFree(dims_); }

  int8_t values_[3] = {1, -2, 3};
  TfLiteIntArray* dims_ = TfLiteIntArrayCreate(1);
  TfLiteTensor tensor_ = {};
};

// The hash of four zero bytes, which are the type, computed elsewhere.
TEST_F(FingerprintTest, IsFnv1a) {
  TfLiteTensor scalar = {};
  EXPECT_EQ(Fingerprint(scalar), "4d25767f9dce13f5");
}

TEST_F(FingerprintTest, DependsOnTypeShapeAndContents) {
  const std::string all = Fingerprint(tensor_);
  EXPECT_EQ(Fingerprint(tensor_), all);
  values_[2] = 4;
  EXPECT_NE(Fingerprint(tensor_), all);
  values_[2] = 3;
  tensor_.type = kTfLiteUInt8;
  EXPECT_NE(Fingerprint(tensor_), all);
  tensor_.type = kTfLiteInt8;
  dims_->data[0] = 4;
  EXPECT_NE(Fingerprint(tensor_), all);
  dims_->data[0] = 3;
  EXPECT_EQ(Fingerprint(tensor_), all);
}

}  // namespace
}  // namespace tools
}  // namespace tflite
