#include "tensorflow_lite_lite/delegate/graph_partition.h"

#include <cstdlib>
#include <memory>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/builtin_registrations.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace delegates {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kElements = 2;

// x + w -> FLOOR -> ABS -> + x, where w is a dequantized FLOAT16 constant.
class GraphPartitionTest : public ::testing::Test {
 protected:
  enum { kX, kHalf, kW, kSum, kFloor, kAbs, kOut, kTensors };
  enum { kDequantizeNode, kAddNode, kFloorNode, kAbsNode, kLastNode };

  GraphPartitionTest() {
    graph_->AddTensors(kTensors);
    for (int t = 0; t < kTensors; ++t) {
      if (t == kHalf) continue;
      graph_->SetTensorParametersReadWrite(t, kTfLiteFloat32, "", {kElements},
                                           TfLiteQuantization{});
    }
    graph_->SetTensorParametersReadOnly(
        kHalf, kTfLiteFloat16, "", {kElements}, TfLiteQuantization{},
        reinterpret_cast<const char*>(weights_), sizeof(weights_));
    graph_->SetInputs({kX});
    graph_->SetOutputs({kOut});
    using namespace ops::builtin;  // NOLINT: Register_*
    AddNode({kHalf}, {kW}, Register_DEQUANTIZE());
    AddNode({kX, kW}, {kSum}, Register_ADD(), true);
    AddNode({kSum}, {kFloor}, Register_FLOOR());
    AddNode({kFloor}, {kAbs}, Register_ABS());
    AddNode({kAbs, kX}, {kOut}, Register_ADD(), true);
    delegate_.data_ = this;
    delegate_.Prepare = [](TfLiteContext* context, TfLiteDelegate* delegate) {
      return static_cast<GraphPartitionTest*>(delegate->data_)
          ->prepare_(context);
    };
  }

  void AddNode(const std::vector<int>& in, const std::vector<int>& out,
               TfLiteRegistration* registration, bool add = false) {
    void* params = add ? std::calloc(1, sizeof(TfLiteAddParams)) : nullptr;
    ASSERT_EQ(graph_->AddNodeWithParameters(in, out, nullptr, 0, params,
                                            registration),
              kTfLiteOk);
  }

  // Runs `prepare` as the Prepare of a delegate.
  TfLiteStatus Apply(std::function<TfLiteStatus(TfLiteContext*)> prepare) {
    prepare_ = std::move(prepare);
    return graph_->ModifyGraphWithDelegate(&delegate_);
  }

  const half weights_[kElements] = {half(0.5f), half(-2.0f)};
  std::function<TfLiteStatus(TfLiteContext*)> prepare_;
  TfLiteDelegate delegate_ = TfLiteDelegateCreate();
  std::unique_ptr<Interpreter> graph_ = std::make_unique<Interpreter>();
};

bool TakesAddAndAbs(TfLiteContext*, TfLiteNode*, TfLiteRegistration* r,
                    std::string* details) {
  const bool takes = r->builtin_code == kTfLiteBuiltinAdd ||
                     r->builtin_code == kTfLiteBuiltinAbs;
  if (!takes && details != nullptr) *details = "no such unit";
  return takes;
}

TEST_F(GraphPartitionTest, FindsPartitions) {
  bool looked = false;
  Apply([&](TfLiteContext* context) {
    GraphPartitionHelper helper(context, TakesAddAndAbs);
    std::set<std::string> unsupported;
    EXPECT_EQ(helper.Partition(&unsupported), kTfLiteOk);
    EXPECT_EQ(helper.num_total_nodes(), 5);
    EXPECT_EQ(helper.num_supported_nodes(), 3);
    EXPECT_EQ(helper.num_partitions(), 2);
    EXPECT_THAT(unsupported,
                ElementsAre("DEQUANTIZE: no such unit", "FLOOR: no such unit"));
    const auto largest = helper.GetFirstNLargestPartitions(1);
    EXPECT_EQ(largest.size(), 1u);
    EXPECT_EQ(largest[0]->nodes_to_replace->size, 2);
    EXPECT_THAT(helper.GetNodesOfFirstNLargestPartitions(),
                ElementsAre(kAbsNode, kLastNode, kAddNode));
    EXPECT_THAT(helper.GetNodesOfFirstNLargestPartitions(9, 2),
                ElementsAre(kAbsNode, kLastNode));
    EXPECT_THAT(helper.GetNodesOfFirstNLargestPartitions(0), IsEmpty());
    EXPECT_EQ(helper.Partition(nullptr, kAbsNode, kAbsNode), kTfLiteOk);
    EXPECT_THAT(helper.GetNodesOfFirstNLargestPartitions(),
                ElementsAre(kAbsNode));
    looked = true;
    return kTfLiteOk;
  });
  EXPECT_TRUE(looked);
}

TEST_F(GraphPartitionTest, TakesGivenNodes) {
  bool looked = false;
  Apply([&](TfLiteContext* context) {
    GraphPartitionHelper helper(context,
                                std::vector<int>{kFloorNode, kAbsNode});
    EXPECT_EQ(helper.Partition(nullptr), kTfLiteOk);
    EXPECT_THAT(helper.GetNodesOfFirstNLargestPartitions(),
                ElementsAre(kFloorNode, kAbsNode));
    looked = true;
    return kTfLiteOk;
  });
  EXPECT_TRUE(looked);
}

// Adds its two inputs, the second of which is FLOAT16.
TfLiteRegistration HalfAdder() {
  TfLiteRegistration r{};
  r.builtin_code = kTfLiteBuiltinDelegate;
  r.custom_name = "HalfAdder";
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    TF_LITE_ENSURE_EQ(context, node->inputs->size, 2);
    return kTfLiteOk;
  };
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    TfLiteTensor* out = &context->tensors[node->outputs->data[0]];
    for (int i = 0; i < kElements; ++i) out->data.f[i] = 0;
    for (int k = 0; k < 2; ++k) {
      const TfLiteTensor& in = context->tensors[node->inputs->data[k]];
      for (int i = 0; i < kElements; ++i) {
        out->data.f[i] +=
            in.type == kTfLiteFloat16
                ? static_cast<float>(static_cast<half*>(in.data.data)[i])
                : in.data.f[i];
      }
    }
    return kTfLiteOk;
  };
  return r;
}

TEST_F(GraphPartitionTest, ReadsHalfConstantsItself) {
  ASSERT_EQ(Apply([&](TfLiteContext* context) {
              FP16GraphPartitionHelper helper(
                  context, [](TfLiteContext* context, TfLiteNode* node,
                              TfLiteRegistration* r, std::string*) {
                    return r->builtin_code == kTfLiteBuiltinAdd &&
                           context->tensors[node->inputs->data[1]].type ==
                               kTfLiteFloat16;
                  });
              TF_LITE_ENSURE_STATUS(helper.Partition(nullptr));
              const std::vector<int> nodes =
                  helper.GetNodesOfFirstNLargestPartitions();
              EXPECT_THAT(nodes, ElementsAre(kAddNode));
              TfLiteIntArray* wanted =
                  TfLiteIntArrayCreate(static_cast<int>(nodes.size()));
              std::copy(nodes.begin(), nodes.end(), wanted->data);
              const TfLiteStatus status =
                  context->ReplaceNodeSubsetsWithDelegateKernels(
                      context, HalfAdder(), wanted, &delegate_);
              TfLiteIntArrayFree(wanted);
              return status;
            }),
            kTfLiteOk);
  ASSERT_EQ(graph_->AllocateTensors(), kTfLiteOk);
  bool delegated = false;
  for (const int n : graph_->execution_plan()) {
    const TfLiteNode& node = graph_->node_and_registration(n)->first;
    if (node.delegate == nullptr) continue;
    delegated = true;
    EXPECT_EQ(node.inputs->data[1], kHalf);
  }
  EXPECT_TRUE(delegated);
  float* x = graph_->typed_tensor<float>(kX);
  x[0] = 1.25f;
  x[1] = 0.75f;
  ASSERT_EQ(graph_->Invoke(), kTfLiteOk);
  const float* out = graph_->typed_tensor<float>(kOut);
  EXPECT_EQ(out[0], 2.25f);  // |floor(1.75)| + 1.25
  EXPECT_EQ(out[1], 2.75f);  // |floor(-1.25)| + 0.75
}

TEST_F(GraphPartitionTest, AddsTensors) {
  bool looked = false;
  Apply([&](TfLiteContext* context) {
    TfLiteTensor* made = nullptr;
    int index = -1;
    EXPECT_EQ(CreateNewTensorWithDifferentType(context, kX, kTfLiteFloat16,
                                               &made, &index),
              kTfLiteOk);
    EXPECT_EQ(made, &context->tensors[index]);
    EXPECT_EQ(made->type, kTfLiteFloat16);
    EXPECT_EQ(made->dims->data[0], kElements);
    EXPECT_EQ(CreateNewTensorWithDifferentType(context, 1000, kTfLiteFloat16,
                                               &made, &index),
              kTfLiteError);
    TfLiteContext* same = nullptr;
    EXPECT_EQ(AcquireSubgraphContext(context, 0, &same), kTfLiteOk);
    EXPECT_EQ(same, context);
    EXPECT_EQ(ReleaseSubgraphContext(context, 0), kTfLiteOk);
    looked = true;
    return kTfLiteOk;
  });
  EXPECT_TRUE(looked);
}

}  // namespace
}  // namespace delegates
}  // namespace tflite
