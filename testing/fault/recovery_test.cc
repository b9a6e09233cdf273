// After a node has rejected its tensors or data, the interpreter remains
// usable: with valid ones, it gives the same results as if there had been no
// error.

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "testing/fault/single_op_file.h"
#include "testing/fault/small_model.h"
#include "testing/kernels_by_name.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kMaxInt = 0x7fffffff;

class Recovery : public testing::TestWithParam<const char*> {
 protected:
  void Build(std::string file) {
    file_ = std::move(file);
    model_ = FlatBufferModel::BuildFromBuffer(file_.data(), file_.size(),
                                              &reporter_);
    ASSERT_NE(model_, nullptr);
    ASSERT_EQ(InterpreterBuilder(*model_, *resolver_)(&interpreter_),
              kTfLiteOk);
  }

  template <typename T>
  void Fill(int input, const std::vector<T>& values) {
    std::memcpy(interpreter_->typed_input_tensor<T>(input), values.data(),
                values.size() * sizeof(T));
  }

  std::vector<float> Result() {
    const TfLiteTensor* out = interpreter_->output_tensor(0);
    return std::vector<float>(out->data.f,
                              out->data.f + out->bytes / sizeof(float));
  }

  // Returns the messages since the last call.
  std::string Said() {
    std::string said = reporter_.error_messages();
    reporter_.Reset();
    return said;
  }

  const std::unique_ptr<OpResolver> resolver_ = KernelsByName(GetParam());
  TestErrorReporter reporter_;
  std::string file_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
};

INSTANTIATE_TEST_SUITE_P(Kernels, Recovery,
                         testing::Values("fast", "reference"));

TEST_P(Recovery, FromShapesThatDoNotGoTogether) {
  Build(Pack(AddModel()));
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {4, 5}), kTfLiteOk);
    EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteError);
    EXPECT_THAT(Said(), HasSubstr("Node number 0 (ADD) failed to prepare"));
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
    EXPECT_NE(Said(), "");

    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2, 3}), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    Fill<float>(0, {0, 0, 0, 1, 1, 1});
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_THAT(Result(), ElementsAre(1, 2, 3, 5, 6, 7));
  }
}

TEST_P(Recovery, FromShapesThatNoMemoryHolds) {
  Build(SingleOpFile(BuiltinOperator_RELU, {Floats({2})}, {Floats({2})}));
  for (const std::vector<int>& shape :
       {std::vector<int>{kMaxInt, kMaxInt, kMaxInt},
        std::vector<int>{1 << 30, 1 << 20}, std::vector<int>{-1},
        std::vector<int>{2, -5}}) {
    const bool resized = interpreter_->ResizeInputTensor(0, shape) == kTfLiteOk;
    EXPECT_FALSE(resized && interpreter_->AllocateTensors() == kTfLiteOk);
    EXPECT_NE(Said(), "");

    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
    ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
    Fill<float>(0, {-1, 2, 3});
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_THAT(Result(), ElementsAre(0, 2, 3));
  }
}

TEST_P(Recovery, FromIndicesOutOfRange) {
  Build(SingleOpFile(BuiltinOperator_GATHER, {Floats({4}), Ints({2})},
                     {Floats({2})}, Options(GatherOptionsT())));
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill<float>(0, {10, 11, 12, 13});
  for (const int bad : {-1, 4, kMaxInt, -kMaxInt - 1}) {
    Fill<int32_t>(1, {bad, 0});
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError) << bad;
    EXPECT_THAT(Said(), HasSubstr("Node number 0 (GATHER) failed to invoke"));
    Fill<int32_t>(1, {3, 0});
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_THAT(Result(), ElementsAre(13, 10));
  }
}

// The output's size depends on a shape that is an input.
TEST_P(Recovery, FromShapesInTensors) {
  Build(SingleOpFile(BuiltinOperator_RESHAPE, {Floats({2, 3}), Ints({2})},
                     {Floats({6, 1})}));
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill<float>(0, {1, 2, 3, 4, 5, 6});
  const int bad[][2] = {{4, 2}, {-1, -1}, {kMaxInt, kMaxInt}, {-7, 1}, {0, -1}};
  for (const auto& shape : bad) {
    Fill<int32_t>(1, {shape[0], shape[1]});
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
    EXPECT_THAT(Said(), HasSubstr("Node number 0 (RESHAPE) failed to invoke"));
    Fill<int32_t>(1, {3, -1});
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
    EXPECT_THAT(Result(), ElementsAre(1, 2, 3, 4, 5, 6));
  }
}

// A node of a graph built by hand may refer to tensors that do not exist.
// Without this node the graph would not be the intended one, so it does not
// run.
TEST_P(Recovery, NotFromNodesThatCannotBeAdded) {
  Build(SingleOpFile(BuiltinOperator_RELU, {Floats({2})}, {Floats({2})}));
  const TfLiteRegistration* relu =
      resolver_->FindOp(BuiltinOperator_RELU, /*version=*/1);
  ASSERT_NE(relu, nullptr);
  const auto add = [&](const std::vector<int>& inputs,
                       const std::vector<int>& outputs) {
    return interpreter_->AddNodeWithParameters(inputs, outputs, nullptr, 0,
                                               nullptr, relu);
  };
  EXPECT_EQ(add({99}, {1}), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("99"));
  EXPECT_EQ(add({-2}, {1}), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("-2"));
  EXPECT_EQ(add({0}, {kMaxInt}), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("2147483647"));
  EXPECT_EQ(interpreter_->nodes_size(), 1u);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteError);
    EXPECT_NE(Said(), "");
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
    EXPECT_NE(Said(), "");
  }
}

// A number of threads that no machine has works like a large number.
TEST_P(Recovery, FromTooManyThreads) {
  const int32_t count = 1 << 20;
  Build(
      SingleOpFile(BuiltinOperator_RELU, {Floats({count})}, {Floats({count})}));
  ASSERT_EQ(interpreter_->SetNumThreads(kMaxInt), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  Fill<float>(0, std::vector<float>(count, 7));
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk);
  EXPECT_THAT(Result(), testing::Each(7));
}

// The second node remains invalid, and each error names it.
TEST_P(Recovery, BadNodeIsNamedEachTime) {
  Build(SingleOpFile(BuiltinOperator_RELU, {Floats({2})}, {Floats({2})}));
  int tensor;
  ASSERT_EQ(interpreter_->AddTensors(1, &tensor), kTfLiteOk);
  ASSERT_EQ(interpreter_->SetTensorParametersReadWrite(
                tensor, kTfLiteInt32, "wrong", {2}, TfLiteQuantization{}),
            kTfLiteOk);
  ASSERT_EQ(interpreter_->AddNodeWithParameters(
                {1, 0, 1}, {tensor}, nullptr, 0, nullptr,
                resolver_->FindOp(BuiltinOperator_RELU, /*version=*/1)),
            kTfLiteOk);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteError);
    EXPECT_THAT(Said(), HasSubstr("Node number 1 (RELU) failed to prepare"));
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
    Said();
    ASSERT_EQ(interpreter_->ResizeInputTensor(0, {round + 3}), kTfLiteOk);
  }
}

}  // namespace
}  // namespace tflite::fault
