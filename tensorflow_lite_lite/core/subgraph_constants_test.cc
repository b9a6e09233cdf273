// Constants of a graph, also those that are set anew after it was prepared.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite {
namespace testing {
namespace {

class ConstantsTest : public ::testing::Test {
 protected:
  void Fill(float value) { *interpreter_.typed_input_tensor<float>(0) = value; }
  std::vector<float> Output() {
    const TfLiteTensor* out = interpreter_.output_tensor(0);
    return {out->data.f, out->data.f + out->bytes / sizeof(float)};
  }

  CollectingReporter errors_;
  Interpreter interpreter_{&errors_};
  GraphMaker graph_{&interpreter_};
};

TEST_F(ConstantsTest, ConstantsAreUsedWhereTheyLie) {
  // Deliberately misaligned, as in some files.
  alignas(float) char bytes[sizeof(float) * 2 + 1];
  const float values[2] = {5, 6};
  std::memcpy(bytes + 1, values, sizeof(values));
  const int in = graph_.Tensor({2}), out = graph_.Tensor({2});
  const int c = graph_.Constant({2}, reinterpret_cast<const float*>(bytes + 1));
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in, c}, {out}, SumOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(interpreter_.tensor(c)->data.raw, bytes + 1);
}

struct Kept {
  bool has = false;
  float value = 0;
};

// out = in + the constant's first value when the operator first prepared.
TfLiteRegistration KeepingOp() {
  TfLiteRegistration op = SumOp();
  op.init = [](TfLiteContext*, const char*, size_t) -> void* {
    ++Calls().inits;
    return new Kept;
  };
  op.free = [](TfLiteContext*, void* data) {
    ++Calls().frees;
    delete static_cast<Kept*>(data);
  };
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& c = context->tensors[node->inputs->data[1]];
    auto* kept = static_cast<Kept*>(node->user_data);
    if (!kept->has) *kept = {true, c.data.f[0]};
    return SumOp().prepare(context, node);
  };
  op.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    const float* in = context->tensors[node->inputs->data[0]].data.f;
    context->tensors[node->outputs->data[0]].data.f[0] =
        in[0] + static_cast<Kept*>(node->user_data)->value;
    return kTfLiteOk;
  };
  return op;
}

// Operators may keep what they made of a constant, until it is set anew.
// Nothing else prepares, and neither inputs nor variables lose their values.
TEST_F(ConstantsTest, ConstantSetAnewReachesOperatorsThatKeepIt) {
  const float values[] = {10, 20, 30, 40};
  const int in = graph_.Tensor({1}), a = graph_.Tensor({1});
  const int c = graph_.Constant({1}, values);
  const int b = graph_.Tensor({1}), variable = graph_.Tensor({1}, true);
  const int out = graph_.Tensor({1});
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  interpreter_.SetVariables({variable});
  graph_.Node({in}, {a}, AddOneOp());
  graph_.Node({a, c}, {b}, KeepingOp());
  graph_.Node({b, variable}, {out}, AccumulateOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill(1);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{12}));
  float sum = 12;
  for (int i = 1; i < 4; ++i) {
    const OpCalls before = Calls();
    ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                  c, kTfLiteFloat32, "c", {1}, TfLiteQuantization{},
                  reinterpret_cast<const char*>(values + i), sizeof(float)),
              kTfLiteOk);
    if (i == 2) {
      ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
    }
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    sum += 2 + values[i];
    EXPECT_EQ(Output(), (std::vector<float>{sum})) << i;
    EXPECT_EQ(Calls().inits, before.inits + 1);
    EXPECT_EQ(Calls().frees, before.frees + 1);
    EXPECT_EQ(Calls().prepares, before.prepares + 1);
  }
}

// The same, of the scales of the constant's blocks.
TfLiteRegistration KeepingScaleOp() {
  TfLiteRegistration op = KeepingOp();
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& c = context->tensors[node->inputs->data[1]];
    const auto* blocks =
        static_cast<const TfLiteBlockwiseQuantization*>(c.quantization.params);
    auto* kept = static_cast<Kept*>(node->user_data);
    if (!kept->has) {
      *kept = {true, context->tensors[blocks->scale].data.f[0]};
    }
    return SumOp().prepare(context, node);
  };
  return op;
}

// No node reads the scales themselves.
TEST_F(ConstantsTest, ScalesSetAnewReachOperatorsThatKeepThem) {
  const float values[] = {10, 20}, weight = 7;
  const int in = graph_.Tensor({1}), out = graph_.Tensor({1});
  const int scales = graph_.Constant({1}, values);
  const int c = graph_.Constant({1}, &weight);
  // Owned by the tensor.
  auto* blocks = static_cast<TfLiteBlockwiseQuantization*>(
      std::calloc(1, sizeof(TfLiteBlockwiseQuantization)));
  blocks->scale = scales;
  blocks->zero_point = -1;
  blocks->blocksize = 1;
  ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                c, kTfLiteFloat32, "c", {1},
                TfLiteQuantization{kTfLiteBlockwiseQuantization, blocks},
                reinterpret_cast<const char*>(&weight), sizeof(weight)),
            kTfLiteOk);
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in, c}, {out}, KeepingScaleOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  for (const float& value : values) {
    ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                  scales, kTfLiteFloat32, "scales", {1}, TfLiteQuantization{},
                  reinterpret_cast<const char*>(&value), sizeof(value)),
              kTfLiteOk);
    Fill(1);
    ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
    EXPECT_EQ(Output(), (std::vector<float>{1 + value}));
  }
}

// The output has the shape that is the constant's value.
TfLiteRegistration ShapedOp() {
  TfLiteRegistration op = SumOp();
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const float* shape = context->tensors[node->inputs->data[1]].data.f;
    TfLiteIntArray* dims = TfLiteIntArrayCreate(2);
    for (int i = 0; i < 2; ++i) dims->data[i] = static_cast<int>(shape[i]);
    return context->ResizeTensor(
        context, &context->tensors[node->outputs->data[0]], dims);
  };
  op.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& out = context->tensors[node->outputs->data[0]];
    std::memset(out.data.raw, 0, out.bytes);
    return kTfLiteOk;
  };
  return op;
}

// Also one of as many elements: the nodes behind it prepared for another.
TEST_F(ConstantsTest, ConstantSetAnewThatChangesAShapeEndsThePreparation) {
  const float wide[] = {2, 3}, tall[] = {3, 2};
  const int in = graph_.Tensor({6}), c = graph_.Constant({2}, wide);
  const int shaped = graph_.Tensor({1, 1}), out = graph_.Tensor({1, 1});
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in, c}, {shaped}, ShapedOp());
  graph_.Node({shaped}, {out}, AddOneOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                c, kTfLiteFloat32, "c", {2}, TfLiteQuantization{},
                reinterpret_cast<const char*>(tall), sizeof(tall)),
            kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_.output_tensor(0)->dims->data[0], 3);
  EXPECT_EQ(Output(), std::vector<float>(6, 1));
}

// Leaves its input with another type if the constant is more than 1.
TfLiteRegistration RetypingOp() {
  TfLiteRegistration op = SumOp();
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& c = context->tensors[node->inputs->data[1]];
    if (c.data.f[0] > 1) {
      context->tensors[node->inputs->data[0]].type = kTfLiteString;
    }
    return SumOp().prepare(context, node);
  };
  return op;
}

TEST_F(ConstantsTest, ConstantSetAnewDoesNotLetAnOperatorBreakTensors) {
  const float values[] = {1, 2, 1};
  const int in = graph_.Tensor({1}), out = graph_.Tensor({1});
  const int c = graph_.Constant({1}, values);
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in, c}, {out}, RetypingOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  const auto set = [&](int i) {
    return interpreter_.SetTensorParametersReadOnly(
        c, kTfLiteFloat32, "c", {1}, TfLiteQuantization{},
        reinterpret_cast<const char*>(values + i), sizeof(float));
  };
  ASSERT_EQ(set(1), kTfLiteOk);
  EXPECT_EQ(interpreter_.tensor(in)->type, kTfLiteFloat32);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("has changed its type")) << errors_.text;
  ASSERT_EQ(set(2), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill(5);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{6}));
}

// Adds a tensor when it is initialized, its temporary.
TfLiteRegistration AddingOp() {
  TfLiteRegistration op = SumOp();
  op.init = [](TfLiteContext* context, const char*, size_t) -> void* {
    auto* index = new int;
    context->AddTensors(context, 1, index);
    return index;
  };
  op.free = [](TfLiteContext*, void* data) { delete static_cast<int*>(data); };
  op.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    TfLiteIntArrayFree(node->temporaries);
    node->temporaries = TfLiteIntArrayCreate(1);
    node->temporaries->data[0] = *static_cast<int*>(node->user_data);
    TfLiteTensor* temporary = &context->tensors[node->temporaries->data[0]];
    temporary->type = kTfLiteFloat32;
    temporary->allocation_type = kTfLiteArenaRw;
    TfLiteIntArray* one = TfLiteIntArrayCreate(1);
    one->data[0] = 1;
    if (context->ResizeTensor(context, temporary, one) != kTfLiteOk) {
      return kTfLiteError;
    }
    return SumOp().prepare(context, node);
  };
  op.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    context->tensors[node->temporaries->data[0]].data.f[0] = 7;
    return SumOp().invoke(context, node);
  };
  return op;
}

// The new tensors have no memory before the graph is prepared: a run says so.
TEST_F(ConstantsTest, ConstantSetAnewOfAnOperatorThatAddsTensors) {
  const float values[] = {1, 2};
  const int in = graph_.Tensor({1}), out = graph_.Tensor({1});
  const int c = graph_.Constant({1}, values);
  interpreter_.SetInputs({in});
  interpreter_.SetOutputs({out});
  graph_.Node({in, c}, {out}, AddingOp());
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill(5);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{6}));
  ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                c, kTfLiteFloat32, "c", {1}, TfLiteQuantization{},
                reinterpret_cast<const char*>(values + 1), sizeof(float)),
            kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(errors_.Has("Invoke called on model that is not ready."));
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  Fill(5);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(Output(), (std::vector<float>{7}));
}

TEST_F(ConstantsTest, ConstantOfTheWrongSizeIsRefused) {
  interpreter_.AddTensors(1);
  const float value = 1;
  EXPECT_EQ(interpreter_.SetTensorParametersReadOnly(
                0, kTfLiteFloat32, "w", {2}, TfLiteQuantization{},
                reinterpret_cast<const char*>(&value), sizeof(value)),
            kTfLiteError);
  EXPECT_TRUE(
      errors_.Has("'w': its buffer has 4 bytes where FLOAT32[2] needs 8"));
}

}  // namespace
}  // namespace testing
}  // namespace tflite
