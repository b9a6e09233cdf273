// A kernel test in upstream's form, run on the vendor's delegate by its flag.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tensorflow/lite/kernels/test_util.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace {

using ::testing::ElementsAreArray;
using ::tflite::TensorType_FLOAT32;

class SubModel : public tflite::SingleOpModel {
 public:
  explicit SubModel(tflite::TensorType type) {
    left_ = AddInput({type, {2, 2}});
    right_ = AddInput({type, {2, 2}});
    out_ = AddOutput({type, {}});
    SetBuiltinOp(
        tflite::BuiltinOperator_SUB, tflite::BuiltinOptions_SubOptions,
        tflite::CreateSubOptions(builder_, tflite::ActivationFunctionType_NONE)
            .Union());
    BuildInterpreter({GetShape(left_), GetShape(right_)});
  }

  template <typename T>
  std::vector<T> Run(const std::vector<T>& left, const std::vector<T>& right) {
    PopulateTensor(left_, left);
    PopulateTensor(right_, right);
    EXPECT_EQ(Invoke(), kTfLiteOk);
    return ExtractVector<T>(out_);
  }

 private:
  int left_, right_, out_;
};

TEST(SubOnMyDelegate, FloatRunsThere) {
  SubModel model(TensorType_FLOAT32);
  EXPECT_THAT(model.Run<float>({1, 2, 3, 4}, {4, 3, 2, 1}),
              ElementsAreArray({-3.f, -1.f, 1.f, 3.f}));
  EXPECT_EQ(model.CountNumberOfDelegatedPartitions(), 1);
  EXPECT_EQ(model.CountOpsExecutedByCpuKernel(), 0);
}

TEST(SubOnMyDelegate, IntegersStayOnTheCpu) {
  SubModel model(tflite::TensorType_INT32);
  EXPECT_THAT(model.Run<int32_t>({1, 2, 3, 4}, {4, 3, 2, 1}),
              ElementsAreArray({-3, -1, 1, 3}));
  EXPECT_EQ(model.CountNumberOfDelegatedPartitions(), 0);
}

}  // namespace
