#include "kernels/register/output_types.h"

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels::output_types {
namespace {

TfLiteType NoType(const NodeView&, int) { return kTfLiteNoType; }
TfLiteType String(const NodeView&, int) { return kTfLiteString; }

// A node of one input and two outputs, of which the first is absent.
class OutputTypes : public testing::Test {
 protected:
  OutputTypes() {
    context_.tensors = tensors_;
    context_.tensors_size = 2;
    tensors_[0].type = kTfLiteInt8;
    tensors_[1].type = kTfLiteFloat32;
    for (TfLiteTensor& tensor : tensors_) {
      tensor.dims = TfLiteIntArrayCreate(0);
      tensor.allocation_type = kTfLiteArenaRw;
    }
    node_.inputs = TfLiteIntArrayCreate(1);
    node_.inputs->data[0] = 0;
    node_.outputs = TfLiteIntArrayCreate(2);
    node_.outputs->data[0] = -1;
    node_.outputs->data[1] = 1;
  }
  ~OutputTypes() override {
    for (TfLiteTensor& tensor : tensors_) TfLiteIntArrayFree(tensor.dims);
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
  }

  NodeView View() {
    return NodeView(&context_, &node_, NodeView::Phase::kPrepare);
  }
  TfLiteTensor& output() { return tensors_[1]; }
  // Applies the rule to an output with memory of this kind.
  void Apply(Rule rule, TfLiteAllocationType allocation, char* data) {
    output().type = kTfLiteFloat32;
    output().allocation_type = allocation;
    output().data.raw = data;
    output_types::Apply(rule, View(), "OP");
  }
  void ExpectUnchanged(TfLiteAllocationType allocation, const char* data) {
    EXPECT_EQ(output().type, kTfLiteFloat32);
    EXPECT_EQ(output().allocation_type, allocation);
    EXPECT_EQ(output().data.raw, data);
  }

  TfLiteTensor tensors_[2] = {};
  TfLiteContext context_{};
  TfLiteNode node_{};
  char memory_[4] = {};
};

TEST_F(OutputTypes, ChangeWhereMemoryIsPlanned) {
  Apply(Int32, kTfLiteArenaRw, memory_);
  EXPECT_EQ(output().type, kTfLiteInt32);
  EXPECT_EQ(output().allocation_type, kTfLiteArenaRw);
  EXPECT_EQ(output().data.raw, nullptr);
  Apply(String, kTfLiteArenaRw, memory_);
  EXPECT_EQ(output().type, kTfLiteString);
  EXPECT_EQ(output().allocation_type, kTfLiteDynamic);
  EXPECT_EQ(output().data.raw, nullptr);
  Apply(Int32, kTfLiteDynamic, nullptr);
  EXPECT_EQ(output().type, kTfLiteInt32);
  EXPECT_EQ(output().allocation_type, kTfLiteArenaRw);
}

// An application's memory stays, and is checked for size afterwards; strings
// have none.
TEST_F(OutputTypes, ChangeWhereMemoryIsLent) {
  Apply(Int32, kTfLiteCustom, memory_);
  EXPECT_EQ(output().type, kTfLiteInt32);
  EXPECT_EQ(output().allocation_type, kTfLiteCustom);
  EXPECT_EQ(output().data.raw, memory_);
  Apply(String, kTfLiteCustom, memory_);
  ExpectUnchanged(kTfLiteCustom, memory_);
}

TEST_F(OutputTypes, OfConstantsVariablesAndValuesStay) {
  for (const TfLiteAllocationType allocation :
       {kTfLiteMmapRo, kTfLitePersistentRo, kTfLiteArenaRwPersistent,
        kTfLiteDynamic}) {
    Apply(Int32, allocation, memory_);
    ExpectUnchanged(allocation, memory_);
  }
  output().is_variable = true;
  Apply(Int32, kTfLiteArenaRw, memory_);
  ExpectUnchanged(kTfLiteArenaRw, memory_);
}

TEST_F(OutputTypes, StayWhereTheyAreRightOrNotKnown) {
  for (const Rule rule : {Float32, NoType}) {
    Apply(rule, kTfLiteArenaRw, memory_);
    ExpectUnchanged(kTfLiteArenaRw, memory_);
  }
}

TEST_F(OutputTypes, AreThoseOfInputs) {
  EXPECT_EQ(OfInput0(View(), 1), kTfLiteInt8);
  EXPECT_EQ(OfInput1(View(), 1), kTfLiteNoType);
  EXPECT_EQ(OfInput2(View(), 1), kTfLiteNoType);
}

TEST_F(OutputTypes, OfDequantizedNumbersMayBeNarrow) {
  for (const TfLiteType type : {kTfLiteFloat16, kTfLiteBFloat16}) {
    output().type = type;
    EXPECT_EQ(Dequantized(View(), 1), type);
  }
  for (const TfLiteType type : {kTfLiteFloat32, kTfLiteInt8, kTfLiteFloat64}) {
    output().type = type;
    EXPECT_EQ(Dequantized(View(), 1), kTfLiteFloat32);
  }
}

TEST_F(OutputTypes, OfScoresAreFloats) {
  EXPECT_EQ(Int32ButScores(View(), 0), kTfLiteInt32);
  EXPECT_EQ(Int32ButScores(View(), 1), kTfLiteFloat32);
  EXPECT_EQ(Int32ButScores(View(), 2), kTfLiteInt32);
}

TEST_F(OutputTypes, MayBeInTheOptions) {
  EXPECT_EQ(ByArgMinMaxOptions(View(), 1), kTfLiteNoType);
  EXPECT_EQ(ByShapeOptions(View(), 1), kTfLiteNoType);
  TfLiteArgMaxParams arg_max{};
  arg_max.output_type = kTfLiteInt64;
  node_.builtin_data = &arg_max;
  EXPECT_EQ(ByArgMinMaxOptions(View(), 1), kTfLiteInt64);
  TfLiteShapeParams shape{};
  shape.out_type = kTfLiteInt64;
  node_.builtin_data = &shape;
  EXPECT_EQ(ByShapeOptions(View(), 1), kTfLiteInt64);
}

}  // namespace
}  // namespace tflite::kernels::output_types
