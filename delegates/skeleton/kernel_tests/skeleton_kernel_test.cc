// Tests the Skeleton delegate's operators in the way TensorFlow Lite tests its
// kernels. The flags in BUILD apply the delegate to each model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "tensorflow/lite/kernels/test_util.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;

class NegModel : public SingleOpModel {
 public:
  explicit NegModel(TensorType type) {
    input_ = AddInput({type, {3}});
    output_ = AddOutput({type, {}});
    SetBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                 CreateNegOptions(builder_).Union());
    BuildInterpreter({GetShape(input_)});
  }

  template <typename T>
  std::vector<T> Run(const std::vector<T>& values) {
    PopulateTensor(input_, values);
    EXPECT_EQ(Invoke(), kTfLiteOk);
    return ExtractVector<T>(output_);
  }

 private:
  int input_, output_;
};

// The CPU would give the right results too, so check who computed them.
TEST(NegTest, FloatsRunOnTheDelegate) {
  NegModel model(TensorType_FLOAT32);
  EXPECT_THAT(model.Run<float>({1, -2, 0.5f}), ElementsAre(-1, 2, -0.5f));
  EXPECT_EQ(model.CountNumberOfDelegatedPartitions(), 1);
  EXPECT_EQ(model.CountOpsExecutedByCpuKernel(), 0);
}

TEST(NegTest, TwoNodesAreOnePartition) {
  class TwiceModel : public MultiOpModel {
   public:
    TwiceModel() {
      input = AddInput({TensorType_FLOAT32, {3}});
      const int inner = AddInnerTensor<float>({TensorType_FLOAT32, {3}});
      output = AddOutput({TensorType_FLOAT32, {3}});
      for (const auto& [from, to] :
           {std::pair(input, inner), {inner, output}}) {
        AddBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                     CreateNegOptions(builder_).Union(), {from}, {to});
      }
      BuildInterpreter({GetShape(input)});
    }
    int input, output;
  };
  TwiceModel model;
  model.PopulateTensor<float>(model.input, {1, -2, 0.5f});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.ExtractVector<float>(model.output),
              ElementsAre(1, -2, 0.5f));
  EXPECT_EQ(model.CountNumberOfDelegatedPartitions(), 1);
  EXPECT_EQ(model.CountOpsExecutedByCpuKernel(), 0);
}

TEST(NegTest, IntegersStayOnTheCpu) {
  NegModel model(TensorType_INT32);
  EXPECT_THAT(model.Run<int32_t>({1, -2, 3}), ElementsAre(-1, 2, -3));
  EXPECT_EQ(model.CountNumberOfDelegatedPartitions(), 0);
}

}  // namespace
}  // namespace tflite
