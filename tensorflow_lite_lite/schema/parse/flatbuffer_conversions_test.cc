#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"

#include <cstdlib>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/schema/parse/options_for_test.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "testing/util.h"

namespace tflite {
namespace {

using testing::HasSubstr;

std::string Problem(BuiltinOperator code, const schema::Node& node) {
  MallocDataAllocator allocator;
  void* data = &allocator;
  const base::Status status = ParseOpData(node.get(), code, &allocator, &data);
  if (!status.ok()) {
    EXPECT_EQ(data, nullptr);
  } else {
    std::free(data);
  }
  return std::string(status.message());
}

TEST(ParseOpData, AbsentOptionsHaveDefaults) {
  const auto conv =
      schema::Parse<TfLiteConvParams>(BuiltinOperator_CONV_2D, schema::Node());
  EXPECT_EQ(conv.padding, kTfLitePaddingSame);
  EXPECT_EQ(conv.stride_width, 0);
  EXPECT_EQ(conv.dilation_width_factor, 1);
  EXPECT_EQ(conv.quantized_bias_type, kTfLiteNoType);
  EXPECT_TRUE(
      schema::Parse<TfLiteAddParams>(BuiltinOperator_ADD, schema::Node())
          .pot_scale_int16);
  EXPECT_TRUE(schema::Parse<TfLiteBidirectionalSequenceLSTMParams>(
                  BuiltinOperator_BIDIRECTIONAL_SEQUENCE_LSTM, schema::Node())
                  .time_major);
  EXPECT_EQ(
      schema::Parse<TfLiteUniqueParams>(BuiltinOperator_UNIQUE, schema::Node())
          .index_out_type,
      kTfLiteInt32);
  EXPECT_EQ(
      schema::Parse<TfLiteCastParams>(BuiltinOperator_CAST, schema::Node())
          .out_data_type,
      kTfLiteNoType);
  EXPECT_STREQ(schema::Parse<TfLiteVarHandleParams>(BuiltinOperator_VAR_HANDLE,
                                                    schema::Node())
                   .shared_name,
               "");
}

TEST(ParseOpData, OperatorsWithoutOptionsGetNone) {
  MallocDataAllocator allocator;
  for (const auto op :
       {BuiltinOperator_PAD, BuiltinOperator_RELU, BuiltinOperator_CUSTOM,
        BuiltinOperator_STABLEHLO_ADD, static_cast<BuiltinOperator>(-1),
        static_cast<BuiltinOperator>(100000)}) {
    void* data = &allocator;
    const schema::Node node;
    EXPECT_TRUE(ParseOpData(node.get(), op, &allocator, &data).ok());
    EXPECT_EQ(data, nullptr);
    EXPECT_EQ(BuiltinDataSize(op), 0u);
  }
}

// Every operator can be parsed without options, except one whose window would
// be unknown.
TEST(ParseOpData, ParsesEveryOperatorWithoutOptions) {
  for (int op = BuiltinOperator_MIN; op <= BuiltinOperator_MAX; ++op) {
    const auto code = static_cast<BuiltinOperator>(op);
    const std::string expected =
        code == BuiltinOperator_STABLEHLO_REDUCE_WINDOW
            ? "STABLEHLO_REDUCE_WINDOW: window_dimensions is absent or empty"
            : "";
    EXPECT_EQ(Problem(code, schema::Node()), expected)
        << BuiltinOperatorName(code);
  }
}

TEST(ParseOpData, RejectsOptionsOfAnotherOperator) {
  EXPECT_EQ(Problem(BuiltinOperator_CONV_2D, schema::With(Pool2DOptionsT())),
            "CONV_2D: its options are of type Pool2DOptions (5), not "
            "Conv2DOptions");
  EXPECT_THAT(
      Problem(BuiltinOperator_STABLEHLO_PAD, schema::With2(DilateOptionsT())),
      HasSubstr("STABLEHLO_PAD: its options are of type DilateOptions"));
}

TEST(ParseOpData, RejectsUnknownEnumValues) {
  Conv2DOptionsT conv;
  conv.fused_activation_function = static_cast<ActivationFunctionType>(6);
  EXPECT_EQ(Problem(BuiltinOperator_CONV_2D, schema::With(conv)),
            "CONV_2D: unknown fused activation 6");
  conv = {};
  conv.padding = static_cast<Padding>(-1);
  EXPECT_EQ(Problem(BuiltinOperator_CONV_2D, schema::With(conv)),
            "CONV_2D: unknown padding -1");
  CastOptionsT cast;
  cast.out_data_type = static_cast<TensorType>(100);
  EXPECT_EQ(Problem(BuiltinOperator_CAST, schema::With(cast)),
            "CAST: Unsupported data type 100 in tensor");
  MirrorPadOptionsT mirror;
  mirror.mode = static_cast<MirrorPadMode>(2);
  EXPECT_THAT(Problem(BuiltinOperator_MIRROR_PAD, schema::With(mirror)),
              HasSubstr("mirror padding mode 2"));
  FullyConnectedOptionsT full;
  full.weights_format = static_cast<FullyConnectedOptionsWeightsFormat>(2);
  EXPECT_THAT(Problem(BuiltinOperator_FULLY_CONNECTED, schema::With(full)),
              HasSubstr("weights_format 2"));
  LSTMOptionsT lstm;
  lstm.kernel_type = static_cast<LSTMKernelType>(2);
  EXPECT_THAT(Problem(BuiltinOperator_LSTM, schema::With(lstm)),
              HasSubstr("kernel_type 2"));
  LSHProjectionOptionsT lsh;
  lsh.type = static_cast<LSHProjectionType>(3);
  EXPECT_THAT(Problem(BuiltinOperator_LSH_PROJECTION, schema::With(lsh)),
              HasSubstr("projection type 3"));
  EmbeddingLookupSparseOptionsT sparse;
  sparse.combiner = static_cast<CombinerType>(3);
  EXPECT_THAT(
      Problem(BuiltinOperator_EMBEDDING_LOOKUP_SPARSE, schema::With(sparse)),
      HasSubstr("combiner 3"));
  ReduceWindowOptionsT window;
  window.reduce_function = static_cast<ReduceWindowFunction>(7);
  EXPECT_THAT(Problem(BuiltinOperator_REDUCE_WINDOW, schema::With2(window)),
              HasSubstr("reduce_function 7"));
  StablehloRngBitGeneratorOptionsT rng;
  rng.algorithm = static_cast<RngAlgorithm>(3);
  EXPECT_THAT(
      Problem(BuiltinOperator_STABLEHLO_RNG_BIT_GENERATOR, schema::With2(rng)),
      HasSubstr("algorithm 3"));
}

TEST(ParseOpData, RejectsListsThatDoNotFit) {
  ReshapeOptionsT reshape;
  reshape.new_shape.assign(9, 1);
  EXPECT_EQ(Problem(BuiltinOperator_RESHAPE, schema::With(reshape)),
            "RESHAPE: Found too many dimensions: new_shape has 9 elements, at "
            "most 8 are supported");
  SqueezeOptionsT squeeze;
  squeeze.squeeze_dims.assign(9, 1);
  EXPECT_THAT(Problem(BuiltinOperator_SQUEEZE, schema::With(squeeze)),
              HasSubstr("squeeze_dims has 9"));
  StablehloCaseOptionsT branches;
  branches.branch_subgraph_indices.assign(21, 0);
  EXPECT_THAT(Problem(BuiltinOperator_STABLEHLO_CASE, schema::With2(branches)),
              HasSubstr("branch_subgraph_indices has 21"));
  StablehloScatterOptionsT scatter;
  scatter.inserted_window_dims.assign(9, 0);
  EXPECT_THAT(
      Problem(BuiltinOperator_STABLEHLO_SCATTER, schema::With2(scatter)),
      HasSubstr("inserted_window_dims has 9"));
  StablehloGatherOptionsT gather;
  gather.start_index_map.assign(9, 0);
  EXPECT_THAT(Problem(BuiltinOperator_STABLEHLO_GATHER, schema::With2(gather)),
              HasSubstr("start_index_map has 9"));
  StablehloReduceWindowOptionsT window;
  window.window_dimensions.assign(9, 1);
  EXPECT_THAT(
      Problem(BuiltinOperator_STABLEHLO_REDUCE_WINDOW, schema::With2(window)),
      HasSubstr("window_dimensions has 9"));
}

TEST(ParseOpData, RejectsListsOfOtherRank) {
  StablehloPadOptionsT pad;
  pad.edge_padding_low = {1, 2};
  pad.edge_padding_high = {1, 2};
  pad.interior_padding = {1};
  EXPECT_EQ(Problem(BuiltinOperator_STABLEHLO_PAD, schema::With2(pad)),
            "STABLEHLO_PAD: interior_padding has 1 elements instead of 2");
  StablehloReduceWindowOptionsT window;
  window.window_dimensions = {1, 2};
  window.padding = {0, 0};
  EXPECT_THAT(
      Problem(BuiltinOperator_STABLEHLO_REDUCE_WINDOW, schema::With2(window)),
      HasSubstr("padding has 2 elements instead of 4"));
}

class NoMemory : public BuiltinDataAllocator {
 public:
  void* Allocate(size_t size, size_t alignment_hint) override {
    return nullptr;
  }
  void Deallocate(void* data) override {}
};

TEST(ParseOpData, ReportsMissingMemory) {
  NoMemory allocator;
  void* data = &allocator;
  const schema::Node node;
  const base::Status status =
      ParseOpData(node.get(), BuiltinOperator_ADD, &allocator, &data);
  EXPECT_EQ(status.message(), "no memory for the options of ADD");
  EXPECT_EQ(data, nullptr);
  EXPECT_EQ(allocator.AllocatePOD<int>(), nullptr);
}

TEST(ParseOpData, ReportsThroughErrorReporter) {
  TestErrorReporter reporter;
  MallocDataAllocator allocator;
  void* data = nullptr;
  EXPECT_EQ(ParseOpData(schema::With(Pool2DOptionsT()).get(),
                        BuiltinOperator_ADD, &reporter, &allocator, &data),
            kTfLiteError);
  EXPECT_THAT(reporter.error_messages(),
              HasSubstr("ADD: its options are of type"));
  EXPECT_EQ(ParseOpData(schema::Node().get(), BuiltinOperator_ADD, &reporter,
                        &allocator, &data),
            kTfLiteOk);
  std::free(data);
}

TEST(ConvertTensorType, ReportsUnknownTypes) {
  TestErrorReporter reporter;
  TfLiteType type = kTfLiteInt8;
  EXPECT_EQ(ConvertTensorType(TensorType_INT4, &type, &reporter), kTfLiteOk);
  EXPECT_EQ(type, kTfLiteInt4);
  EXPECT_EQ(ConvertTensorType(static_cast<TensorType>(77), &type, &reporter),
            kTfLiteError);
  EXPECT_EQ(type, kTfLiteNoType);
  EXPECT_EQ(reporter.error_messages(), "Unsupported data type 77 in tensor");
}

}  // namespace
}  // namespace tflite
