#include "delegates/common/lowering.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/binary/binary.h"
#include "kernels/pool_2d/pool_2d.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {
namespace {

struct Caps {
  int max_channels;
};
// Records what is emitted.
struct Builder {
  std::vector<std::string> emitted;
};

struct PoolPlan {
  int32_t filter_height;
};
StatusOr<PoolPlan> PlanPool(const Pool2d& op, const NodeView&,
                            const Caps& caps) {
  if (op.channels > caps.max_channels) {
    return Unsupported(op.channels, " channels");
  }
  return PoolPlan{op.filter_height};
}
void EmitPool(const PoolPlan& plan, const NodeView& node, Builder& builder) {
  builder.emitted.push_back(
      base::StrCat("pool ", plan.filter_height, " of ", node.input(0).name()));
}

StatusOr<BinaryKind> PlanBinary(const Binary& op, const NodeView&,
                                const Caps&) {
  return op.kind;
}
void EmitBinary(BinaryKind kind, const NodeView&, Builder& builder) {
  builder.emitted.push_back(base::StrCat("binary ", static_cast<int>(kind)));
}

using Table = LoweringTable<Caps, Builder>;
constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, MaxPool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, Mul, PlanBinary, EmitBinary),
    Table::Lower<&BindAdd, &PlanBinary, &EmitBinary>(kTfLiteBuiltinCustom,
                                                     "OtherAdd"),
};
constexpr Table kTable(kRows);

// A host with float tensors and one node.
class LoweringTest : public testing::Test {
 protected:
  LoweringTest() {
    context_.ResizeTensor = [](TfLiteContext*, TfLiteTensor* tensor,
                               TfLiteIntArray* dims) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = dims;
      return kTfLiteOk;
    };
  }
  ~LoweringTest() override {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
  }

  void Tensors(const std::vector<Shape>& shapes) {
    for (const Shape& shape : shapes) {
      TfLiteTensor t{};
      t.type = kTfLiteFloat32;
      t.name = "t";
      t.allocation_type = kTfLiteArenaRw;
      t.dims = ToIntArray(shape);
      tensors_.push_back(t);
    }
    context_.tensors = tensors_.data();
    context_.tensors_size = tensors_.size();
  }
  GraphNode Node(int code, const Shape& inputs, const Shape& outputs,
                 void* params = nullptr) {
    registration_.builtin_code = code;
    registration_.version = 1;
    node_.inputs = ToIntArray(inputs);
    node_.outputs = ToIntArray(outputs);
    node_.builtin_data = params;
    return GraphNode(registration_, &node_, 7);
  }
  GraphNode PoolNode(int channels) {
    Tensors({{1, 4, 4, channels}, {1, 2, 2, channels}});
    pool_.padding = kTfLitePaddingValid;
    pool_.stride_height = pool_.stride_width = 2;
    pool_.filter_height = pool_.filter_width = 2;
    return Node(kTfLiteBuiltinMaxPool2d, {0}, {1}, &pool_);
  }

  TfLiteContext context_{};
  std::vector<TfLiteTensor> tensors_;
  TfLiteRegistration registration_{};
  TfLiteNode node_{};
  TfLitePoolParams pool_{};
  const Caps caps_{8};
  Builder builder_;
};

TEST_F(LoweringTest, PlansThenEmits) {
  const GraphNode node = PoolNode(8);
  ASSERT_TRUE(kTable.Check(&context_, node, caps_).ok());
  const auto planned = kTable.Plan(&context_, node, caps_);
  ASSERT_TRUE(planned.ok());
  const NodeView view(&context_, node.node, NodeView::Phase::kPrepare);
  (*planned)->Emit(view, builder_);
  EXPECT_EQ(builder_.emitted, std::vector<std::string>{"pool 2 of t"});
}

TEST_F(LoweringTest, ReasonOfPlanIsTheRefusal) {
  const Status status = kTable.Check(&context_, PoolNode(9), caps_);
  EXPECT_EQ(status, Unsupported("9 channels"));
}

TEST_F(LoweringTest, NodeThatDoesNotBindIsUnsupported) {
  const GraphNode node = PoolNode(8);
  pool_.stride_height = 0;
  const Status status = kTable.Check(&context_, node, caps_);
  EXPECT_TRUE(base::IsUnsupported(status));
  EXPECT_NE(status.message().find("C3"), std::string_view::npos) << status;
}

TEST_F(LoweringTest, OperatorsWithoutARow) {
  Tensors({{1}, {1}, {1}});
  EXPECT_TRUE(base::IsUnsupported(
      kTable.Check(&context_, Node(kTfLiteBuiltinSub, {0, 1}, {2}), caps_)));
}

TEST_F(LoweringTest, CustomOperatorsGoByName) {
  Tensors({{3}, {3}, {3}});
  GraphNode node = Node(kTfLiteBuiltinCustom, {0, 1}, {2});
  EXPECT_FALSE(kTable.Check(&context_, node, caps_).ok());
  node.custom_name = "Add";
  EXPECT_FALSE(kTable.Check(&context_, node, caps_).ok());
  node.custom_name = "OtherAdd";
  EXPECT_TRUE(kTable.Check(&context_, node, caps_).ok());
}

TEST_F(LoweringTest, DynamicAndVariableTensorsAreNamed) {
  const GraphNode node = PoolNode(8);
  tensors_[0].allocation_type = kTfLiteDynamic;
  EXPECT_EQ(kTable.Check(&context_, node, caps_),
            Unsupported("input 0 has a dynamic size: t"));
  tensors_[0].allocation_type = kTfLiteArenaRw;
  tensors_[0].is_variable = true;
  EXPECT_EQ(kTable.Check(&context_, node, caps_),
            Unsupported("input 0 is a variable: t"));
}

TEST_F(LoweringTest, VariablesGoToRowsThatTakeState) {
  static constexpr Table::Row kWithState[] = {
      TFLL_LOWER_STATE(Table, MaxPool2d, PlanPool, EmitPool)};
  const Table table(kWithState);
  const GraphNode node = PoolNode(3);
  tensors_[0].is_variable = true;
  EXPECT_EQ(table.Check(&context_, node, caps_), OkStatus());
  tensors_[1].is_variable = true;
  EXPECT_EQ(table.Check(&context_, node, caps_),
            Unsupported("output 0 is a variable: t"));
}

TEST_F(LoweringTest, ResizedInputsReshapeOutputs) {
  const GraphNode node = PoolNode(8);
  TfLiteIntArrayFree(tensors_[0].dims);
  tensors_[0].dims = ToIntArray({3, 8, 4, 8});
  EXPECT_FALSE(kTable.Check(&context_, node, caps_).ok());
  ASSERT_TRUE(kTable.ReshapeAndPlan(&context_, node, caps_).ok());
  EXPECT_EQ(Shape(tensors_[1].dims), (Shape{3, 4, 2, 8}));
  EXPECT_TRUE(kTable.Check(&context_, node, caps_).ok());
}

TEST_F(LoweringTest, OptionsOfOlderHostsAreCompleted) {
  // What a host of CONV_2D version 6 allocates, and what may follow it.
  struct {
    char options[offsetof(TfLiteConvParams, quantized_bias_type)];
    char behind[sizeof(TfLiteConvParams)];
  } memory;
  std::memset(&memory, 0x7f, sizeof(memory));
  GraphNode node = Node(kTfLiteBuiltinConv2d, {}, {}, memory.options);
  node.version = 6;
  const CompleteNode older(node);
  const auto* params =
      static_cast<const TfLiteConvParams*>(older.get()->builtin_data);
  EXPECT_EQ(params->stride_width, 0x7f7f7f7f);
  EXPECT_EQ(static_cast<int>(params->quantized_bias_type), 0);
  node.version = 7;
  EXPECT_EQ(CompleteNode(node).get()->builtin_data, memory.options);
}

TEST_F(LoweringTest, OwnedNodesOutliveTheGraph) {
  const std::string name = "a custom operator with a long name";
  std::unique_ptr<OwnedNode> owned;
  {
    std::string temporary = name;
    GraphNode node = Node(kTfLiteBuiltinCustom, {4, 5}, {6}, &pool_);
    node.custom_name = temporary.c_str();
    node.version = 3;
    node_.intermediates = ToIntArray({8, 9});
    node_.custom_initial_data = name.data();
    node_.custom_initial_data_size = 5;
    owned = std::make_unique<OwnedNode>(node);
    node_.inputs->data[0] = 0;
    TfLiteIntArrayFree(node_.intermediates);
  }
  EXPECT_TRUE(owned->get().Is(kTfLiteBuiltinCustom, name.c_str()));
  EXPECT_EQ(Shape(owned->get().node->inputs), (Shape{4, 5}));
  EXPECT_EQ(owned->get().index, 7);
  EXPECT_EQ(owned->get().version, 3);
  const CompleteNode complete(owned->get());
  for (const TfLiteNode* node : {owned->get().node, complete.get()}) {
    EXPECT_EQ(Shape(node->outputs), (Shape{6}));
    EXPECT_EQ(Shape(node->intermediates), (Shape{8, 9}));
    EXPECT_EQ(node->builtin_data, &pool_);
    EXPECT_EQ(node->custom_initial_data, name.data());
    EXPECT_EQ(node->custom_initial_data_size, 5);
  }
}

}  // namespace
}  // namespace tflite::delegates
