// What the node of a compiled model checks of the host's tensors, and how
// states pass through it.
#include "delegates/edgetpu/compiled_node.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/isa/encoding.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/shape.h"

namespace tflite::edgetpu {
namespace {

using base::Shape;

Dma Transfer(const Address& from, const Address& to) {
  Dma d;
  d.from = from;
  d.to = to;
  d.row_bytes = 4;
  return d;
}

// Returns the state, and keeps x as the next one. The state is output 0 of the
// program.
Executable Exchange() {
  Executable e;
  e.inputs = {{"state", kTfLiteInt8, {4}, 4}, {"x", kTfLiteInt8, {2, 2}, 4}};
  e.outputs = {{"next", kTfLiteInt8, {4}, 4, 0}, {"y", kTfLiteInt8, {2, 2}, 4}};
  Program& p = e.program;
  p.target = DefaultTarget();
  p.memory.inputs = p.memory.outputs = {4, 4};
  p.memory.tile = 68;
  const Address first = {Space::kTile, 0, 0}, second = {Space::kTile, 0, 64};
  for (const Dma& d : {Transfer({Space::kInput, 0, 0}, first),
                       Transfer({Space::kInput, 1, 0}, second),
                       Transfer(second, {Space::kOutput, 0, 0}),
                       Transfer(first, {Space::kOutput, 1, 0})}) {
    AppendInstruction(d, &p.code);
  }
  p.layers = {{"all", 0, 4, 0}};
  return e;
}

class CompiledNodeTest : public ::testing::Test {
 protected:
  CompiledNodeTest() {
    constexpr const char* kNames[] = {"s", "x", "y"};
    for (int t = 0; t < 3; ++t) {
      tensors_[t].type = kTfLiteInt8;
      tensors_[t].name = kNames[t];
      tensors_[t].dims = ToIntArray(t == 0 ? Shape{4} : Shape{2, 2});
    }
    tensors_[0].is_variable = true;
    context_.tensors = tensors_;
    context_.tensors_size = 3;
    context_.ResizeTensor = [](TfLiteContext*, TfLiteTensor* tensor,
                               TfLiteIntArray* dims) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = dims;
      // As if there were no memory for the new shape.
      return tensor->bytes == 99 ? kTfLiteError : kTfLiteOk;
    };
  }
  ~CompiledNodeTest() override {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
  }

  static std::unique_ptr<CompiledNode> OnADevice() {
    auto node =
        CompiledNode::Create(Exchange(), std::make_shared<VirtualDevice>());
    EXPECT_TRUE(node.ok()) << node.status();
    return node.ok() ? *std::move(node) : nullptr;
  }
  void Reshape(int tensor, const Shape& shape) {
    TfLiteIntArrayFree(tensors_[tensor].dims);
    tensors_[tensor].dims = ToIntArray(shape);
  }
  std::string Problem(const std::vector<int>& inputs = {0, 1},
                      const std::vector<int>& outputs = {2}) {
    return std::string(
        OnADevice()->Prepare(&context_, inputs, outputs).message());
  }

  TfLiteTensor tensors_[3] = {};
  TfLiteContext context_{};
};

TEST_F(CompiledNodeTest, WritesStatesWhereTheyAre) {
  const auto node = OnADevice();
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->cpu_reason(), "");
  EXPECT_EQ(node->loads(), 0u);
  EXPECT_GT(node->Time().cycles, 0u);
  ASSERT_EQ(node->outputs().size(), 1u);
  EXPECT_EQ(node->outputs()[0].name, "y");
  std::vector<uint8_t> state = {1, 2, 3, 4}, x = {5, 6, 7, 8}, y(4);
  const auto run = [&] {
    return node->Run({absl::MakeConstSpan(state), absl::MakeConstSpan(x)},
                     {absl::MakeSpan(y)});
  };
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(y, (std::vector<uint8_t>{1, 2, 3, 4}));
  EXPECT_EQ(state, x);
  x[0] = 9;
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(y, (std::vector<uint8_t>{5, 6, 7, 8}));
  EXPECT_EQ(state, x);
  EXPECT_EQ(node->loads(), 1u);
}

TEST_F(CompiledNodeTest, TakesMemoryOfItsSizesOnly) {
  const auto node = OnADevice();
  ASSERT_NE(node, nullptr);
  std::vector<uint8_t> four(4);
  const absl::Span<uint8_t> fits = absl::MakeSpan(four), little(four.data(), 3),
                            none(nullptr, 4);
  const auto problem = [&](HostInputs inputs, HostOutputs outputs) {
    return node->Run(std::move(inputs), std::move(outputs)).ToString();
  };
  const auto ends = [](const std::string& text, const std::string& with) {
    return text.size() >= with.size() &&
           text.compare(text.size() - with.size(), with.size(), with) == 0;
  };
  EXPECT_TRUE(node->Run({fits, fits}, {fits}).ok());
  EXPECT_TRUE(ends(problem({fits}, {fits}), "are 1 inputs in place of 2"));
  EXPECT_TRUE(
      ends(problem({fits, fits}, {fits, fits}), "are 2 outputs in place of 1"));
  EXPECT_TRUE(ends(problem({fits, little}, {fits}),
                   "input 'x' has 3 bytes; the executable was compiled for 4"));
  EXPECT_TRUE(
      ends(problem({fits, fits}, {little}),
           "output 'y' has 3 bytes; the executable was compiled for 4"));
  EXPECT_TRUE(
      ends(problem({none, fits}, {fits}), "input 'state' has no memory"));
  EXPECT_TRUE(ends(problem({fits, fits}, {none}), "output 'y' has no memory"));
}

TEST_F(CompiledNodeTest, ChecksTheHostsTensors) {
  EXPECT_EQ(Problem(), "");
  EXPECT_EQ(Problem({0}), "there are 1 inputs in place of 2");
  EXPECT_EQ(Problem({0, 1}, {}), "there are 0 outputs in place of 1");
  EXPECT_EQ(Problem({0, -1}), "input 1 is missing");
  EXPECT_EQ(Problem({0, 1}, {-1}), "output 0 is missing");
  tensors_[1].type = kTfLiteUInt8;
  EXPECT_EQ(Problem(),
            "input 'x' has type UINT8; the executable was compiled for INT8");
  tensors_[1].type = kTfLiteInt8;
  tensors_[2].type = kTfLiteInt16;
  tensors_[2].name = nullptr;
  EXPECT_EQ(Problem(),
            "output '' has type INT16; the executable was compiled for INT8");
  tensors_[2].type = kTfLiteInt8;
  Reshape(1, {4});
  EXPECT_EQ(Problem(),
            "input 'x' has shape [4]; the executable was compiled for [2,2]");
  tensors_[1].name = nullptr;
  Reshape(1, {2, 2, 1});
  EXPECT_EQ(Problem(),
            "input '' has shape [2,2,1]; the executable was compiled for "
            "[2,2]");
}

TEST_F(CompiledNodeTest, StatesAreVariables) {
  const std::string message =
      "input 's' is a state of the executable, but no variable";
  tensors_[0].is_variable = false;
  EXPECT_EQ(Problem(), message);
  tensors_[0].is_variable = true;
  tensors_[0].allocation_type = kTfLiteMmapRo;
  EXPECT_EQ(Problem(), message);
}

TEST_F(CompiledNodeTest, GivesOutputsTheirShapes) {
  const TfLiteIntArray* before = tensors_[2].dims;
  EXPECT_EQ(Problem(), "");
  EXPECT_EQ(tensors_[2].dims, before);
  Reshape(2, {4});
  EXPECT_EQ(Problem(), "");
  ASSERT_EQ(tensors_[2].dims->size, 2);
  EXPECT_EQ(tensors_[2].dims->data[0], 2);
  EXPECT_EQ(tensors_[2].dims->data[1], 2);
  Reshape(2, {4});
  tensors_[2].bytes = 99;
  EXPECT_EQ(Problem(), "output 'y' cannot be resized");
}

// Adds 1 to x, and to the state.
class Increment final : public OriginalNodes {
 public:
  Status Run(const HostInputs& inputs, const HostOutputs& outputs) override {
    EXPECT_EQ(outputs.size(), inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      for (size_t b = 0; b < inputs[i].size(); ++b) {
        outputs[i][b] = static_cast<uint8_t>(inputs[i][b] + 1);
      }
    }
    return OkStatus();
  }
};

TEST_F(CompiledNodeTest, LeavesWhatNoDeviceRunsToTheOriginalNodes) {
  const auto create = [] { return CompiledNode::Create(Exchange(), nullptr); };
  SetOriginalNodesFactory(nullptr);
  EXPECT_EQ(create().status().message(),
            "there is no device; this program cannot run the original nodes "
            "either");
  SetOriginalNodesFactory(
      [](const Executable&) -> StatusOr<std::unique_ptr<OriginalNodes>> {
        return Invalid("they are tired");
      });
  EXPECT_EQ(create().status().message(),
            "there is no device; the original nodes: they are tired");
  SetOriginalNodesFactory(
      [](const Executable&) -> StatusOr<std::unique_ptr<OriginalNodes>> {
        return std::unique_ptr<OriginalNodes>(std::make_unique<Increment>());
      });
  const auto node = create();
  ASSERT_TRUE(node.ok()) << node.status();
  EXPECT_EQ((*node)->cpu_reason(), "there is no device");
  std::vector<uint8_t> state(4, 1), x(4, 5), y(4);
  ASSERT_TRUE((*node)
                  ->Run({absl::MakeConstSpan(state), absl::MakeConstSpan(x)},
                        {absl::MakeSpan(y)})
                  .ok());
  EXPECT_EQ(state, std::vector<uint8_t>(4, 2));
  EXPECT_EQ(y, std::vector<uint8_t>(4, 6));
  EXPECT_EQ((*node)->loads(), 0u);
}

}  // namespace
}  // namespace tflite::edgetpu
