// Tests of unary element-wise operators.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::Pointwise;

class ElementwiseModel : public SingleOpModel {
 public:
  ElementwiseModel(BuiltinOperator op, TensorType type) {
    input_ = AddInput({type, {2, 2}});
    output_ = AddOutput({type, {}});
    SetBuiltinOp(op, BuiltinOptions_NONE, 0);
    BuildInterpreter({GetShape(input_)});
  }

  template <typename T>
  std::vector<T> Run(const std::vector<T>& values) {
    PopulateTensor(input_, values);
    EXPECT_EQ(Invoke(), kTfLiteOk);
    EXPECT_THAT(GetTensorShape(output_), ElementsAre(2, 2));
    return ExtractVector<T>(output_);
  }

 private:
  int input_, output_;
};

std::vector<float> Float(BuiltinOperator op, const std::vector<float>& values) {
  return ElementwiseModel(op, TensorType_FLOAT32).Run(values);
}

TEST(ElementwiseTest, Neg) {
  EXPECT_THAT(Float(BuiltinOperator_NEG, {-2, 0.5f, 0, 3}),
              ElementsAre(2, -0.5f, 0, -3));
  ElementwiseModel integers(BuiltinOperator_NEG, TensorType_INT32);
  EXPECT_THAT(integers.Run<int32_t>({-2, 5, 0, 3}), ElementsAre(2, -5, 0, -3));
}

TEST(ElementwiseTest, Abs) {
  EXPECT_THAT(Float(BuiltinOperator_ABS, {-2, 0.5f, 0, 3}),
              ElementsAre(2, 0.5f, 0, 3));
}

TEST(ElementwiseTest, Floor) {
  EXPECT_THAT(Float(BuiltinOperator_FLOOR, {-2.5f, 0.5f, -1, 3.9f}),
              ElementsAre(-3, 0, -1, 3));
}

TEST(ElementwiseTest, Relu) {
  EXPECT_THAT(Float(BuiltinOperator_RELU, {-2, 0.5f, 0, 3}),
              ElementsAre(0, 0.5f, 0, 3));
}

TEST(ElementwiseTest, Logistic) {
  EXPECT_THAT(Float(BuiltinOperator_LOGISTIC, {0, 2, -2, 4}),
              Pointwise(FloatingPointAlmostEq(),
                        {0.5f, 0.880797f, 0.119203f, 0.982014f}));
}

TEST(ElementwiseTest, Sqrt) {
  EXPECT_THAT(
      Float(BuiltinOperator_SQRT, {0, 1, 2, 6.25f}),
      Pointwise(FloatingPointAlmostEq(), {0.0f, 1.0f, 1.414214f, 2.5f}));
}

TEST(ElementwiseTest, ZerosLike) {
  EXPECT_THAT(Float(BuiltinOperator_ZEROS_LIKE, {-2, 0.5f, 0, 3}),
              ElementsAre(0, 0, 0, 0));
}

}  // namespace
}  // namespace tflite
