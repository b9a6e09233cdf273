#include "kernels/stablehlo_scatter/stablehlo_scatter.h"

#include <algorithm>
#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

template <GraphFunction kFunction>
StatusOr<StablehloScatter> Bind(const NodeView& node) {
  return BindStablehloScatterOf(kFunction, node);
}
template <GraphFunction kFunction>
constexpr OpFunctions kScatter =
    MakeOpFunctions<&Bind<kFunction>, &EvalStablehloScatterReference>();
constexpr OpFunctions kAdd = kScatter<GraphFunction::kAdd>;
constexpr OpFunctions kReplace = kScatter<GraphFunction::kSecond>;

struct Options {
  std::vector<int64_t> window_dims, inserted, start_map;
  int64_t vector_dim;

  TfLiteStablehloScatterParams Params() const {
    TfLiteStablehloScatterParams p{};
    std::copy(window_dims.begin(), window_dims.end(), p.update_window_dims);
    std::copy(inserted.begin(), inserted.end(), p.inserted_window_dims);
    std::copy(start_map.begin(), start_map.end(),
              p.scatter_dims_to_operand_dims);
    p.num_update_window_dims = static_cast<int>(window_dims.size());
    p.num_inserted_window_dims = static_cast<int>(inserted.size());
    p.num_scatter_dims_to_operand_dims = static_cast<int>(start_map.size());
    p.index_vector_dim = vector_dim;
    return p;
  }
};

// Rows of a [3, 2] value at indices [2, 1].
const Options kRows = {{1}, {0}, {0}, 1};
// Elements of a vector at indices [n, 1].
const Options kElements = {{}, {0}, {0}, 1};

Status RunRows(const Options& options) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2, 1}, {2, 0});
  test.Input<float>({2, 2}, {10, 20, 30, 40}).Output<float>();
  test.Params(options.Params());
  return test.Run(kAdd);
}

TEST(StablehloScatterBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1, 1}, {0}).Output<float>();
  test.Params(kElements.Params());
  EXPECT_TRUE(Violates(test.Run(kAdd), "C1"));
}

TEST(StablehloScatterBind, RejectsTypesThatDoNotAdd_C2) {
  OpTest strings;
  strings.Input<std::string>({1}, {"a"}).Input<int32_t>({1, 1}, {0});
  strings.Input<std::string>({1}, {"b"}).Output<std::string>();
  strings.Params(kElements.Params());
  EXPECT_TRUE(Violates(strings.Run(kAdd), "C2"));
  ASSERT_TRUE(IsOk(strings.Run(kReplace)));
  EXPECT_EQ(strings.Out<std::string>(), (std::vector<std::string>{"b"}));
  OpTest mixed;
  mixed.Input<float>({1}, {1})
      .Input<int32_t>({1, 1}, {0})
      .Input<int32_t>({1}, {1});
  mixed.Output<float>().Params(kElements.Params());
  EXPECT_TRUE(Violates(mixed.Run(kAdd), "C2"));
}

TEST(StablehloScatterBind, RejectsIndices_C3) {
  Options options = kRows;
  options.vector_dim = 3;
  EXPECT_TRUE(Violates(RunRows(options), "C3"));
  OpTest type;
  type.Input<float>({1}, {1}).Input<int8_t>({1, 1}, {0}).Input<float>({1}, {1});
  type.Output<float>().Params(kElements.Params());
  EXPECT_TRUE(Violates(type.Run(kAdd), "C3"));
}

TEST(StablehloScatterBind, RejectsWindowDims_C4) {
  for (const Options& options :
       {Options{{1}, {}, {0}, 1}, Options{{2}, {0}, {0}, 1},
        Options{{1}, {2}, {0}, 1}, Options{{1, 0}, {}, {0}, 1}}) {
    EXPECT_TRUE(Violates(RunRows(options), "C4"));
  }
}

TEST(StablehloScatterBind, RejectsOtherNumberOfWindows_C5) {
  OpTest test;
  test.Input<float>({3}, {1, 2, 3}).Input<int32_t>({2, 1}, {2, 0});
  test.Input<float>({3}, {1, 2, 3}).Output<float>().Params(kElements.Params());
  EXPECT_TRUE(Violates(test.Run(kAdd), "C5"));
}

TEST(StablehloScatterBind, RejectsStartDims_C6) {
  for (const std::vector<int64_t>& map :
       {std::vector<int64_t>{2}, {0, 1}, {}}) {
    Options options = kRows;
    options.start_map = map;
    EXPECT_TRUE(Violates(RunRows(options), "C6"));
  }
}

TEST(StablehloScatterBind, RejectsGraphsThatAreMissing_C7) {
  OpTest test;
  test.Input<float>({1}, {1})
      .Input<int32_t>({1, 1}, {0})
      .Input<float>({1}, {1});
  TfLiteStablehloScatterParams params = kElements.Params();
  params.update_computation_subgraph_index = 5;
  test.Output<float>().Params(params);
  constexpr OpFunctions kFunctions =
      MakeOpFunctions<&BindStablehloScatter, &EvalStablehloScatterReference>();
  EXPECT_TRUE(Violates(test.Run(kFunctions), "C7"));
}

TEST(StablehloScatterBind, RejectsLargeWindows_C8) {
  OpTest test;
  test.Input<float>({1}, {1})
      .Input<int32_t>({1, 1}, {0})
      .Input<float>({1, 2}, {1, 2});
  test.Output<float>().Params(Options{{1}, {}, {0}, 1}.Params());
  EXPECT_TRUE(Violates(test.Run(kAdd), "C8"));
}

TEST(StablehloScatter, EachFunction) {
  const std::pair<OpFunctions, std::vector<double>> cases[] = {
      {kAdd, {6, 14, 6}},
      {kScatter<GraphFunction::kMultiply>, {6, 48, 6}},
      {kScatter<GraphFunction::kMaximum>, {6, 8, 6}},
      {kScatter<GraphFunction::kMinimum>, {6, 6, 6}},
      {kScatter<GraphFunction::kAnd>, {6, 0, 6}},
      {kScatter<GraphFunction::kOr>, {6, 14, 6}},
      {kReplace, {6, 8, 6}}};
  for (const auto& [kernel, want] : cases) {
    OpTest test;
    test.Input<int16_t>({3}, {6, 6, 6}).Input<int64_t>({2, 1}, {1, 7});
    test.Input<int16_t>({2}, {8, 99})
        .Output<int16_t>()
        .Params(kElements.Params());
    ASSERT_TRUE(IsOk(test.Run(kernel)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(StablehloScatter, BooleansAndHalves) {
  OpTest bools;
  bools.Input<bool>({2}, {true, false}).Input<int32_t>({2, 1}, {0, 1});
  bools.Input<bool>({2}, {true, true})
      .Output<bool>()
      .Params(kElements.Params());
  ASSERT_TRUE(IsOk(bools.Run(kAdd)));
  EXPECT_TRUE(bools.OutputIs({1, 1}));
  ASSERT_TRUE(IsOk(bools.Run(kScatter<GraphFunction::kMultiply>)));
  EXPECT_TRUE(bools.OutputIs({1, 0}));
  OpTest halves;
  halves.Input<half>({1}, {1.5f}).Input<int32_t>({2, 1}, {0, 0});
  halves.Input<half>({2}, {1, 2}).Output<half>().Params(kElements.Params());
  ASSERT_TRUE(IsOk(halves.Run(kAdd)));
  EXPECT_TRUE(halves.OutputIs({4.5}));
}

TEST(StablehloScatter, WindowsAreClipped) {
  OpTest test;
  test.Input<float>({4}, {1, 1, 1, 1})
      .Input<int64_t>({4, 1}, {3, -1, INT64_MIN, INT64_MAX});
  test.Input<float>({4, 2}, {10, 20, 30, 40, 50, 60, 70, 80}).Output<float>();
  test.Params(Options{{1}, {}, {0}, 1}.Params());
  ASSERT_TRUE(IsOk(test.Run(kAdd)));
  EXPECT_TRUE(test.OutputIs({41, 1, 1, 11}));
}

TEST(StablehloScatter, WindowDimensionFirstAndVectorsAlongTheFirst) {
  OpTest test;
  test.Input<int8_t>({2, 2}, {0, 0, 0, 0}).Input<int32_t>({1, 2}, {1, 0});
  test.Input<int8_t>({2, 2}, {1, 2, 3, 4}).Output<int8_t>();
  // Window w runs along the first dimension of the updates, places along the
  // second.
  test.Params(Options{{0}, {0}, {0}, 0}.Params());
  ASSERT_TRUE(IsOk(test.Run(kAdd)));
  EXPECT_TRUE(test.OutputIs({2, 4, 1, 3}));
}

TEST(StablehloScatter, IndicesWithoutAVectorDimension) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2}, {2, 0});
  test.Input<float>({2, 2}, {10, 20, 30, 40}).Output<float>();
  test.Params(kRows.Params());
  ASSERT_TRUE(IsOk(test.Run(kAdd)));
  EXPECT_TRUE(test.OutputIs({31, 42, 3, 4, 15, 26}));
}

// Places [2, 3] with index vectors along each dimension of the indices.
TEST(StablehloScatter, PlacesOfTwoDimensions) {
  const std::vector<std::vector<int32_t>> indices = {
      // Row and column of each place.
      {2, 0, 1, 4, 2, 2, 0, 3, 0, 1, 1, 1},
      {2, 1, 2, 0, 4, 2, 0, 0, 1, 3, 1, 1},
      {2, 1, 2, 0, 0, 1, 0, 4, 2, 3, 1, 1}};
  const std::vector<Shape> shapes = {{2, 3, 2}, {2, 2, 3}, {2, 2, 3}};
  const int vector_dims[] = {2, 1, 0};
  for (int i = 0; i < 3; ++i) {
    OpTest test;
    test.Input<int16_t>({3, 5}, std::vector<int16_t>(15, 100));
    test.Input<int32_t>(shapes[i], indices[i]);
    test.Input<int16_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Output<int16_t>();
    test.Params(Options{{}, {0, 1}, {0, 1}, vector_dims[i]}.Params());
    ASSERT_TRUE(IsOk(test.Run(kAdd)));
    EXPECT_TRUE(test.OutputIs({100, 105, 100, 104, 100,  //
                               100, 106, 100, 100, 102,  //
                               101, 100, 103, 100, 100}))
        << vector_dims[i];
  }
}

// The window between the two dimensions of the places.
TEST(StablehloScatter, PlacesAroundTheWindow) {
  OpTest test;
  test.Input<int32_t>({7, 2}, std::vector<int32_t>(14, 0));
  test.Input<int64_t>({2, 3, 1}, {6, 4, 2, 0, 1, 3});
  test.Input<int32_t>({2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  test.Output<int32_t>().Params(Options{{1}, {0}, {0}, 2}.Params());
  ASSERT_TRUE(IsOk(test.Run(kReplace)));
  EXPECT_TRUE(test.OutputIs({7, 10, 8, 11, 3, 6, 9, 12, 2, 5, 0, 0, 1, 4}));
}

TEST(StablehloScatter, IntegersWrapAndNoUpdates) {
  OpTest wrap;
  wrap.Input<uint16_t>({1}, {65535}).Input<int32_t>({1, 1}, {0});
  wrap.Input<uint16_t>({1}, {65535})
      .Output<uint16_t>()
      .Params(kElements.Params());
  ASSERT_TRUE(IsOk(wrap.Run(kScatter<GraphFunction::kMultiply>)));
  EXPECT_TRUE(wrap.OutputIs({1}));
  OpTest none;
  none.Input<float>({2}, {1, 2})
      .Input<int32_t>({0, 1}, {})
      .Input<float>({0}, {});
  none.Output<float>().Params(kElements.Params());
  ASSERT_TRUE(IsOk(none.Run(kAdd)));
  EXPECT_TRUE(none.OutputIs({1, 2}));
}

}  // namespace
}  // namespace tflite::kernels
