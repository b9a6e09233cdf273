#include "tensorflow_lite_lite/kernel_util/kernel_util.h"

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite {
namespace {

using ::testing::HasSubstr;

// A context with a few FLOAT32 tensors that records reported messages.
class KernelUtil : public ::testing::Test {
 protected:
  struct Context : TfLiteContext {
    static void Keep(TfLiteContext* context, const char* format, ...) {
      char text[256];
      va_list args;
      va_start(args, format);
      std::vsnprintf(text, sizeof(text), format, args);
      va_end(args);
      static_cast<Context*>(context)->error = text;
    }
    std::string error;
  };

  KernelUtil() {
    context_.tensors = tensors_;
    context_.tensors_size = 4;
    context_.ReportError = Context::Keep;
    for (TfLiteTensor& t : tensors_) {
      t.type = kTfLiteFloat32;
      SetShape(&t, {});
    }
  }
  ~KernelUtil() override {
    for (TfLiteTensor& t : tensors_) TfLiteTensorFree(&t);
  }

  static TfLiteIntArray* Array(const std::vector<int>& values) {
    TfLiteIntArray* a = TfLiteIntArrayCreate(static_cast<int>(values.size()));
    std::copy(values.begin(), values.end(), a->data);
    return a;
  }
  static void SetShape(TfLiteTensor* t, const std::vector<int>& shape) {
    TfLiteIntArrayFree(t->dims);
    t->dims = Array(shape);
  }
  // The broadcast shape as a string; empty on failure.
  std::string Broadcast(int count) {
    TfLiteIntArray* shape = nullptr;
    const TfLiteStatus status =
        count == 2
            ? CalculateShapeForBroadcast(&context_, &tensors_[0], &tensors_[1],
                                         &shape)
            : CalculateShapeForBroadcast(&context_, &tensors_[0], &tensors_[1],
                                         &tensors_[2], &shape);
    if (status != kTfLiteOk) return shape == nullptr ? "" : "leaked";
    const std::string text = GetShapeDebugString(shape);
    TfLiteIntArrayFree(shape);
    return text;
  }

  TfLiteTensor tensors_[4] = {};
  Context context_ = {};
};

TEST_F(KernelUtil, FindsTheTensorsOfANode) {
  TfLiteNode node = {};
  node.inputs = Array({2, -1});
  node.outputs = Array({3});
  EXPECT_EQ(GetInput(&context_, &node, 0), &tensors_[2]);
  EXPECT_EQ(GetOptionalInputTensor(&context_, &node, 1), nullptr);
  EXPECT_EQ(GetInput(&context_, &node, 2), nullptr);
  EXPECT_EQ(GetInput(&context_, &node, -1), nullptr);
  EXPECT_EQ(GetOutput(&context_, &node, 0), &tensors_[3]);
  EXPECT_EQ(GetTemporary(&context_, &node, 0), nullptr);
  EXPECT_EQ(NumInputs(&node), 2);
  EXPECT_EQ(NumOutputs(&node), 1);
  EXPECT_EQ(NumIntermediates(&node), 0);

  EXPECT_EQ(GetVariableInput(&context_, &node, 0), nullptr);
  tensors_[2].is_variable = true;
  EXPECT_EQ(GetVariableInput(&context_, &node, 0), &tensors_[2]);
  TfLiteIntArrayFree(node.inputs);
  TfLiteIntArrayFree(node.outputs);
}

TEST_F(KernelUtil, SafeAccessReportsWhatIsMissing) {
  TfLiteNode node = {};
  node.inputs = Array({1});
  const TfLiteTensor* input = nullptr;
  EXPECT_EQ(GetInputSafe(&context_, &node, 0, &input), kTfLiteOk);
  EXPECT_EQ(input, &tensors_[1]);
  EXPECT_EQ(GetInputSafe(&context_, &node, 1, &input), kTfLiteError);
  EXPECT_THAT(context_.error, HasSubstr("input 1"));
  EXPECT_EQ(input, &tensors_[1]);
  TfLiteTensor* output = nullptr;
  EXPECT_EQ(GetOutputSafe(&context_, &node, 0, &output), kTfLiteError);
  EXPECT_THAT(context_.error, HasSubstr("output 0"));
  TfLiteIntArrayFree(node.inputs);
}

TEST_F(KernelUtil, BroadcastsTwoShapes) {
  EXPECT_EQ(Broadcast(2), "[]");
  SetShape(&tensors_[0], {2, 1, 3});
  EXPECT_EQ(Broadcast(2), "[2,1,3]");
  SetShape(&tensors_[1], {4, 1});
  EXPECT_EQ(Broadcast(2), "[2,4,3]");
  SetShape(&tensors_[1], {0, 3});
  EXPECT_EQ(Broadcast(2), "[2,0,3]");
  SetShape(&tensors_[1], {2});
  EXPECT_EQ(Broadcast(2), "");
  EXPECT_EQ(context_.error,
            "Given shapes, [2,1,3] and [2], are not broadcastable.");
}

TEST_F(KernelUtil, BroadcastsThreeShapes) {
  SetShape(&tensors_[0], {1, 2});
  SetShape(&tensors_[1], {3, 1});
  SetShape(&tensors_[2], {5, 1, 1});
  EXPECT_EQ(Broadcast(3), "[5,3,2]");
  SetShape(&tensors_[2], {4});
  EXPECT_EQ(Broadcast(3), "");
  EXPECT_EQ(context_.error,
            "Given shapes, [1,2], [3,1] and [4], are not broadcastable.");
}

TEST_F(KernelUtil, ChecksProductsOfExtents) {
  size_t product = 7;
  EXPECT_EQ(CheckedShapeProduct(&context_, {}, "rows", product), kTfLiteOk);
  EXPECT_EQ(product, 1u);
  EXPECT_EQ(CheckedShapeProduct(&context_, {2, 3, 5}, "rows", product),
            kTfLiteOk);
  EXPECT_EQ(product, 30u);
  EXPECT_EQ(CheckedShapeProduct(&context_, {INT_MAX, INT_MAX, INT_MAX, 0},
                                "rows", product),
            kTfLiteOk);
  EXPECT_EQ(product, 0u);
  EXPECT_EQ(CheckedShapeProduct(&context_, {INT_MAX, INT_MAX, INT_MAX}, "rows",
                                product),
            kTfLiteError);
  EXPECT_THAT(context_.error, HasSubstr("rows"));
  const int negative[] = {0, -1};
  EXPECT_EQ(CheckedShapeProduct(&context_, negative, 2, "rows", product),
            kTfLiteError);

  int count = 0;
  EXPECT_EQ(CheckedShapeProductToInt(&context_, {1 << 15, 1 << 15}, "n", count),
            kTfLiteOk);
  EXPECT_EQ(count, 1 << 30);
  EXPECT_EQ(CheckedShapeProductToInt(&context_, {1 << 16, 1 << 15}, "n", count),
            kTfLiteError);
}

TEST_F(KernelUtil, ReadsAShapeFromATensor) {
  int32_t extents[] = {4, 5};
  TfLiteTensor shape = {};
  shape.type = kTfLiteInt32;
  shape.data.i32 = extents;
  shape.dims = Array({2});
  TfLiteIntArray* out = nullptr;
  ASSERT_EQ(GetOutputShapeFromInput(&context_, &shape, &out), kTfLiteOk);
  EXPECT_EQ(GetShapeDebugString(out), "[4,5]");
  TfLiteIntArrayFree(out);
  SetShape(&shape, {1, 2});
  EXPECT_EQ(GetOutputShapeFromInput(&context_, &shape, &out), kTfLiteError);
  TfLiteIntArrayFree(shape.dims);
}

TEST_F(KernelUtil, TellsTensorsApart) {
  TfLiteTensor* t = &tensors_[0];
  SetShape(t, {2, 3});
  EXPECT_EQ(NumDimensions(t), 2);
  EXPECT_EQ(SizeOfDimension(t, 1), 3);
  EXPECT_EQ(NumElements(t), 6);
  EXPECT_FALSE(HaveSameShapes(t, &tensors_[1]));
  EXPECT_FALSE(HasUnspecifiedDimension(t));
  t->dims_signature = Array({-1, 3});
  EXPECT_TRUE(HasUnspecifiedDimension(t));
  EXPECT_EQ(GetTensorDebugString(t),
            "{\n  type: FLOAT32\n  data: {...}\n  dims: [2,3]\n}");

  t->allocation_type = kTfLiteMmapRo;
  EXPECT_TRUE(IsConstantTensor(t));
  SetTensorToPersistentRo(t);
  EXPECT_FALSE(IsConstantTensor(t));
  EXPECT_TRUE(IsConstantOrPersistentTensor(t));
  SetTensorToDynamic(t);
  EXPECT_TRUE(IsDynamicTensor(t));
  EXPECT_FALSE(IsHybridOp(t, &tensors_[1]));
  tensors_[1].type = kTfLiteInt8;
  EXPECT_TRUE(IsHybridOp(t, &tensors_[1]));
}

TEST_F(KernelUtil, KnowsSizesOfTypes) {
  EXPECT_EQ(TfLiteTypeGetSize(kTfLiteFloat32), 4);
  EXPECT_EQ(TfLiteTypeGetSize(kTfLiteComplex128), 16);
  EXPECT_EQ(TfLiteTypeGetSize(kTfLiteString), 0);
  EXPECT_EQ(TfLiteTypeGetSizeBits(kTfLiteInt4), 4);
  EXPECT_EQ(TfLiteTypeGetSizeBits(kTfLiteBool), 8);
}

TEST_F(KernelUtil, TellsWhatActivationsClampTo) {
  float low = 0.0f, high = 0.0f;
  CalculateActivationRange(kTfLiteActNone, &low, &high);
  EXPECT_EQ(low, std::numeric_limits<float>::lowest());
  EXPECT_EQ(high, std::numeric_limits<float>::max());
  int32_t least = 1, greatest = 1;
  CalculateActivationRange(kTfLiteActReluN1To1, &least, &greatest);
  EXPECT_EQ(least, -1);
  EXPECT_EQ(greatest, 1);
  CalculateActivationRange(kTfLiteActRelu6, &least, &greatest);
  EXPECT_EQ(least, 0);
  EXPECT_EQ(greatest, 6);
}

}  // namespace
}  // namespace tflite
