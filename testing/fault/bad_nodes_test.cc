// Models that are valid files but have a node that cannot run. Both kernels of
// every operator must reject them.

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/fault/model_run.h"
#include "testing/fault/single_op_file.h"
#include "testing/fault/small_model.h"
#include "testing/kernels_by_name.h"

namespace tflite::fault {
namespace {

using testing::HasSubstr;

constexpr int32_t kMaxInt = 0x7fffffff;

class BadNodes : public testing::TestWithParam<const char*> {
 protected:
  // Expects allocating or running the model to fail, with an error that
  // contains `text`, the name of the operator.
  void ExpectRefused(const std::string& file, const char* text) {
    const RunResult result = Run(file);
    EXPECT_TRUE(result.stage == RunStage::kAllocate ||
                result.stage == RunStage::kInvoke)
        << text << " reached stage " << static_cast<int>(result.stage);
    EXPECT_THAT(result.message, HasSubstr(text));
  }

  RunResult Run(const std::string& file) {
    RunOptions options;
    options.resolver = resolver_.get();
    options.most_bytes = std::numeric_limits<int64_t>::max();
    return RunModel(file, options);
  }

  const std::unique_ptr<OpResolver> resolver_ = KernelsByName(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Kernels, BadNodes,
                         testing::Values("fast", "reference"));

TEST_P(BadNodes, ControlRuns) {
  const RunResult result =
      Run(SingleOpFile(BuiltinOperator_ADD, {Floats({2, 3}), Floats({3})},
                       {Floats({2, 3})}, Options(AddOptionsT())));
  EXPECT_EQ(result.stage, RunStage::kDone) << result.message;
}

TEST_P(BadNodes, TooFewInputsOrOutputs) {
  ExpectRefused(SingleOpFile(BuiltinOperator_ADD, {Floats({2})}, {Floats({2})}),
                "ADD");
  ExpectRefused(SingleOpFile(BuiltinOperator_CONV_2D, {}, {Floats({1})}),
                "CONV_2D");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_LSTM, {Floats({1, 2})}, {Floats({1, 2})}),
      "LSTM");
  ExpectRefused(SingleOpFile(BuiltinOperator_RELU, {Floats({2})}, {}), "RELU");
}

TEST_P(BadNodes, TypesThatDoNotGoTogether) {
  ExpectRefused(SingleOpFile(BuiltinOperator_ADD, {Floats({2}), Ints({2})},
                             {Floats({2})}),
                "ADD");
  ExpectRefused(SingleOpFile(BuiltinOperator_RELU, {Floats({2})}, {Ints({2})}),
                "RELU");
  ExpectRefused(SingleOpFile(BuiltinOperator_GATHER, {Floats({2}), Floats({1})},
                             {Floats({1})}),
                "GATHER");
}

TEST_P(BadNodes, ShapesThatDoNotGoTogether) {
  ExpectRefused(SingleOpFile(BuiltinOperator_ADD, {Floats({2, 3}), Floats({4})},
                             {Floats({2, 3})}),
                "ADD");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_BATCH_MATMUL,
                   {Floats({2, 3}), Floats({4, 5})}, {Floats({2, 5})}),
      "BATCH_MATMUL");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_FULLY_CONNECTED,
                   {Floats({1, 5}), ConstFloats({3, 4})}, {Floats({1, 3})}),
      "FULLY_CONNECTED");
  PackOptionsT pack;
  pack.values_count = 2;
  ExpectRefused(SingleOpFile(BuiltinOperator_PACK, {Floats({2}), Floats({3})},
                             {Floats({2, 2})}, Options(pack)),
                "PACK");
}

TEST_P(BadNodes, Windows) {
  Conv2DOptionsT conv;
  conv.stride_w = conv.stride_h = 1;
  const std::vector<Operand> inputs = {
      Floats({1, 8, 8, 3}), ConstFloats({4, 3, 3, 3}), ConstFloats({4})};
  const std::vector<Operand> outputs = {Floats({1, 8, 8, 4})};
  const auto model = [&](Conv2DOptionsT options) {
    return SingleOpFile(BuiltinOperator_CONV_2D, inputs, outputs,
                        Options(std::move(options)));
  };
  EXPECT_EQ(Run(model(conv)).stage, RunStage::kDone);
  Conv2DOptionsT bad = conv;
  bad.stride_w = 0;
  ExpectRefused(model(bad), "CONV_2D");
  bad = conv;
  bad.dilation_h_factor = -1;
  ExpectRefused(model(bad), "CONV_2D");
  Pool2DOptionsT pool;
  pool.stride_w = pool.stride_h = 1;
  pool.filter_width = 0;
  pool.filter_height = 2;
  ExpectRefused(
      SingleOpFile(BuiltinOperator_MAX_POOL_2D, {Floats({1, 8, 8, 3})},
                   {Floats({1, 8, 8, 3})}, Options(pool)),
      "MAX_POOL_2D");
}

TEST_P(BadNodes, ChannelsOfFilters) {
  Conv2DOptionsT conv;
  conv.stride_w = conv.stride_h = 1;
  ExpectRefused(SingleOpFile(BuiltinOperator_CONV_2D,
                             {Floats({1, 8, 8, 3}), ConstFloats({4, 3, 3, 2})},
                             {Floats({1, 8, 8, 4})}, Options(conv)),
                "CONV_2D");
  DepthwiseConv2DOptionsT depthwise;
  depthwise.stride_w = depthwise.stride_h = 1;
  depthwise.depth_multiplier = 3;
  ExpectRefused(SingleOpFile(BuiltinOperator_DEPTHWISE_CONV_2D,
                             {Floats({1, 8, 8, 3}), ConstFloats({1, 3, 3, 7})},
                             {Floats({1, 8, 8, 7})}, Options(depthwise)),
                "DEPTHWISE_CONV_2D");
}

TEST_P(BadNodes, ReshapedSizes) {
  const auto model = [](const std::vector<int32_t>& shape) {
    return SingleOpFile(BuiltinOperator_RESHAPE,
                        {Floats({2, 3}), ConstInts(shape)}, {Floats({6})});
  };
  EXPECT_EQ(Run(model({3, -1})).stage, RunStage::kDone);
  ExpectRefused(model({4}), "RESHAPE");
  ExpectRefused(model({-1, -1}), "RESHAPE");
  ExpectRefused(model({-1, 4}), "RESHAPE");
  ExpectRefused(model({-2, -3}), "RESHAPE");
  ExpectRefused(model({kMaxInt, kMaxInt}), "RESHAPE");
}

TEST_P(BadNodes, ResultsTooLargeToCount) {
  const std::vector<int32_t> huge = {kMaxInt, kMaxInt, kMaxInt};
  ExpectRefused(
      SingleOpFile(BuiltinOperator_FILL, {ConstInts(huge), ConstFloats({})},
                   {Floats({1, 1, 1})}),
      "FILL");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_TILE, {Floats({2, 2, 2}), ConstInts(huge)},
                   {Floats({1, 1, 1})}),
      "TILE");
  ExpectRefused(SingleOpFile(BuiltinOperator_BROADCAST_TO,
                             {Floats({1, 1, 1}), ConstInts(huge)},
                             {Floats({1, 1, 1})}, {}, /*version=*/2),
                "BROADCAST_TO");
  Operand paddings = ConstInts({kMaxInt, kMaxInt, 0, 0});
  paddings.shape = {2, 2};
  ExpectRefused(SingleOpFile(BuiltinOperator_PAD, {Floats({2, 2}), paddings},
                             {Floats({1, 1})}),
                "PAD");
}

TEST_P(BadNodes, TensorsThatNoMemoryHolds) {
  const Operand huge = Floats({1 << 30, 1 << 20});
  const RunResult result =
      Run(SingleOpFile(BuiltinOperator_RELU, {huge}, {huge}));
  EXPECT_EQ(result.stage, RunStage::kAllocate);
  EXPECT_NE(result.message, "");
}

TEST_P(BadNodes, Axes) {
  ConcatenationOptionsT concatenation;
  concatenation.axis = 2;
  ExpectRefused(SingleOpFile(BuiltinOperator_CONCATENATION,
                             {Floats({2, 2}), Floats({2, 2})}, {Floats({2, 4})},
                             Options(concatenation)),
                "CONCATENATION");
  GatherOptionsT gather;
  gather.axis = -3;
  ExpectRefused(
      SingleOpFile(BuiltinOperator_GATHER, {Floats({2, 2}), Ints({1})},
                   {Floats({2, 1})}, Options(gather)),
      "GATHER");
  ExpectRefused(SingleOpFile(BuiltinOperator_SUM,
                             {Floats({2, 2}), ConstInts({5})}, {Floats({2})}),
                "SUM");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_TRANSPOSE,
                   {Floats({2, 2}), ConstInts({0, 0})}, {Floats({2, 2})}),
      "TRANSPOSE");
  SqueezeOptionsT squeeze;
  squeeze.squeeze_dims = {1};
  ExpectRefused(SingleOpFile(BuiltinOperator_SQUEEZE, {Floats({1, 2})},
                             {Floats({2})}, Options(squeeze)),
                "SQUEEZE");
}

TEST_P(BadNodes, PartsThatDoNotFit) {
  SplitOptionsT split;
  split.num_splits = 2;
  Operand axis = ConstInts({0});
  axis.shape = {};
  ExpectRefused(SingleOpFile(BuiltinOperator_SPLIT, {axis, Floats({3, 2})},
                             {Floats({1, 2}), Floats({1, 2})}, Options(split)),
                "SPLIT");
  SpaceToDepthOptionsT blocks;
  ExpectRefused(
      SingleOpFile(BuiltinOperator_SPACE_TO_DEPTH, {Floats({1, 2, 2, 1})},
                   {Floats({1, 1, 1, 4})}, Options(blocks)),
      "SPACE_TO_DEPTH");
  StridedSliceOptionsT strided;
  ExpectRefused(SingleOpFile(BuiltinOperator_STRIDED_SLICE,
                             {Floats({4}), ConstInts({0}), ConstInts({4}),
                              ConstInts({0})},
                             {Floats({4})}, Options(strided)),
                "STRIDED_SLICE");
  ExpectRefused(SingleOpFile(BuiltinOperator_SLICE,
                             {Floats({4}), ConstInts({3}), ConstInts({2})},
                             {Floats({2})}),
                "SLICE");
}

TEST_P(BadNodes, IndicesIntoContents) {
  ExpectRefused(
      SingleOpFile(BuiltinOperator_GATHER, {Floats({2, 2}), ConstInts({2})},
                   {Floats({1, 2})}, Options(GatherOptionsT())),
      "GATHER");
  ExpectRefused(
      SingleOpFile(BuiltinOperator_EMBEDDING_LOOKUP,
                   {ConstInts({-1}), ConstFloats({2, 2})}, {Floats({1, 2})}),
      "EMBEDDING_LOOKUP");
  ExpectRefused(SingleOpFile(BuiltinOperator_GATHER_ND,
                             {Floats({2, 2}), ConstInts({0, 9})}, {Floats({})}),
                "GATHER_ND");
  Operand index = ConstInts({7});
  index.shape = {1, 1};
  ExpectRefused(
      SingleOpFile(BuiltinOperator_SCATTER_ND,
                   {index, Floats({1}), ConstInts({4})}, {Floats({4})}),
      "SCATTER_ND");
}

TEST_P(BadNodes, QuantizedWithoutScales) {
  Conv2DOptionsT conv;
  conv.stride_w = conv.stride_h = 1;
  const Operand input(TensorType_INT8, {1, 4, 4, 1});
  Operand filter(TensorType_INT8, {1, 1, 1, 1});
  filter.contents = {1};
  ExpectRefused(SingleOpFile(BuiltinOperator_CONV_2D, {input, filter}, {input},
                             Options(conv)),
                "CONV_2D");
}

TEST_P(BadNodes, UnknownOperators) {
  ExpectRefused(
      SingleOpFile(BuiltinOperator_CUSTOM, {Floats({1})}, {Floats({1})}),
      "NoSuchOperator");
  const RunResult newer =
      Run(SingleOpFile(BuiltinOperator_ADD, {Floats({1}), Floats({1})},
                       {Floats({1})}, {}, /*version=*/99));
  EXPECT_EQ(newer.stage, RunStage::kBuild);
  EXPECT_THAT(newer.message, HasSubstr("ADD"));
}

TEST_P(BadNodes, LoopsThatDoNotCloseUp) {
  ModelT model = WhileModel();
  EXPECT_EQ(Run(Pack(model)).stage, RunStage::kDone);
  // The condition does not return BOOL, or the body returns another type than
  // it takes.
  model.subgraphs[1]->outputs = {1};
  ExpectRefused(Pack(model), "WHILE");
  model = WhileModel();
  model.subgraphs[2]->outputs = {2, 2};
  ExpectRefused(Pack(model), "WHILE");
  model = WhileModel();
  model.subgraphs[2]->inputs = {};
  ExpectRefused(Pack(model), "WHILE");
}

}  // namespace
}  // namespace tflite::fault
