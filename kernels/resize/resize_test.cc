#include "kernels/resize/resize.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kBilinear =
    MakeOpFunctions<&BindResizeBilinear, &EvalResizeBilinearReference>();
constexpr OpFunctions kBilinearCpu =
    MakeOpFunctions<&BindResizeBilinear, &EvalResizeBilinearCpu>();
constexpr OpFunctions kNearest =
    MakeOpFunctions<&BindResizeNearestNeighbor,
                    &EvalResizeNearestNeighborReference>();
constexpr OpFunctions kNearestCpu =
    MakeOpFunctions<&BindResizeNearestNeighbor,
                    &EvalResizeNearestNeighborCpu>();

TfLiteResizeBilinearParams Linear(bool align_corners = false,
                                  bool half_pixel_centers = false) {
  return {align_corners, half_pixel_centers};
}
TfLiteResizeNearestNeighborParams Near(bool align_corners = false,
                                       bool half_pixel_centers = false) {
  return {align_corners, half_pixel_centers};
}

// A row of two pixels to the size given.
void Small(OpTest& test, std::vector<int32_t> size) {
  test.Input<float>({1, 1, 2, 1}, {2, 4}).Const<int32_t>({2}, size);
  test.Output<float>().Params(Linear());
}

TEST(ResizeBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1, 2, 1}, {2, 4}).Output<float>().Params(Linear());
  EXPECT_TRUE(Violates(test.Run(kBilinear), "C1"));
}

TEST(ResizeBind, RejectsRankThree_C2) {
  OpTest test;
  test.Input<float>({1, 2, 1}, {2, 4}).Const<int32_t>({2}, {1, 1});
  test.Output<float>().Params(Linear());
  EXPECT_TRUE(Violates(test.Run(kBilinear), "C2"));
}

TEST(ResizeBind, RejectsSizes_C3) {
  for (const int32_t extent : {0, -1, (1 << 24) + 1}) {
    OpTest test;
    Small(test, {1, extent});
    EXPECT_TRUE(Violates(test.Run(kBilinear), "C3"));
  }
  OpTest three;
  three.Input<float>({1, 1, 2, 1}, {2, 4}).Const<int32_t>({3}, {1, 1, 1});
  three.Output<float>().Params(Linear());
  EXPECT_TRUE(Violates(three.Run(kBilinear), "C3"));
}

TEST(ResizeBind, TakesTheLargestSize) {
  OpTest test;
  test.Input<float>({0, 1, 1, 1}, {}).Const<int32_t>({2}, {1 << 24, 1});
  test.Output<float>().Params(Linear());
  ASSERT_TRUE(IsOk(test.Run(kBilinear)));
  EXPECT_EQ(test.OutShape(), Shape({0, 1 << 24, 1, 1}));
}

TEST(ResizeBind, RejectsTypes_C4) {
  OpTest test;
  test.Input<int32_t>({1, 1, 2, 1}, {2, 4}).Const<int32_t>({2}, {1, 1});
  test.Output<int32_t>().Params(Linear());
  EXPECT_TRUE(Violates(test.Run(kBilinear), "C4"));
  OpTest differ;
  differ.Input<float>({1, 1, 2, 1}, {2, 4}).Const<int32_t>({2}, {1, 1});
  differ.Output<int8_t>().Params(Linear());
  EXPECT_TRUE(Violates(differ.Run(kBilinear), "C4"));
}

TEST(ResizeBind, RejectsOtherScales_C5) {
  OpTest test;
  test.Input<int8_t>({1, 1, 2, 1}, {2, 4}, {0.5f, 1})
      .Const<int32_t>({2}, {1, 1});
  test.Output<int8_t>({0.25f, 1}).Params(Near());
  EXPECT_TRUE(Violates(test.Run(kNearest), "C5"));
}

TEST(ResizeBind, RejectsBothCenters_C6) {
  OpTest test;
  Small(test, {1, 4});
  test.Params(Linear(true, true));
  EXPECT_TRUE(Violates(test.Run(kBilinear), "C6"));
}

TEST(ResizeBind, RejectsImageWithoutPixels_C7) {
  for (const Shape& shape : {Shape({1, 0, 2, 1}), Shape({1, 2, 0, 1})}) {
    OpTest test;
    test.Input<float>(shape, {}).Const<int32_t>({2}, {1, 1});
    test.Output<float>().Params(Linear());
    EXPECT_TRUE(Violates(test.Run(kBilinear), "C7")) << shape.ToString();
  }
}

TEST(ResizeBilinear, PlacesSources) {
  OpTest test;
  Small(test, {1, 4});
  ASSERT_TRUE(IsOk(test.Run(kBilinear)));
  EXPECT_TRUE(test.OutputIs({2, 3, 4, 4}));
  test.Params(Linear(false, true));
  ASSERT_TRUE(IsOk(test.Run(kBilinear)));
  EXPECT_TRUE(test.OutputIs({2, 2.5, 3.5, 4}));
  test.Params(Linear(true, false));
  ASSERT_TRUE(IsOk(test.Run(kBilinear)));
  EXPECT_TRUE(test.OutputIs({2, 2 + 2.0 / 3, 2 + 4.0 / 3, 4}, 1e-6));
}

// 206.5 before it is rounded: the weights beyond the edge, 1.1666666 and
// -0.1666666, leave less.
TEST(ResizeBilinear, WeighsBytesBeyondTheEdge) {
  for (const OpFunctions& functions : {kBilinear, kBilinearCpu}) {
    OpTest test;
    test.Input<uint8_t>({1, 2, 2, 1}, {221, 192, 214, 137}, 0.5f);
    test.Const<int32_t>({2}, {3, 3}).Output<uint8_t>(0.5f);
    test.Params(Linear(false, true));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({221, 206, 192, 217, 191, 165, 214, 176, 137}));
  }
}

TEST(ResizeNearest, PlacesSources) {
  OpTest test;
  test.Input<int64_t>({1, 1, 3, 1}, {7, 8, 9}).Input<int32_t>({2}, {2, 5});
  test.Output<int64_t>().Params(Near());
  ASSERT_TRUE(IsOk(test.Run(kNearest)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 5, 1}));
  EXPECT_TRUE(test.OutputIs({7, 7, 8, 8, 9, 7, 7, 8, 8, 9}));
  test.Params(Near(true, false));
  ASSERT_TRUE(IsOk(test.Run(kNearest)));
  EXPECT_TRUE(test.OutputIs({7, 8, 8, 9, 9, 7, 8, 8, 9, 9}));
}

TEST(Resize, ZeroChannels) {
  OpTest test;
  test.Input<float>({2, 3, 3, 0}, {}).Const<int32_t>({2}, {6, 6});
  test.Output<float>().Params(Linear());
  ASSERT_TRUE(IsOk(test.Run(kBilinearCpu)));
  EXPECT_EQ(test.OutShape(), Shape({2, 6, 6, 0}));
}

template <typename T>
void Compare() {
  uint32_t seed = 5;
  const double low = std::is_same_v<T, int8_t> ? -128 : 0;
  for (const int32_t channels : {1, 3, 7, 17, 27, 33}) {
    // The last size has weights without rounding.
    for (const auto& size :
         {std::vector<int32_t>{7, 11}, {3, 2}, {1, 30}, {20, 24}}) {
      const Shape shape = {2, 5, 6, channels};
      const auto values =
          RandomElements<T>(shape.num_elements(), low, 100, seed++);
      for (const bool half : {false, true}) {
        OpTest test(2);
        test.Input<T>(shape, values, 0.5f);
        test.Const<int32_t>({2}, size);
        test.Output<T>(0.5f);
        test.Params(Linear(false, half));
        EXPECT_TRUE(Agree(test, kBilinear, kBilinearCpu));
        test.Params(Near(!half, half));
        EXPECT_TRUE(Agree(test, kNearest, kNearestCpu));
      }
    }
  }
}

TEST(ResizeCpu, AgreesWithReference) {
  Compare<float>();
  Compare<uint8_t>();
  Compare<int8_t>();
  Compare<int16_t>();
}

}  // namespace
}  // namespace tflite::kernels
