// A kernel test in TensorFlow Lite's form.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tensorflow/lite/kernels/test_util.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace {

using ::testing::ElementsAre;

class NegModel : public tflite::SingleOpModel {
 public:
  NegModel() {
    input_ = AddInput({tflite::TensorType_FLOAT32, {3}});
    output_ = AddOutput({tflite::TensorType_FLOAT32, {}});
    SetBuiltinOp(tflite::BuiltinOperator_NEG, tflite::BuiltinOptions_NegOptions,
                 tflite::CreateNegOptions(builder_).Union());
    BuildInterpreter({GetShape(input_)});
  }

  std::vector<float> Run(const std::vector<float>& values) {
    PopulateTensor(input_, values);
    EXPECT_EQ(Invoke(), kTfLiteOk);
    return ExtractVector<float>(output_);
  }

 private:
  int input_, output_;
};

TEST(Neg, ChangesSigns) {
  EXPECT_THAT(NegModel().Run({1, -2, 0.5f}), ElementsAre(-1, 2, -0.5f));
}

}  // namespace
