// Single operators with random shapes and quantizations: all run on the DSP,
// with the bits of the reference.
#include <cmath>

#include "delegates/common/testing/byte_cases.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::kInt8;
using conformance::kUInt8;
using delegates::ByteCases;

class DspOperators : public ::testing::TestWithParam<DspBackend> {};

TEST_P(DspOperators, HaveTheBitsOfTheReference) {
  const DelegatePtr delegate = On(GetParam());
  ASSERT_NE(delegate, nullptr);
  delegates::ExpectBytesOfTheReference(delegate.get(),
                                       {&ByteCases::GroupedConv,
                                        &ByteCases::Conv,
                                        &ByteCases::Depthwise,
                                        &ByteCases::TransposeConv,
                                        &ByteCases::FullyConnected,
                                        &ByteCases::Pool,
                                        &ByteCases::ResizeBilinear,
                                        &ByteCases::ResizeNearest,
                                        &ByteCases::Mean,
                                        &ByteCases::Extreme,
                                        &ByteCases::ArgMinMax,
                                        &ByteCases::Softmax,
                                        &ByteCases::Add,
                                        &ByteCases::Binary,
                                        &ByteCases::Prelu,
                                        &ByteCases::Lstm,
                                        &ByteCases::Svdf,
                                        &ByteCases::MirrorPad,
                                        &ByteCases::Pad,
                                        &ByteCases::StridedSlice,
                                        &ByteCases::Transpose,
                                        &ByteCases::Tile,
                                        &ByteCases::Concatenation},
                                       25);
}

// Beyond 33024 elements, the reference computes in real numbers.
TEST_P(DspOperators, NormalizeLongRows) {
  for (const int depth : {33024, 33025}) {
    for (const Elements& e : {kInt8, kUInt8}) {
      const Case c = Case("L2Normalization", e.name)
                         .Op(kTfLiteBuiltinL2Normalization,
                             TfLiteL2NormParams{kTfLiteActNone})
                         .In(e.Scaled(0.1f, 3).Range(1, -1), {2, depth})
                         .Out(e.Scaled(1.f / 128, 100))
                         .Within(conformance::Exact());
      const DelegatePtr delegate = On(GetParam());
      ASSERT_NE(delegate, nullptr);
      const auto run = conformance::Prepared(c, delegate.get());
      EXPECT_EQ(conformance::NodesLeft(run->interpreter()),
                depth == 33024 ? 0 : 1);
      conformance::ExpectSame(c, *run);
    }
  }
}

// The 11th row's weight is a quarter and 2^-24, those of columns are quarters:
// sums close to a half are just below it.
TEST_P(DspOperators, ResizeWithWeightsBesideQuarters) {
  const Elements e = kUInt8.Scaled(0.1f, 3).Range(1, -1);
  const Case c = Case("ResizeBilinear", "uint8")
                     .Op(kTfLiteBuiltinResizeBilinear,
                         TfLiteResizeBilinearParams{false, true})
                     .In(e, {1, 1, 7, 40})
                     .List({14, 14})
                     .Out(e)
                     .Within(conformance::Exact());
  const DelegatePtr delegate = On(GetParam());
  ASSERT_NE(delegate, nullptr);
  conformance::ExpectSameOnDelegate({c}, delegate.get());
}

// Infinite numbers, whose differences are none.
TEST_P(DspOperators, SoftmaxOfTooLargeNumbers) {
  for (const Elements& e : {kInt8, kUInt8}) {
    const Case c =
        Case("Softmax", e.name)
            .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
            .In(e.Scaled(std::ldexp(1.0f, 126), 3).Range(1, -1), {3, 80})
            .Out(e.Scaled(1.f / 256, e.type == kTfLiteInt8 ? -128 : 0))
            .Within(conformance::Exact());
    const DelegatePtr delegate = On(GetParam());
    ASSERT_NE(delegate, nullptr);
    conformance::ExpectSameOnDelegate({c}, delegate.get());
  }
}

INSTANTIATE_TEST_SUITE_P(Guests, DspOperators, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
