#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/schema/parse/options_for_test.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

using testing::ElementsAre;

TEST(OpData, Conv2d) {
  Conv2DOptionsT o;
  o.padding = Padding_VALID;
  o.stride_w = 2;
  o.stride_h = 3;
  o.dilation_w_factor = 4;
  o.dilation_h_factor = 5;
  o.fused_activation_function = ActivationFunctionType_RELU6;
  o.quantized_bias_type = TensorType_INT32;
  const auto p =
      Parse<TfLiteConvParams>(BuiltinOperator_CONV_2D, With(std::move(o)));
  EXPECT_EQ(p.padding, kTfLitePaddingValid);
  EXPECT_EQ(p.stride_width, 2);
  EXPECT_EQ(p.stride_height, 3);
  EXPECT_EQ(p.dilation_width_factor, 4);
  EXPECT_EQ(p.dilation_height_factor, 5);
  EXPECT_EQ(p.activation, kTfLiteActRelu6);
  EXPECT_EQ(p.quantized_bias_type, kTfLiteInt32);
}

TEST(OpData, DepthwiseConv2d) {
  DepthwiseConv2DOptionsT o;
  o.stride_w = 2;
  o.stride_h = 3;
  o.depth_multiplier = 4;
  o.dilation_w_factor = 5;
  o.dilation_h_factor = 6;
  o.fused_activation_function = ActivationFunctionType_TANH;
  const auto p = Parse<TfLiteDepthwiseConvParams>(
      BuiltinOperator_DEPTHWISE_CONV_2D, With(std::move(o)));
  EXPECT_EQ(p.padding, kTfLitePaddingSame);
  EXPECT_EQ(p.stride_width, 2);
  EXPECT_EQ(p.stride_height, 3);
  EXPECT_EQ(p.depth_multiplier, 4);
  EXPECT_EQ(p.dilation_width_factor, 5);
  EXPECT_EQ(p.dilation_height_factor, 6);
  EXPECT_EQ(p.activation, kTfLiteActTanh);
}

TEST(OpData, Conv3d) {
  Conv3DOptionsT o;
  o.stride_d = 2;
  o.stride_w = 3;
  o.stride_h = 4;
  o.dilation_d_factor = 5;
  o.dilation_w_factor = 6;
  o.dilation_h_factor = 7;
  const auto p =
      Parse<TfLiteConv3DParams>(BuiltinOperator_CONV_3D, With(std::move(o)));
  EXPECT_EQ(p.stride_depth, 2);
  EXPECT_EQ(p.stride_width, 3);
  EXPECT_EQ(p.stride_height, 4);
  EXPECT_EQ(p.dilation_depth_factor, 5);
  EXPECT_EQ(p.dilation_width_factor, 6);
  EXPECT_EQ(p.dilation_height_factor, 7);
}

TEST(OpData, TransposeConv) {
  TransposeConvOptionsT o;
  o.stride_w = 2;
  o.stride_h = 3;
  o.fused_activation_function = ActivationFunctionType_RELU;
  o.quantized_bias_type = TensorType_INT64;
  const auto p = Parse<TfLiteTransposeConvParams>(
      BuiltinOperator_TRANSPOSE_CONV, With(std::move(o)));
  EXPECT_EQ(p.stride_width, 2);
  EXPECT_EQ(p.stride_height, 3);
  EXPECT_EQ(p.activation, kTfLiteActRelu);
  EXPECT_EQ(p.quantized_bias_type, kTfLiteInt64);
}

TEST(OpData, Pool2d) {
  for (const auto op :
       {BuiltinOperator_AVERAGE_POOL_2D, BuiltinOperator_MAX_POOL_2D,
        BuiltinOperator_L2_POOL_2D}) {
    Pool2DOptionsT o;
    o.stride_w = 2;
    o.stride_h = 3;
    o.filter_width = 4;
    o.filter_height = 5;
    const auto p = Parse<TfLitePoolParams>(op, With(std::move(o)));
    EXPECT_EQ(p.stride_width, 2);
    EXPECT_EQ(p.stride_height, 3);
    EXPECT_EQ(p.filter_width, 4);
    EXPECT_EQ(p.filter_height, 5);
  }
}

TEST(OpData, FullyConnected) {
  FullyConnectedOptionsT o;
  o.weights_format = FullyConnectedOptionsWeightsFormat_SHUFFLED4x16INT8;
  o.keep_num_dims = true;
  o.asymmetric_quantize_inputs = true;
  const auto p = Parse<TfLiteFullyConnectedParams>(
      BuiltinOperator_FULLY_CONNECTED, With(std::move(o)));
  EXPECT_EQ(p.weights_format,
            kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8);
  EXPECT_TRUE(p.keep_num_dims);
  EXPECT_TRUE(p.asymmetric_quantize_inputs);
  // The default of the schema.
  EXPECT_EQ(p.quantized_bias_type, kTfLiteFloat32);
}

TEST(OpData, Elementwise) {
  AddOptionsT add;
  add.fused_activation_function = ActivationFunctionType_RELU_N1_TO_1;
  add.pot_scale_int16 = false;
  const auto a = Parse<TfLiteAddParams>(BuiltinOperator_ADD, With(add));
  EXPECT_EQ(a.activation, kTfLiteActReluN1To1);
  EXPECT_FALSE(a.pot_scale_int16);

  LeakyReluOptionsT leaky;
  leaky.alpha = 0.25f;
  EXPECT_EQ(
      Parse<TfLiteLeakyReluParams>(BuiltinOperator_LEAKY_RELU, With(leaky))
          .alpha,
      0.25f);

  LocalResponseNormalizationOptionsT lrn;
  lrn.radius = 2;
  lrn.bias = 3;
  lrn.alpha = 4;
  lrn.beta = 5;
  const auto l = Parse<TfLiteLocalResponseNormParams>(
      BuiltinOperator_LOCAL_RESPONSE_NORMALIZATION, With(lrn));
  EXPECT_EQ(l.radius, 2);
  EXPECT_EQ(l.bias, 3);
  EXPECT_EQ(l.alpha, 4);
  EXPECT_EQ(l.beta, 5);

  CastOptionsT cast;
  cast.in_data_type = TensorType_INT8;
  cast.out_data_type = TensorType_BFLOAT16;
  const auto c = Parse<TfLiteCastParams>(BuiltinOperator_CAST, With(cast));
  EXPECT_EQ(c.in_data_type, kTfLiteInt8);
  EXPECT_EQ(c.out_data_type, kTfLiteBFloat16);

  ReducerOptionsT reducer;
  reducer.keep_dims = true;
  EXPECT_TRUE(
      Parse<TfLiteReducerParams>(BuiltinOperator_REDUCE_ALL, With(reducer))
          .keep_dims);
}

TEST(OpData, BoundariesStayInTheModel) {
  BucketizeOptionsT o;
  o.boundaries = {0, 10, 100};
  const Node node = With(std::move(o));
  const auto p = Parse<TfLiteBucketizeParams>(BuiltinOperator_BUCKETIZE, node);
  EXPECT_THAT(std::vector<float>(p.boundaries, p.boundaries + p.num_boundaries),
              ElementsAre(0, 10, 100));
  EXPECT_EQ(
      p.boundaries,
      node.get()->builtin_options_as_BucketizeOptions()->boundaries()->data());
}

TEST(OpData, Shapes) {
  ReshapeOptionsT reshape;
  reshape.new_shape = {2, -1, 3};
  const auto r =
      Parse<TfLiteReshapeParams>(BuiltinOperator_RESHAPE, With(reshape));
  ASSERT_EQ(r.num_dimensions, 3);
  EXPECT_EQ(r.shape[1], -1);
  EXPECT_EQ(r.shape[2], 3);

  StridedSliceOptionsT slice;
  slice.begin_mask = 1;
  slice.end_mask = 2;
  slice.ellipsis_mask = 4;
  slice.new_axis_mask = 8;
  slice.shrink_axis_mask = 16;
  slice.offset = true;
  const auto s = Parse<TfLiteStridedSliceParams>(BuiltinOperator_STRIDED_SLICE,
                                                 With(slice));
  EXPECT_EQ(s.begin_mask, 1);
  EXPECT_EQ(s.end_mask, 2);
  EXPECT_EQ(s.ellipsis_mask, 4);
  EXPECT_EQ(s.new_axis_mask, 8);
  EXPECT_EQ(s.shrink_axis_mask, 16);
  EXPECT_TRUE(s.offset);

  MirrorPadOptionsT mirror;
  mirror.mode = MirrorPadMode_SYMMETRIC;
  EXPECT_EQ(
      Parse<TfLiteMirrorPaddingParams>(BuiltinOperator_MIRROR_PAD, With(mirror))
          .mode,
      kTfLiteMirrorPaddingSymmetric);

  PackOptionsT pack;
  pack.values_count = 3;
  pack.axis = -1;
  const auto p = Parse<TfLitePackParams>(BuiltinOperator_PACK, With(pack));
  EXPECT_EQ(p.values_count, 3);
  EXPECT_EQ(p.axis, -1);
}

TEST(OpData, Recurrent) {
  UnidirectionalSequenceLSTMOptionsT o;
  o.fused_activation_function = ActivationFunctionType_TANH;
  o.cell_clip = 2;
  o.proj_clip = 3;
  o.time_major = true;
  o.diagonal_recurrent_tensors = true;
  const auto p = Parse<TfLiteUnidirectionalSequenceLSTMParams>(
      BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, With(o));
  EXPECT_EQ(p.activation, kTfLiteActTanh);
  EXPECT_EQ(p.cell_clip, 2);
  EXPECT_EQ(p.proj_clip, 3);
  EXPECT_TRUE(p.time_major);
  EXPECT_FALSE(p.asymmetric_quantize_inputs);
  EXPECT_TRUE(p.diagonal_recurrent_tensors);

  LSTMOptionsT lstm;
  lstm.kernel_type = LSTMKernelType_BASIC;
  EXPECT_EQ(
      Parse<TfLiteLSTMParams>(BuiltinOperator_LSTM, With(lstm)).kernel_type,
      kTfLiteLSTMBasicKernel);

  EmbeddingLookupSparseOptionsT sparse;
  sparse.combiner = CombinerType_SQRTN;
  EXPECT_EQ(Parse<TfLiteEmbeddingLookupSparseParams>(
                BuiltinOperator_EMBEDDING_LOOKUP_SPARSE, With(sparse))
                .combiner,
            kTfLiteCombinerTypeSqrtn);
}

TEST(OpData, ControlFlow) {
  WhileOptionsT o;
  o.cond_subgraph_index = 4;
  o.body_subgraph_index = 5;
  const auto w = Parse<TfLiteWhileParams>(BuiltinOperator_WHILE, With(o));
  EXPECT_EQ(w.cond_subgraph_index, 4);
  EXPECT_EQ(w.body_subgraph_index, 5);

  RandomOptionsT random;
  random.seed = (int64_t{1} << 32) + 7;
  random.seed2 = -1;
  const auto r =
      Parse<TfLiteRandomParams>(BuiltinOperator_RANDOM_UNIFORM, With(random));
  EXPECT_EQ(r.seed, 7);
  EXPECT_EQ(r.seed2, -1);
}

TEST(OpData, StringsStayInTheModel) {
  VarHandleOptionsT o;
  o.shared_name = "counter";
  const Node node = With(std::move(o));
  const auto p = Parse<TfLiteVarHandleParams>(BuiltinOperator_VAR_HANDLE, node);
  EXPECT_STREQ(p.shared_name, "counter");
  EXPECT_EQ(p.shared_name, node.get()
                               ->builtin_options_as_VarHandleOptions()
                               ->shared_name()
                               ->c_str());
  EXPECT_STREQ(p.container, "");
}

TEST(OpData, Stablehlo) {
  StablehloGatherOptionsT gather;
  gather.offset_dims = {1, 2};
  gather.slice_sizes = {3};
  gather.index_vector_dim = 4;
  gather.indices_are_sorted = true;
  const auto g = Parse<TfLiteStablehloGatherParams>(
      BuiltinOperator_STABLEHLO_GATHER, With2(gather));
  ASSERT_EQ(g.num_offset_dims, 2);
  EXPECT_EQ(g.offset_dims[1], 2);
  ASSERT_EQ(g.num_slice_sizes, 1);
  EXPECT_EQ(g.slice_sizes[0], 3);
  EXPECT_EQ(g.num_collapsed_slice_dims, 0);
  EXPECT_EQ(g.index_vector_dim, 4);
  EXPECT_TRUE(g.indices_are_sorted);

  StablehloRngBitGeneratorOptionsT rng;
  rng.algorithm = RngAlgorithm_PHILOX;
  EXPECT_EQ(Parse<TfLiteStablehloRngBitGeneratorParams>(
                BuiltinOperator_STABLEHLO_RNG_BIT_GENERATOR, With2(rng))
                .algorithm,
            kTfLiteRngAlgorithmPhilox);

  StableHLOCompositeOptionsT composite;
  composite.name = "gelu";
  composite.decomposition_subgraph_index = 3;
  composite.composite_attributes = {7, 8};
  composite.version = 2;
  const Node node = With2(composite);
  const auto c = Parse<TfLiteStablehloCompositeParams>(
      BuiltinOperator_STABLEHLO_COMPOSITE, node);
  EXPECT_STREQ(c.name, "gelu");
  EXPECT_EQ(c.subgraph_index, 3);
  EXPECT_EQ(c.version, 2);
  ASSERT_EQ(c.attributes_size, 2u);
  EXPECT_EQ(c.attributes[1], 8);

  StablehloCaseOptionsT branches;
  branches.branch_subgraph_indices = {3, 1, 2};
  const auto b = Parse<TfLiteStablehloCaseParams>(
      BuiltinOperator_STABLEHLO_CASE, With2(branches));
  ASSERT_EQ(b.num_branches, 3u);
  EXPECT_EQ(b.branch_subgraph_indices[0], 3);
}

TEST(OpData, WindowListsHaveNeutralDefaults) {
  StablehloReduceWindowOptionsT o;
  o.window_dimensions = {2, 3};
  o.padding = {1, 2, 3, 4};
  const auto p = Parse<TfLiteStablehloReduceWindowParams>(
      BuiltinOperator_STABLEHLO_REDUCE_WINDOW, With2(o));
  EXPECT_EQ(p.window_dimensions[1], 3);
  EXPECT_EQ(p.window_strides[1], 1);
  EXPECT_EQ(p.base_dilations[0], 1);
  EXPECT_EQ(p.window_dilations[1], 1);
  EXPECT_EQ(p.padding[3], 4);
  EXPECT_EQ(p.padding[4], 0);
}

}  // namespace
}  // namespace tflite::schema
