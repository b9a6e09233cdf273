#include "kernels/register/output_types.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/fake_graph.h"
#include "tensorflow_lite_lite/base/captured_log.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels::output_types {
namespace {

TfLiteType String(const NodeView&, int) { return kTfLiteString; }

// Inputs of FLOAT32, INT16 and BOOL, and two outputs, declared as INT8.
class OutputTypes : public testing::Test {
 protected:
  OutputTypes() {
    for (const TfLiteType type : {kTfLiteFloat32, kTfLiteInt16, kTfLiteBool,
                                  kTfLiteInt8, kTfLiteInt8}) {
      graph_.AddTensor(type);
    }
    node_.inputs = ToIntArray({0, 1, 2});
    node_.outputs = ToIntArray({3, 4});
  }
  ~OutputTypes() override {
    // Only what the graph has allocated is its own.
    for (const int i : {3, 4}) {
      graph_.tensor(i)->allocation_type = kTfLiteArenaRw;
      graph_.tensor(i)->data.data = nullptr;
    }
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
  }
  NodeView View() {
    return NodeView(graph_.context(), &node_, NodeView::Phase::kPrepare);
  }
  TfLiteTensor& output(int i) { return *graph_.tensor(3 + i); }
  // The type that output 0 has after it had this kind of memory.
  TfLiteType After(Rule rule, TfLiteAllocationType allocation, void* data) {
    output(0).type = kTfLiteInt8;
    output(0).allocation_type = allocation;
    output(0).data.data = data;
    Apply(rule, View(), "OP");
    return output(0).type;
  }

  FakeGraph graph_{1};
  TfLiteNode node_{};
  const base::CapturedLog log_;
  char room_[64];
  void* const memory_ = room_;
};

TEST_F(OutputTypes, AreThoseOfTheRule) {
  Apply(Int32ButScores, View(), "OP");
  EXPECT_EQ(output(0).type, kTfLiteInt32);
  EXPECT_EQ(output(1).type, kTfLiteFloat32);
  EXPECT_EQ(log_.From(base::LogLevel::kWarning),
            (std::vector<std::string>{
                "OP: output 0 is declared as INT8[] '' and becomes INT32, "
                "which the operator gives",
                "OP: output 1 is declared as INT8[] '' and becomes FLOAT32, "
                "which the operator gives"}));
  // Now the model agrees.
  Apply(Int32ButScores, View(), "OP");
  EXPECT_EQ(log_.lines().size(), 2u);
}

TEST_F(OutputTypes, OfOutputsThatAreGiven) {
  node_.outputs->data[0] = -1;
  Apply(Bool, View(), "OP");
  EXPECT_EQ(output(0).type, kTfLiteInt8);
  EXPECT_EQ(output(1).type, kTfLiteBool);
}

// Memory that was planned for elements of the old type is given up.
TEST_F(OutputTypes, OfPlannedTensors) {
  EXPECT_EQ(After(Int64, kTfLiteArenaRw, memory_), kTfLiteInt64);
  EXPECT_EQ(output(0).data.data, nullptr);
  EXPECT_EQ(output(0).allocation_type, kTfLiteArenaRw);
  EXPECT_EQ(After(String, kTfLiteArenaRw, memory_), kTfLiteString);
  EXPECT_EQ(output(0).data.data, nullptr);
  EXPECT_EQ(output(0).allocation_type, kTfLiteDynamic);
}

TEST_F(OutputTypes, OfTensorsOnTheHeapWithoutMemory) {
  EXPECT_EQ(After(Float32, kTfLiteDynamic, nullptr), kTfLiteFloat32);
  EXPECT_EQ(output(0).allocation_type, kTfLiteArenaRw);
  EXPECT_EQ(After(Float32, kTfLiteDynamic, memory_), kTfLiteInt8);
  EXPECT_EQ(output(0).data.data, memory_);
  EXPECT_EQ(output(0).allocation_type, kTfLiteDynamic);
}

// It stays lent, for elements of any fixed size.
TEST_F(OutputTypes, OfLentMemory) {
  EXPECT_EQ(After(Complex64, kTfLiteCustom, memory_), kTfLiteComplex64);
  EXPECT_EQ(output(0).data.data, memory_);
  EXPECT_EQ(output(0).allocation_type, kTfLiteCustom);
  EXPECT_EQ(After(String, kTfLiteCustom, memory_), kTfLiteInt8);
}

TEST_F(OutputTypes, OfConstantsAndVariablesStay) {
  for (const TfLiteAllocationType allocation :
       {kTfLiteMmapRo, kTfLitePersistentRo, kTfLiteArenaRwPersistent}) {
    EXPECT_EQ(After(Int32, allocation, memory_), kTfLiteInt8) << allocation;
    EXPECT_EQ(output(0).data.data, memory_);
  }
  output(0).is_variable = true;
  EXPECT_EQ(After(Int32, kTfLiteArenaRw, nullptr), kTfLiteInt8);
}

TEST_F(OutputTypes, AreThoseOfInputs) {
  EXPECT_EQ(OfInput0(View(), 0), kTfLiteFloat32);
  EXPECT_EQ(OfInput1(View(), 0), kTfLiteInt16);
  EXPECT_EQ(OfInput2(View(), 0), kTfLiteBool);
  // What is missing is reported by others.
  node_.inputs->data[1] = -1;
  EXPECT_EQ(OfInput1(View(), 0), kTfLiteNoType);
  EXPECT_EQ(After(OfInput1, kTfLiteArenaRw, nullptr), kTfLiteInt8);
}

TEST_F(OutputTypes, AreThoseOfOptions) {
  EXPECT_EQ(ByArgMinMaxOptions(View(), 0), kTfLiteNoType);
  EXPECT_EQ(ByShapeOptions(View(), 0), kTfLiteNoType);
  TfLiteArgMaxParams place{kTfLiteInt64};
  node_.builtin_data = &place;
  EXPECT_EQ(ByArgMinMaxOptions(View(), 0), kTfLiteInt64);
  TfLiteShapeParams shape{kTfLiteInt32};
  node_.builtin_data = &shape;
  EXPECT_EQ(ByShapeOptions(View(), 0), kTfLiteInt32);
}

TEST_F(OutputTypes, OfDequantizedNumbersAreFloatingPoint) {
  for (const TfLiteType type : {kTfLiteFloat16, kTfLiteBFloat16}) {
    output(1).type = type;
    EXPECT_EQ(Dequantized(View(), 1), type);
  }
  for (const TfLiteType type : {kTfLiteInt8, kTfLiteFloat64, kTfLiteFloat32}) {
    output(1).type = type;
    EXPECT_EQ(Dequantized(View(), 1), kTfLiteFloat32);
  }
}

}  // namespace
}  // namespace tflite::kernels::output_types
