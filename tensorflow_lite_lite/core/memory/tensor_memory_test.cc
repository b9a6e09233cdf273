// Ownership of tensor memory when tensors are resized, use memory of the
// application, are moved by operators, or belong to delegates.
#include <cstring>

#include "gmock/gmock.h"
#include "tensorflow_lite_lite/core/testing/own_heap.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "tensorflow_lite_lite/string_util.h"

namespace tflite {
namespace testing {
namespace {

using ::testing::ElementsAre;

TfLiteTensor* Input(TfLiteContext* context, TfLiteNode* node) {
  return &context->tensors[node->inputs->data[0]];
}
TfLiteTensor* Output(TfLiteContext* context, TfLiteNode* node) {
  return &context->tensors[node->outputs->data[0]];
}

TfLiteStatus Copy(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* in = Input(context, node);
  std::memcpy(Output(context, node)->data.raw, in->data.raw, in->bytes);
  return kTfLiteOk;
}

// out = in, by an operator that sets the allocation type of its output and
// leaves the data pointer as it is.
template <TfLiteAllocationType kType>
TfLiteRegistration MovingOp() {
  TfLiteRegistration r = AddOneOp();
  r.custom_name = "Moving";
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    TfLiteTensor* out = Output(context, node);
    const TfLiteIntArray* dims = Input(context, node)->dims;
    context->ResizeTensor(context, out, TfLiteIntArrayCopy(dims));
    out->allocation_type = kType;
    return context->ResizeTensor(context, out, TfLiteIntArrayCopy(dims));
  };
  r.invoke = Copy;
  return r;
}

class LentMemoryTest : public ::testing::Test {
 protected:
  void Build(const TfLiteRegistration& op, int elements) {
    in_ = graph_.Tensor({elements});
    out_ = graph_.Tensor({elements});
    interpreter_.SetInputs({in_});
    interpreter_.SetOutputs({out_});
    graph_.Node({in_}, {out_}, op);
  }
  TfLiteStatus Lend(int tensor, float* memory, int elements) {
    return interpreter_.SetCustomAllocationForTensor(
        tensor, {memory, elements * sizeof(float)});
  }

  CollectingReporter errors_;
  Interpreter interpreter_{&errors_};
  GraphMaker graph_{&interpreter_};
  int in_ = -1, out_ = -1;
  alignas(64) float memory_[64] = {};
  alignas(64) float other_[64] = {};
};

TEST_F(LentMemoryTest, SmallerMemoryIsFoundByInvoke) {
  Build(AddOneOp(), 32);
  ASSERT_EQ(Lend(out_, memory_, 32), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(memory_[31], interpreter_.typed_input_tensor<float>(0)[31] + 1);
  ASSERT_EQ(Lend(out_, other_, 16), kTfLiteOk);
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_TRUE(
      errors_.Has("tensor 1 't' needs 128 bytes; its custom allocation has 64"))
      << errors_.text;
  EXPECT_EQ(other_[0], 0);
  // Meanwhile, nobody can write past the end of the memory.
  EXPECT_EQ(interpreter_.tensor(out_)->data.raw, nullptr);
  ASSERT_EQ(Lend(out_, other_, 32), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_NE(other_[31], 0);
}

TEST_F(LentMemoryTest, SmallerMemoryOfAVariableIsNotReset) {
  Build(AddOneOp(), 4);
  const int variable = graph_.Tensor({32}, /*is_variable=*/true);
  ASSERT_EQ(Lend(variable, memory_, 32), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  std::fill(std::begin(other_), std::end(other_), 1.0f);
  ASSERT_EQ(Lend(variable, other_, 16), kTfLiteOk);
  EXPECT_EQ(interpreter_.ResetVariableTensors(), kTfLiteOk);
  EXPECT_EQ(other_[16], 1.0f);
}

template <typename T>
class MovedOutputTest : public LentMemoryTest {};
template <TfLiteAllocationType kType>
using TypeConstant = std::integral_constant<TfLiteAllocationType, kType>;
using HeapTypes = ::testing::Types<TypeConstant<kTfLiteDynamic>,
                                   TypeConstant<kTfLitePersistentRo>>;
TYPED_TEST_SUITE(MovedOutputTest, HeapTypes);

TYPED_TEST(MovedOutputTest, ReachesWhatIsLent) {
  this->Build(MovingOp<TypeParam::value>(), 3);
  for (const bool again : {false, true}) {
    float* memory = again ? this->other_ : this->memory_;
    ASSERT_EQ(this->Lend(this->out_, memory, 3), kTfLiteOk);
    ASSERT_EQ(this->interpreter_.AllocateTensors(), kTfLiteOk);
    float* in = this->interpreter_.template typed_input_tensor<float>(0);
    std::copy_n(std::begin({5.0f, 6.0f, 7.0f}), 3, in);
    ASSERT_EQ(this->interpreter_.Invoke(), kTfLiteOk) << this->errors_.text;
    EXPECT_EQ(memory[2], 7);
  }
  ASSERT_EQ(this->interpreter_.ResizeInputTensor(this->in_, {4}), kTfLiteOk);
  EXPECT_EQ(this->interpreter_.AllocateTensors(), kTfLiteError);
  EXPECT_TRUE(this->errors_.Has("its custom allocation has 12"));
  this->interpreter_.primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(this->interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(this->interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(this->other_[3], 0);
}

TYPED_TEST(MovedOutputTest, OfAVariablesMemoryIsNotFreed) {
  // Delegates may make an output persistent.
  this->Build(MovingOp<TypeParam::value>(), 3);
  this->interpreter_.tensor(this->out_)->allocation_type =
      kTfLiteArenaRwPersistent;
  ASSERT_EQ(this->interpreter_.AllocateTensors(), kTfLiteOk);
  // The tensor owns the block that the operator allocated.
  TfLiteTensorDataFree(this->interpreter_.tensor(this->out_));
  this->interpreter_.tensor(this->out_)->allocation_type =
      kTfLiteArenaRwPersistent;
  ASSERT_EQ(this->interpreter_.ResizeInputTensor(this->in_, {4}), kTfLiteOk);
  ASSERT_EQ(this->interpreter_.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(this->interpreter_.Invoke(), kTfLiteOk);
}

TEST_F(LentMemoryTest, SizeThatOnlyARunTells) {
  Build(IotaOp(), 1);
  ASSERT_EQ(Lend(out_, memory_, 3), kTfLiteOk);
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  interpreter_.typed_input_tensor<float>(0)[0] = 3;
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_THAT(std::vector<float>(memory_, memory_ + 4),
              ElementsAre(0, 1, 2, 0));
  interpreter_.typed_input_tensor<float>(0)[0] = 4;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
  EXPECT_EQ(memory_[3], 0);
  interpreter_.typed_input_tensor<float>(0)[0] = 2;
  EXPECT_EQ(interpreter_.Invoke(), kTfLiteOk);
}

TEST_F(LentMemoryTest, TensorThatIsSetAnewHasNothingLent) {
  Build(AddOneOp(), 2);
  ASSERT_EQ(Lend(in_, memory_, 2), kTfLiteOk);
  static const float kValues[] = {3, 4};
  ASSERT_EQ(interpreter_.SetTensorParametersReadOnly(
                in_, kTfLiteFloat32, "c", {2}, TfLiteQuantization{},
                reinterpret_cast<const char*>(kValues), sizeof(kValues)),
            kTfLiteOk);
  interpreter_.primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter_.typed_output_tensor<float>(0)[1], 5);
}

TEST_F(LentMemoryTest, OutputRelabelledByAnInvokeIsNotFreed) {
  TfLiteRegistration op = AddOneOp();
  op.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    Output(context, node)->allocation_type = kTfLiteDynamic;
    return kTfLiteOk;
  };
  Build(op, 2);
  for (const bool lent : {false, true}) {
    if (lent) {
      ASSERT_EQ(Lend(out_, memory_, 2), kTfLiteOk);
    }
    ASSERT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
    EXPECT_EQ(interpreter_.Invoke(), kTfLiteError);
    EXPECT_TRUE(errors_.Has("has changed where it is allocated"));
  }
}

class TensorMemoryTest : public DelegateTest {
 protected:
  // The delegate keeps these tensors in device memory.
  static void KeepOnDevice(TestDelegate* d, std::vector<int> tensors) {
    d->on_prepare = [tensors](TfLiteContext* context) {
      for (const int t : tensors) {
        context->tensors[t].allocation_type = kTfLiteNonCpu;
        context->tensors[t].data.data = nullptr;
      }
    };
  }

  // Adds a graph with one node, which adds 1 to two elements.
  Subgraph& AddAddOneGraph() {
    interpreter_->AddSubgraphs(1);
    Subgraph& graph = *interpreter_->subgraph(1);
    graph.AddTensors(2);
    for (const int t : {0, 1}) {
      graph.SetTensorParametersReadWrite(t, kTfLiteFloat32, "u", {2},
                                         TfLiteQuantization{});
    }
    graph.SetInputs({0});
    graph.SetOutputs({1});
    const TfLiteRegistration add_one = AddOneOp();
    graph.AddNodeWithParameters({0}, {1}, {}, nullptr, 0, nullptr, &add_one);
    return graph;
  }
};

TEST_F(TensorMemoryTest, LentMemoryHidesNoResizeFromDelegates) {
  Make(2);
  TestDelegate d({0, 1});
  alignas(64) float memory[16] = {};
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(
      interpreter_->SetCustomAllocationForTensor(0, {memory, sizeof(memory)}),
      kTfLiteOk);
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(d.prepares, 2);
  EXPECT_EQ(*d.live_kernels, 1);
  // Neither does memory that is too small, or removing it.
  ASSERT_EQ(interpreter_->SetCustomAllocationForTensor(0, {memory, 8}),
            kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteError);
  interpreter_->primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {2}), kTfLiteOk);
  ExpectAdds(2);
  EXPECT_EQ(d.prepares, 3);
}

TEST_F(TensorMemoryTest, ReleasedMemoryHidesNoResizeFromDelegates) {
  Make(2);
  TestDelegate d({0, 1});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  interpreter_->primary_subgraph().ReleaseMemory();
  ExpectAdds(2);
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {3}), kTfLiteOk);
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(d.prepares, 2);
}

TEST_F(TensorMemoryTest, TensorsLeaveTheDeviceWithTheDelegate) {
  Make(3);
  TestDelegate d({0, 1, 2});
  KeepOnDevice(&d, {1, 2});
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(3);
  ASSERT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
  ExpectAdds(3);
}

TEST_F(TensorMemoryTest, TensorsLeaveTheDeviceWithAFailedPartition) {
  Make(4);
  TestDelegate d({0, 1, 3});
  KeepOnDevice(&d, {1});
  d.fail_kernel_prepare = 0;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(4);
}

TEST_F(TensorMemoryTest, TensorsLeaveTheDeviceWithADelegateThatFails) {
  Make(3);
  static const float kOne = 1;
  TestDelegate d({0, 1, 2});
  const int constant = GraphMaker(interpreter_.get()).Constant({1}, &kOne);
  KeepOnDevice(&d, {0, 1, 2, constant});
  d.fail_prepare = true;
  ASSERT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_EQ(interpreter_->tensor(constant)->data.f, &kOne);
  ExpectAdds(3);
}

TEST_F(TensorMemoryTest, WhatTheHostReadsCannotBeOnADevice) {
  Make(2);
  TestDelegate d({0});
  KeepOnDevice(&d, {1});
  ASSERT_EQ(Apply(&d), kTfLiteDelegateError);
  EXPECT_TRUE(
      errors_.Has("node 1 (AddOne) uses tensor 1 't', which a delegate "
                  "keeps in the memory of its device"))
      << errors_.text;
  ExpectAdds(2);
}

TEST_F(TensorMemoryTest, VariablesOnADeviceAreNotReset) {
  Make(1);
  const int variable =
      GraphMaker(interpreter_.get()).Tensor({2}, /*is_variable=*/true);
  TfLiteTensor* t = interpreter_->tensor(variable);
  t->allocation_type = kTfLiteNonCpu;
  t->data.raw = reinterpret_cast<char*>(64);  // an address on the device
  ExpectAdds(1);
  EXPECT_EQ(interpreter_->ResetVariableTensors(), kTfLiteOk);
}

TEST_F(TensorMemoryTest, LargeTensorsOnTheHeapHaveAStaticSize) {
  Make(3);
  InterpreterOptions options;
  options.OptimizeMemoryForLargeTensors(1);
  ASSERT_EQ(interpreter_->ApplyOptions(&options), kTfLiteOk);
  ExpectAdds(3);
  TestDelegate d({1, 2});
  ASSERT_EQ(Apply(&d), kTfLiteOk) << errors_.text;
  EXPECT_EQ(plan().size(), 2u);
  ExpectAdds(3);
}

TEST_F(TensorMemoryTest, ReplacedNodesMayHaveAnUnknownShape) {
  Make(1);
  TfLiteRegistration unknown = AddOneOp();
  unknown.prepare = [](TfLiteContext*, TfLiteNode*) {
    return kTfLiteOutputShapeNotKnown;
  };
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker graph(interpreter_.get());
  const int in = graph.Tensor({2}), out = graph.Tensor({2});
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({out});
  graph.Node({in}, {out}, unknown);
  TestDelegate d({0});
  d.delegate.flags = kTfLiteDelegateFlagsAllowDynamicTensors |
                     kTfLiteDelegateFlagsRequirePropagatedShapes;
  ASSERT_EQ(Apply(&d), kTfLiteOk);
  ExpectAdds(1);
}

TEST_F(TensorMemoryTest, BufferHandlesReachTheTensorsGraph) {
  Make(1);
  Subgraph& other = AddAddOneGraph();
  ASSERT_EQ(other.AllocateTensors(), kTfLiteOk);
  TestDelegate d({});
  ASSERT_EQ(interpreter_->SetBufferHandle(other.tensor(0), 7, &d.delegate),
            kTfLiteOk);
  ASSERT_EQ(other.Invoke(), kTfLiteOk);
  EXPECT_EQ(d.copies, 1);
  EXPECT_EQ(other.tensor(1)->data.f[0], 1008);
  TfLiteTensor stranger{};
  EXPECT_EQ(interpreter_->SetBufferHandle(&stranger, 7, &d.delegate),
            kTfLiteError);
  EXPECT_TRUE(errors_.Has("not of this interpreter"));
  interpreter_.reset();  // destroyed before the delegate
  EXPECT_EQ(d.freed_handles, 1);
}

TEST_F(TensorMemoryTest, AllGraphsGetTheirMemoryBack) {
  Make(1);
  Subgraph& other = AddAddOneGraph();
  ASSERT_EQ(other.AllocateTensors(), kTfLiteOk);
  ExpectAdds(1);
  ASSERT_EQ(interpreter_->ReleaseNonPersistentMemory(), kTfLiteOk);
  EXPECT_EQ(other.Invoke(), kTfLiteError);
  ExpectAdds(1);
  // AllocateTensors has also restored the memory of this graph, because
  // operators that invoke a graph do not allocate it.
  EXPECT_EQ(other.Invoke(), kTfLiteOk);
}

TEST(Allocator, OperatorsMayReallocateTheirOutputs) {
  OwnHeap heap;
  {
    CollectingReporter errors;
    Interpreter interpreter(&errors);
    ASSERT_EQ(interpreter.SetAllocator(&heap.api), kTfLiteOk);
    GraphMaker graph(&interpreter);
    const int in = graph.Tensor({2}), out = graph.Tensor({2});
    interpreter.SetInputs({in});
    interpreter.SetOutputs({out});
    TfLiteRegistration op = MovingOp<kTfLiteDynamic>();
    op.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      TF_LITE_ENSURE_STATUS(TfLiteTensorRealloc(400, Output(context, node)));
      TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
      shape->data[0] = 100;
      return context->ResizeTensor(context, Output(context, node), shape);
    };
    graph.Node({in}, {out}, op);
    for (int run = 0; run < 3; ++run) {
      ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
      ASSERT_EQ(interpreter.Invoke(), kTfLiteOk) << errors.text;
    }
    EXPECT_GT(heap.allocations, 0);
    EXPECT_EQ(interpreter.SetAllocator(nullptr), kTfLiteError);
  }
  EXPECT_TRUE(heap.live.empty());
}

TEST(Allocator, StringsMayComeFromMalloc) {
  OwnHeap heap;
  {
    Interpreter interpreter;
    ASSERT_EQ(interpreter.SetAllocator(&heap.api), kTfLiteOk);
    int in = -1;
    interpreter.AddTensors(1, &in);
    interpreter.SetTensorParametersReadWrite(in, kTfLiteString, "s", {1},
                                             TfLiteQuantization{});
    interpreter.SetInputs({in});
    interpreter.SetOutputs({in});
    ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
    for (const char* text : {"a", "more of it"}) {
      DynamicBuffer strings;
      ASSERT_EQ(strings.AddString(text, std::strlen(text)), kTfLiteOk);
      strings.WriteToTensor(interpreter.tensor(in), nullptr);
      ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
    }
    // The block may also come from the allocator, as in kernels that copy
    // tensors.
    ASSERT_EQ(TfLiteTensorReallocWithAllocator(100, interpreter.tensor(in),
                                               &heap.api),
              kTfLiteOk);
    DynamicBuffer strings;
    strings.WriteToTensorAsVector(interpreter.tensor(in));
    interpreter.primary_subgraph().ReleaseMemory();
  }
  EXPECT_EQ(heap.allocations, 1);
  EXPECT_TRUE(heap.live.empty());
}

TEST(Allocator, IsNotChangedUnderOtherGraphs) {
  OwnHeap heap;
  CollectingReporter errors;
  Interpreter interpreter(&errors);
  interpreter.AddSubgraphs(1);
  Subgraph& other = *interpreter.subgraph(1);
  other.AddTensors(1);
  other.SetTensorParametersReadWrite(0, kTfLiteString, "s", {1},
                                     TfLiteQuantization{});
  DynamicBuffer strings;
  strings.WriteToTensorAsVector(other.tensor(0));
  EXPECT_EQ(interpreter.SetAllocator(&heap.api), kTfLiteError);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
