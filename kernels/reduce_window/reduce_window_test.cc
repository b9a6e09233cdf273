#include "kernels/reduce_window/reduce_window.h"

#include <cstdlib>
#include <functional>

#include "kernels/register/adapter.h"
#include "kernels/testing/op_test.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReduceWindow =
    MakeOpFunctions<&BindReduceWindow, &EvalReduceWindowReference>();

void Window(OpTest& test, const std::vector<int64_t>& window,
            const std::vector<int64_t>& strides,
            TfLiteReduceWindowFunction function = TfLiteReduceWindowFunctionAdd,
            int64_t dilation = 1) {
  const Shape rank = {static_cast<int32_t>(window.size())};
  test.Const<int64_t>(rank, window).Const<int64_t>(rank, strides);
  test.Const<int64_t>(rank, std::vector<int64_t>(window.size(), dilation));
  TfLiteReduceWindowParams params{};
  params.reduce_function = function;
  test.Params(params);
}

TEST(ReduceWindowBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  test.Params(TfLiteReduceWindowParams{});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C1"));
}

TEST(ReduceWindowBind, RejectsInitialValueOfAnotherType_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<int32_t>({}, {0}).Output<float>();
  Window(test, {1}, {1});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C2"));
}

TEST(ReduceWindowBind, RejectsTwoInitialValues_C3) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({2}, {0, 0}).Output<float>();
  Window(test, {1}, {1});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C3"));
}

TEST(ReduceWindowBind, RejectsZeros_C4) {
  constexpr auto kAdd = TfLiteReduceWindowFunctionAdd;
  const int64_t cases[][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  for (const auto& [window, stride, dilation] : cases) {
    OpTest test;
    test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
    Window(test, {window}, {stride}, kAdd, dilation);
    EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C4")) << window << stride;
  }
}

TEST(ReduceWindowBind, RejectsOtherNumbersOfEntries_C4) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  Window(test, {1, 1}, {1, 1});
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C4"));
}

TEST(ReduceWindowBind, RejectsWindowsThatOverflow_C4) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<float>({}, {0}).Output<float>();
  Window(test, {INT64_MAX}, {1}, TfLiteReduceWindowFunctionAdd, 2);
  EXPECT_TRUE(Violates(test.Prepare(kReduceWindow), "C4"));
}

TEST(ReduceWindowBind, RejectsUnknownFunction_C5) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
  Window(test, {1}, {1}, TfLiteReduceWindowFunctionUnsupported);
  EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C5"));
}

TEST(ReduceWindowBind, RejectsLogicOfNumbers_C5) {
  for (const auto function :
       {TfLiteReduceWindowFunctionAll, TfLiteReduceWindowFunctionAny}) {
    OpTest test;
    test.Input<float>({2}, {1, 2}).Const<float>({}, {0}).Output<float>();
    Window(test, {1}, {1}, function);
    EXPECT_TRUE(Violates(test.Run(kReduceWindow), "C5"));
  }
}

TEST(ReduceWindowReference, SlidesOverBothAxes) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6})
      .Const<float>({}, {10})
      .Output<float>();
  Window(test, {2, 2}, {1, 1});
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(test.OutputIs({22, 26}));
}

TEST(ReduceWindowReference, TakesFloat64) {
  OpTest test;
  test.Input<double>({3}, {1, 2, 1e-12})
      .Const<double>({}, {1})
      .Output<double>();
  Window(test, {2}, {1});
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_TRUE(test.OutputIs({4, 3 + 1e-12}));
}

TEST(ReduceWindowReference, EmptyOutputWhereTheWindowDoesNotFit) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 2}).Const<int32_t>({}, {0}).Output<int32_t>();
  Window(test, {3}, {1}, TfLiteReduceWindowFunctionMax);
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_EQ(test.OutShape(), Shape({0}));
}

TEST(ReduceWindowReference, MinimumOfNegativeIntegers) {
  OpTest test;
  test.Input<int8_t>({4}, {-3, 5, -128, 7})
      .Const<int8_t>({}, {127})
      .Output<int8_t>();
  Window(test, {2}, {2}, TfLiteReduceWindowFunctionMin);
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_TRUE(test.OutputIs({-3, -128}));
}

TEST(ReduceWindowReference, ProductsOfWordsWrap) {
  OpTest test;
  test.Input<uint16_t>({2}, {65535, 65533})
      .Const<uint16_t>({}, {1})
      .Output<uint16_t>();
  Window(test, {2}, {1}, TfLiteReduceWindowFunctionMul);
  ASSERT_TRUE(IsOk(test.Run(kReduceWindow)));
  EXPECT_TRUE(test.OutputIs({3}));
}

constexpr int kMostAxes =
    TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT;

struct StablehloRow {
  static constexpr OpFunctions kFunctions =
      MakeOpFunctions<&BindStablehloReduceWindow, &EvalReduceWindowReference>();
  static constexpr char kName[] = "STABLEHLO_REDUCE_WINDOW";
  static constexpr uint32_t kDecodesSparse = 0;
  static constexpr uint64_t kInPlace = 0;
  static constexpr output_types::Rule kOutputType = nullptr;
  static constexpr uint32_t kShapesOnly = 0;
};

// What preparing a sum of one element with options that `edit` changes reports.
std::string ErrorOf(
    const std::function<void(TfLiteStablehloReduceWindowParams*)>& edit,
    int rank = 1) {
  tflite::testing::CollectingReporter errors;
  Interpreter interpreter(&errors);
  interpreter.AddSubgraphs(1);
  for (int i = 0; i < 2; ++i) {
    Subgraph& graph = *interpreter.subgraph(i);
    graph.AddTensors(3);
    for (int t = 0; t < 3; ++t) {
      const std::vector<int> dims(i == 0 && t == 0 ? rank : 0, 1);
      graph.SetTensorParametersReadWrite(t, kTfLiteFloat32, "t", dims,
                                         TfLiteQuantization{});
    }
    graph.SetInputs({0, 1});
    graph.SetOutputs({2});
  }
  TfLiteRegistration sum = tflite::testing::SumOp();
  sum.builtin_code = kTfLiteBuiltinStablehloAdd;
  interpreter.subgraph(1)->AddNodeWithParameters({0, 1}, {2}, {}, nullptr, 0,
                                                 nullptr, &sum);
  using Params = TfLiteStablehloReduceWindowParams;
  auto* params = static_cast<Params*>(std::calloc(1, sizeof(Params)));
  for (int d = 0; d < kMostAxes; ++d) {
    params->window_dimensions[d] = params->window_strides[d] = 1;
    params->base_dilations[d] = params->window_dilations[d] = 1;
  }
  edit(params);
  params->body_subgraph_index = 1;
  const TfLiteRegistration op = MakeBuiltinRegistration<StablehloRow>(
      kTfLiteBuiltinStablehloReduceWindow);
  interpreter.primary_subgraph().AddNodeWithParameters({0, 1}, {2}, {}, nullptr,
                                                       0, params, &op);
  interpreter.AllocateTensors();
  return errors.text;
}

TEST(ReduceWindowBind, RejectsPaddingThatIsTooLarge_C4) {
  constexpr int64_t kWide = int64_t{1} << 32;
  const auto error = [](int64_t before, int64_t after) {
    return ErrorOf([=](auto* params) {
      params->padding[0] = before;
      params->padding[1] = after;
    });
  };
  EXPECT_EQ(error(1, 1), "");
  for (const auto& [before, after] :
       std::vector<std::pair<int64_t, int64_t>>{{kWide, 0},
                                                {0, kWide},
                                                {INT64_MAX, 0},
                                                {0, INT64_MAX},
                                                {-INT64_MAX, INT64_MAX}}) {
    EXPECT_NE(error(before, after).find("C4"), std::string::npos)
        << before << " and " << after;
  }
}

TEST(ReduceWindowBind, RejectsAxesThatOptionsCannotList_C4) {
  EXPECT_EQ(ErrorOf([](auto*) {}, kMostAxes), "");
  const std::string axes = ErrorOf([](auto*) {}, kMostAxes + 1);
  EXPECT_NE(axes.find("C4: data have rank 9"), std::string::npos) << axes;
}

}  // namespace
}  // namespace tflite::kernels
