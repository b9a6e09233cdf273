#include "kernels/conv_3d/conv_3d.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kConv =
    MakeOpFunctions<&BindConv3d, &EvalConv3dReference>();
constexpr OpFunctions kFastConv =
    MakeOpFunctions<&BindConv3d, &EvalConv3dCpu, &PrepareConv3dCpu>();
constexpr OpFunctions kTransposed =
    MakeOpFunctions<&BindConv3dTranspose, &EvalConv3dTransposeReference>();
constexpr OpFunctions kFastTransposed =
    MakeOpFunctions<&BindConv3dTranspose, &EvalConv3dTransposeCpu,
                    &PrepareConv3dTransposeCpu>();

TfLiteConv3DParams Stride(int stride,
                          TfLitePadding padding = kTfLitePaddingValid) {
  TfLiteConv3DParams params{};
  params.padding = padding;
  params.stride_depth = params.stride_height = params.stride_width = stride;
  params.dilation_depth_factor = params.dilation_height_factor =
      params.dilation_width_factor = 1;
  return params;
}

// Two slices of one row 1 2 / 3 4; a filter of two slices.
void Small(OpTest& test) {
  test.Input<float>({1, 2, 1, 2, 1}, {1, 2, 3, 4});
  test.Const<float>({2, 1, 1, 1, 1}, {1, 10}).Output<float>().Params(Stride(1));
}
void SmallTransposed(OpTest& test, const std::vector<int32_t>& shape) {
  test.Const<int32_t>({5}, shape).Const<float>({2, 1, 1, 1, 1}, {1, 10});
  test.Input<float>({1, 2, 1, 1, 1}, {1, 2}).Output<float>().Params(Stride(2));
}

TEST(Conv3dBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(test.Run(kConv), "C1"));
  EXPECT_TRUE(Violates(test.Run(kTransposed), "C1"));
}

TEST(Conv3dBind, RejectsTooManyInputs_C1) {
  OpTest test;
  Small(test);
  test.Const<float>({1}, {0}).Const<float>({1}, {0});
  EXPECT_TRUE(Violates(test.Run(kConv), "C1"));
  OpTest transposed;
  SmallTransposed(transposed, {1, 4, 1, 1, 1});
  transposed.Const<float>({1}, {0}).Const<float>({1}, {0});
  EXPECT_TRUE(Violates(transposed.Run(kTransposed), "C1"));
}

TEST(Conv3dBind, RejectsOtherRanks_C2) {
  OpTest filter;
  filter.Input<float>({1, 1, 1, 1, 1}, {1}).Const<float>({1, 1, 1, 1}, {1});
  filter.Output<float>().Params(Stride(1));
  EXPECT_TRUE(
      Violates(filter.Run(kConv), "C2: filter->dims->size != 5 (4 != 5)"));
  OpTest input;
  input.Input<float>({1, 1, 1, 1}, {1}).Const<float>({1, 1, 1, 1, 1}, {1});
  input.Output<float>().Params(Stride(1));
  EXPECT_TRUE(
      Violates(input.Run(kConv), "C2: input->dims->size != 5 (4 != 5)"));
  OpTest shape;
  shape.Const<int32_t>({4}, {1, 1, 1, 1}).Const<float>({1, 1, 1, 1, 1}, {1});
  shape.Input<float>({1, 1, 1, 1, 1}, {1}).Output<float>().Params(Stride(1));
  EXPECT_TRUE(Violates(shape.Run(kTransposed), "C2"));
}

TEST(Conv3dBind, RejectsOtherTypes_C3) {
  OpTest input;
  input.Input<int8_t>({1, 1, 1, 1, 1}, {1}, 1.0f);
  input.Const<int8_t>({1, 1, 1, 1, 1}, {1}, 1.0f).Output<int8_t>(1.0f);
  input.Params(Stride(1));
  EXPECT_TRUE(Violates(input.Run(kConv), "C3"));
  OpTest bias;
  Small(bias);
  bias.Const<int32_t>({1}, {1});
  EXPECT_TRUE(Violates(bias.Run(kConv), "C3"));
}

TEST(Conv3dBind, RejectsZeroStrideAndDilation_C4) {
  OpTest stride;
  Small(stride);
  stride.Params(Stride(0));
  EXPECT_TRUE(Violates(stride.Run(kConv), "C4"));
  OpTest dilation;
  Small(dilation);
  TfLiteConv3DParams params = Stride(1);
  params.dilation_depth_factor = 0;
  dilation.Params(params);
  EXPECT_TRUE(Violates(dilation.Run(kConv), "C4"));
}

// Also before the shape of a transpose's output is known.
TEST(Conv3dBind, RejectsZeroStrideAndDilationOfUnknownShapes_C4) {
  TfLiteConv3DParams dilation = Stride(2);
  dilation.dilation_width_factor = 0;
  for (const TfLiteConv3DParams& params : {Stride(0), dilation, Stride(2)}) {
    OpTest test;
    test.Input<int32_t>({5}, {1, 4, 1, 1, 1});
    test.Const<float>({2, 1, 1, 1, 1}, {1, 10});
    test.Input<float>({1, 2, 1, 1, 1}, {1, 2}).Output<float>().Params(params);
    const bool fits =
        params.stride_depth > 0 && params.dilation_width_factor > 0;
    const Status status = test.Prepare(kTransposed);
    EXPECT_TRUE(fits ? IsOk(status) : Violates(status, "C4"));
  }
}

TEST(Conv3dBind, RejectsOtherInputChannels_C5) {
  OpTest test;
  test.Input<float>({1, 1, 1, 1, 2}, {1, 2}).Const<float>({1, 1, 1, 1, 1}, {1});
  test.Output<float>().Params(Stride(1));
  EXPECT_TRUE(
      Violates(test.Run(kConv),
               "C5: input->dims->data[4] != filter->dims->data[3] (2 != 1)"));
}

TEST(Conv3dBind, RejectsOtherBiasSizes_C6) {
  OpTest test;
  Small(test);
  test.Const<float>({2}, {1, 2});
  EXPECT_TRUE(
      Violates(test.Run(kConv),
               "C6: NumElements(bias) != SizeOfDimension(filter, 4) (2 != 1)"));
}

TEST(Conv3dBind, RejectsShapesThatDoNotFit_C7) {
  for (const std::vector<int32_t>& shape : {std::vector<int32_t>{2, 4, 1, 1, 1},
                                            {1, 4, 1, 1, 2},
                                            {1, 4, -1, 1, 1}}) {
    OpTest test;
    SmallTransposed(test, shape);
    EXPECT_TRUE(Violates(test.Run(kTransposed), "C7"));
  }
}

TEST(Conv3dBind, RejectsActivationsThatAreNotIntervals_C8) {
  OpTest test;
  Small(test);
  TfLiteConv3DParams params = Stride(1);
  params.activation = kTfLiteActTanh;
  test.Params(params);
  EXPECT_TRUE(Violates(test.Run(kConv), "C8"));
}

TEST(Conv3dBind, RejectsExtentsOfAnotherInput_C9) {
  OpTest test;
  SmallTransposed(test, {1, 6, 3, 9, 1});
  const Status status = test.Run(kTransposed);
  EXPECT_TRUE(Violates(status, "C9"));
  EXPECT_NE(status.message().find("takes an input of 3x2x5"), std::string::npos)
      << status;
}

TEST(Conv3d, SumsOverDepth) {
  OpTest test;
  Small(test);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1, 1, 2, 1}));
  EXPECT_TRUE(test.OutputIs({31, 42}));
}

TEST(Conv3d, PadsAddsBiasAndActivates) {
  OpTest test;
  Small(test);
  test.Const<float>({1}, {-35});
  TfLiteConv3DParams params = Stride(1, kTfLitePaddingSame);
  params.activation = kTfLiteActRelu;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kConv)));
  EXPECT_TRUE(test.OutputIs({0, 7, 0, 0}));
}

TEST(Conv3dTranspose, SpreadsOverDepth) {
  OpTest test;
  SmallTransposed(test, {1, 4, 1, 1, 1});
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({1, 10, 2, 20}));
}

TEST(Conv3dTranspose, DilatesAndDropsResultsOutside) {
  OpTest test;
  SmallTransposed(test, {1, 4, 1, 1, 1});
  TfLiteConv3DParams params = Stride(2, kTfLitePaddingSame);
  params.dilation_depth_factor = 3;
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kTransposed)));
  EXPECT_TRUE(test.OutputIs({0, 2, 10, 0}));
}

TEST(Conv3dTranspose, TakesItsShapeWhenRun) {
  for (const OpFunctions& functions : {kTransposed, kFastTransposed}) {
    OpTest test;
    test.Input<int32_t>({5}, {1, 5, 1, 1, 1});
    test.Const<float>({2, 1, 1, 1, 1}, {1, 10});
    test.Input<float>({1, 2, 1, 1, 1}, {1, 2}).Const<float>({1}, {0.5f});
    test.Output<float>().Params(Stride(2));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({1.5, 10.5, 2.5, 20.5, 0.5}));
  }
}

TEST(Conv3d, TakesEmptyImages) {
  for (const OpFunctions& functions : {kConv, kFastConv}) {
    OpTest test;
    test.Input<float>({0, 2, 1, 2, 1}, {})
        .Const<float>({2, 1, 1, 1, 1}, {1, 10});
    test.Output<float>().Params(Stride(1));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_EQ(test.OutShape(), Shape({0, 1, 1, 2, 1}));
  }
}

TEST(Conv3dTranspose, MultipliesByOneWeight) {
  for (const OpFunctions& functions : {kTransposed, kFastTransposed}) {
    OpTest test;
    test.Const<int32_t>({5}, {1, 1, 1, 2, 1})
        .Const<float>({1, 1, 1, 1, 1}, {3});
    test.Input<float>({1, 1, 1, 2, 1}, {1, 2}).Output<float>();
    test.Params(Stride(1));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({3, 6}));
  }
}

struct Layer {
  Shape input, filter;  // of the convolution; [.., in_channels, out_channels]
  TfLiteConv3DParams params;
  bool bias, constant;
  int threads;
};

Layer RandomLayer(std::mt19937& engine) {
  const auto pick = [&](int32_t min, int32_t max) {
    return std::uniform_int_distribution<int32_t>(min, max)(engine);
  };
  Layer layer;
  layer.input = {pick(1, 2), pick(1, 5), pick(1, 6), pick(1, 7), pick(1, 9)};
  layer.filter = {pick(1, 3), pick(1, 3), pick(1, 3), layer.input[4],
                  pick(1, 20)};
  layer.params =
      Stride(1, pick(0, 1) ? kTfLitePaddingSame : kTfLitePaddingValid);
  layer.params.stride_depth = pick(1, 2);
  layer.params.stride_height = pick(1, 3);
  layer.params.stride_width = pick(1, 2);
  layer.params.dilation_depth_factor = pick(1, 2);
  layer.params.dilation_width_factor = pick(1, 2);
  layer.params.activation = pick(0, 1) ? kTfLiteActRelu : kTfLiteActNone;
  layer.bias = pick(0, 1) != 0;
  layer.constant = pick(0, 2) != 0;
  layer.threads = pick(1, 3);
  return layer;
}

void AddFloats(OpTest& test, bool constant, const Shape& shape, uint32_t seed) {
  const auto values = RandomElements<float>(shape.num_elements(), -1, 1, seed);
  if (constant) {
    test.Const<float>(shape, values);
  } else {
    test.Input<float>(shape, values);
  }
}

TEST(Conv3dCpu, AgreesWithReference) {
  std::mt19937 engine(3);
  for (uint32_t i = 0; i < 60; ++i) {
    const Layer layer = RandomLayer(engine);
    OpTest test(layer.threads);
    AddFloats(test, false, layer.input, i);
    AddFloats(test, layer.constant, layer.filter, i + 1000);
    if (layer.bias) AddFloats(test, true, {layer.filter[4]}, i + 2000);
    test.Output<float>().Params(layer.params);
    EXPECT_TRUE(Agree(test, kConv, kFastConv, 1e-5, 1e-5)) << i;
  }
}

// More windows than are laid out at a time: blocks of 64.
TEST(Conv3dCpu, AgreesOnSeveralBlocksOfWindows) {
  OpTest test(2);
  AddFloats(test, false, {2, 4, 5, 5, 160}, 1);
  AddFloats(test, true, {3, 3, 3, 160, 3}, 2);
  test.Output<float>().Params(Stride(1, kTfLitePaddingSame));
  EXPECT_TRUE(Agree(test, kConv, kFastConv, 1e-3, 1e-4));
}

// A megabyte of windows, but at least 64, if there are as many.
TEST(Conv3dCpu, RequestsMemoryForABlockOfWindows) {
  const struct {
    Shape input, filter;
    size_t windows;
  } cases[] = {{{2, 4, 5, 6, 3}, {2, 2, 2, 3, 7}, 2 * 3 * 4 * 5},
               {{1, 17, 33, 33, 4}, {2, 2, 2, 4, 1}, 8192},
               {{1, 7, 7, 7, 160}, {3, 3, 3, 160, 1}, 64}};
  for (const auto& c : cases) {
    OpTest test;
    test.Input<float>(c.input, std::vector<float>(c.input.num_elements()));
    test.Input<float>(c.filter, std::vector<float>(c.filter.num_elements()));
    test.Output<float>().Params(Stride(1));
    ASSERT_TRUE(IsOk(test.Prepare(kFastConv)));
    const size_t depth = c.filter.Product(0, 4);
    EXPECT_EQ(test.ScratchBytes(),
              (std::vector<size_t>{c.windows * depth * sizeof(float), 0}))
        << c.input.ToString();
  }
}

// The products of a slice.
TEST(Conv3dCpu, RequestsMemoryForASliceOfTheTranspose) {
  OpTest test;
  test.Const<int32_t>({5}, {2, 6, 4, 5, 7})
      .Input<float>({2, 2, 2, 7, 3}, std::vector<float>(168));
  test.Input<float>({2, 5, 3, 4, 3}, std::vector<float>(360)).Output<float>();
  test.Params(Stride(1));
  ASSERT_TRUE(IsOk(test.Prepare(kFastTransposed)));
  EXPECT_EQ(test.ScratchBytes(),
            (std::vector<size_t>{3 * 4 * 8 * 7 * sizeof(float), 0}));
}

// Those that are constant are packed for the first run and not read again, also
// after the node is prepared for other shapes; others are read in each run.
TEST(Conv3dCpu, PacksConstantFiltersOnce) {
  for (const bool transposed : {false, true}) {
    const OpFunctions& functions = transposed ? kFastTransposed : kFastConv;
    for (const bool constant : {false, true}) {
      OpTest test;
      if (transposed) test.Const<int32_t>({5}, {1, 4, 1, 1, 1});
      const auto add_filter = [&] {
        AddFloats(test, constant, {2, 1, 1, 1, 1}, 1);
        test.SetInput<float>(1, {1, 10});
      };
      if (transposed) add_filter();
      test.Input<float>({1, 2, 1, 1, 1}, {1, 2});
      if (!transposed) add_filter();
      test.Output<float>().Params(Stride(transposed ? 2 : 1));
      const std::vector<double> want = transposed
                                           ? std::vector<double>{1, 10, 2, 20}
                                           : std::vector<double>{21};
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(want));
      std::vector<double> twice = want;
      for (double& x : twice) x *= 2;
      test.SetInput<float>(1, {2, 20});
      ASSERT_TRUE(IsOk(test.Invoke()));
      EXPECT_TRUE(test.OutputIs(constant ? want : twice));
      ASSERT_TRUE(IsOk(test.PrepareAgain()));
      ASSERT_TRUE(IsOk(test.Invoke()));
      EXPECT_TRUE(test.OutputIs(constant ? want : twice));
    }
  }
}

TEST(Conv3dCpu, AgreesWithReferenceTransposed) {
  std::mt19937 engine(4);
  for (uint32_t i = 0; i < 60; ++i) {
    const Layer layer = RandomLayer(engine);
    const int32_t out_channels = layer.filter[4];
    OpTest test(layer.threads);
    std::vector<int32_t> out = {layer.input[0], 0, 0, 0, out_channels};
    const TfLiteConv3DParams& p = layer.params;
    const int32_t strides[] = {p.stride_depth, p.stride_height, p.stride_width};
    const int32_t dilations[] = {p.dilation_depth_factor,
                                 p.dilation_height_factor,
                                 p.dilation_width_factor};
    for (int d = 0; d < 3; ++d) {
      const int32_t span = (layer.filter[d] - 1) * dilations[d] + 1;
      out[d + 1] =
          p.padding == kTfLitePaddingSame
              ? layer.input[d + 1] * strides[d] - (strides[d] - 1) * (i % 2)
              : (layer.input[d + 1] - 1) * strides[d] + span;
    }
    test.Const<int32_t>({5}, out);
    Shape filter = layer.filter;
    filter[3] = out_channels;
    filter[4] = layer.input[4];
    AddFloats(test, layer.constant, filter, i + 1000);
    AddFloats(test, false, layer.input, i);
    if (layer.bias) AddFloats(test, true, {out_channels}, i + 2000);
    test.Output<float>().Params(layer.params);
    EXPECT_TRUE(Agree(test, kTransposed, kFastTransposed, 1e-5, 1e-5)) << i;
  }
}

}  // namespace
}  // namespace tflite::kernels
