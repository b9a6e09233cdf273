#include "kernels/irfft2d/irfft2d.h"

#include <complex>
#include <limits>

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

using Complex = std::complex<float>;

constexpr OpFunctions kIrfft2d =
    MakeOpFunctions<&BindIrfft2d, &EvalIrfft2dReference>();

TEST(Irfft2dBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<Complex>({1, 1}, {Complex(1)}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kIrfft2d), "C1"));
}

TEST(Irfft2dBind, RejectsFrequenciesOfRankOne_C2) {
  OpTest test;
  test.Input<Complex>({1}, {Complex(1)})
      .Const<int32_t>({2}, {1, 1})
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C2"));
}

TEST(Irfft2dBind, RejectsRealFrequencies_C2) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<int32_t>({2}, {1, 1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C2"));
}

TEST(Irfft2dBind, RejectsOtherOutputTypes_C2) {
  OpTest test;
  test.Input<Complex>({1, 1}, {Complex(1)}).Const<int32_t>({2}, {1, 1});
  test.Output<Complex>();
  EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C2"));
}

TEST(Irfft2dBind, RejectsLengthZero_C3) {
  for (const auto& length : {std::vector<int32_t>{1, 0}, {0, 1}}) {
    OpTest test;
    test.Input<Complex>({1, 1}, {Complex(1)}).Const<int32_t>({2}, length);
    test.Output<float>();
    EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C3")) << length[0];
  }
}

TEST(Irfft2dBind, RejectsOneLength_C3) {
  OpTest test;
  test.Input<Complex>({1, 1}, {Complex(1)})
      .Const<int32_t>({1}, {1})
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kIrfft2d), "C3"));
}

// numpy.fft.irfft2 of rows by columns frequencies, cut or padded as said.
void ExpectSignal(const Shape& frequencies, const std::vector<Complex>& in,
                  const std::vector<int32_t>& length,
                  const std::vector<double>& want) {
  OpTest test;
  test.Input<Complex>(frequencies, in)
      .Input<int32_t>({2}, length)
      .Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kIrfft2d)));
  EXPECT_TRUE(test.OutputIs(want, 1e-6)) << frequencies.ToString();
}

TEST(Irfft2d, PowersOfTwo) {
  ExpectSignal(
      {4, 3},
      {{0.7f, -0.67f},
       {-0.06f, -0.17f},
       {0.68f, -0.1f},
       {-0.74f, 0.55f},
       {-0.38f, 0.59f},
       {-0.07f, 0.04f},
       {0.48f, -0.08f},
       {-0.03f, 0.56f},
       {-0.73f, 0.77f},
       {-0.31f, 0.35f},
       {-0.35f, 0.6f},
       {-0.4f, 0.88f}},
      {4, 4},
      {-0.1268750, -0.1568750, 0.0781250, 0.2381250, 0.1393750, -0.0443750,
       0.1443750, -0.2343750, 0.2456250, 0.2131250, 0.0856250, 0.0131250,
       0.0568750, 0.0781250, 0.0668750, -0.0968750});
}

TEST(Irfft2d, OddLengths) {
  ExpectSignal({3, 3},
               {{-0.92f, -0.29f},
                {0.75f, 0.63f},
                {-0.45f, -0.14f},
                {-0.05f, 0.2f},
                {0.59f, 0.46f},
                {0.43f, 0.64f},
                {-0.71f, 0.52f},
                {0.32f, -0.99f},
                {-0.86f, -0.16f}},
               {3, 5},
               {-0.0080000, 0.0119934, -0.2920430, -0.3625978, 0.0906474,
                -0.2693324, -0.1579433, 0.0528919, 0.0428692, 0.2438907,
                0.2133324, -0.0064722, -0.4445581, 0.0387815, -0.0734597});
}

TEST(Irfft2d, PadsRowsAndCutsColumns) {
  ExpectSignal(
      {2, 4},
      {{-0.07f, 0.32f},
       {-0.89f, -0.74f},
       {0.08f, -0.55f},
       {0.22f, 0.15f},
       {0.66f, -0.66f},
       {0.88f, 0.56f},
       {-0.74f, 0.71f},
       {-0.54f, -0.93f}},
      {3, 4},
      {-0.0075000, 0.1341667, -0.0041667, 0.0741667, -0.3019375, 0.0710208,
       0.3030539, -0.0149450, -0.1330625, 0.1273125, 0.1486127, -0.4667216});
}

TEST(Irfft2d, CutsRowsAndPadsColumns) {
  ExpectSignal(
      {3, 2},
      {{0.07f, 0.82f},
       {0.59f, -0.6f},
       {0.95f, -0.12f},
       {-0.45f, 0.44f},
       {-0.66f, 0.69f},
       {0.75f, -0.66f}},
      {2, 6},
      {0.1083333, 0.1197607, 0.0964273, 0.0616667, 0.0502393, 0.0735727,
       0.1000000, 0.1634444, -0.0098889, -0.2466667, -0.3101111, -0.1367777});
}

TEST(Irfft2d, ConstantsOfABatch) {
  ExpectSignal({2, 1, 1}, {{3.0f, 5.0f}, {-1.0f, 0.0f}}, {1, 2},
               {1.5, 1.5, -0.5, -0.5});
}

TEST(Irfft2d, SignalsOfOneNumber) {
  ExpectSignal({1, 1}, {{3.0f, 5.0f}}, {1, 1}, {3});
}

// Those of a real signal's constant and of its highest frequency are 0.
TEST(Irfft2d, IgnoresImpossibleImaginaryParts) {
  const float inf = std::numeric_limits<float>::infinity();
  ExpectSignal({1, 4}, {{6, inf}, {0, 0}, {0, 0}, {3, inf}}, {1, 6},
               {1.5, 0.5, 1.5, 0.5, 1.5, 0.5});
}

TEST(Irfft2d, ThreadsTakeSignals) {
  EXPECT_TRUE(ThreadsAgree(kIrfft2d, [](OpTest& test) {
    std::vector<Complex> in;
    for (const float x : RandomElements<float>(16 * 16 * 9, -1, 1, 1)) {
      in.emplace_back(x, 1 - x * x);
    }
    test.Input<Complex>({16, 16, 9}, in).Const<int32_t>({2}, {16, 16});
    test.Output<float>();
  }));
}

TEST(Irfft2d, NoSignals) { ExpectSignal({0, 2, 2}, {}, {2, 2}, {}); }

}  // namespace
}  // namespace tflite::kernels
