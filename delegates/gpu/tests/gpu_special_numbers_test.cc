// NaN, infinities and zeros of both signs, of which drivers' functions need not
// give what the CPU's kernels give. Clamps are in gpu_delegate_test.cc.
#include <cmath>
#include <utility>
#include <vector>

#include "delegates/gpu/tests/on_back_ends.h"
#include "gtest/gtest.h"
#include "testing/conformance/case.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::ExpectSameOnDelegate;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::Near;

using GpuSpecialNumbers = OnBackEnds;

// Numbers come before NaN, wherever that is.
TEST_P(GpuSpecialNumbers, FindsTheLargestNumberBesideNaN) {
  const std::vector<double> rows = {NAN, 1, 5,   NAN, -2,  3,   4,   NAN, 7,
                                    -8,  7, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  std::vector<Case> cases;
  for (const int code : {kTfLiteBuiltinArgMax, kTfLiteBuiltinArgMin}) {
    for (const int axis : {0, 1}) {
      cases.push_back(Case("Place", "float32")
                          .Op(code, TfLiteArgMaxParams{kTfLiteInt32})
                          .In(kFloat32, {3, 6}, rows)
                          .Const(kInt32, {}, {1.0 * axis})
                          .Out(kInt32));
    }
  }
  for (const bool half : {false, true}) {
    options_.precision_loss_allowed = half;
    const GpuDelegatePtr delegate = Make();
    ExpectSameOnDelegate(cases, delegate.get());
  }
}

// The same in reductions by one invocation and by a group, in segments, and in
// pools of both vector widths.
TEST_P(GpuSpecialNumbers, PassesOverNaN) {
  const std::vector<double> values = {1,   NAN, 2,  3, NAN, NAN, -4, 5,
                                      NAN, 6,   -7, 8, 9,   NAN, 0};
  std::vector<Case> cases;
  for (const int code : {kTfLiteBuiltinReduceMax, kTfLiteBuiltinReduceMin}) {
    for (const int extent : {4, 300}) {
      cases.push_back(Case("Reduction", "float32")
                          .Op(code, TfLiteReducerParams{false})
                          .In(kFloat32, {7, extent}, values)
                          .List({1})
                          .Out(kFloat32));
    }
  }
  for (const int code :
       {kTfLiteBuiltinUnsortedSegmentMax, kTfLiteBuiltinUnsortedSegmentMin}) {
    cases.push_back(Case("Segments", "float32")
                        .Op(code)
                        .In(kFloat32, {15}, values)
                        .List({0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 0, 1, 2, 3})
                        .List({4})
                        .Out(kFloat32));
  }
  for (const int channels : {1, 4}) {
    TfLitePoolParams pool{};
    pool.padding = kTfLitePaddingSame;
    pool.filter_height = pool.filter_width = 3;
    pool.stride_height = pool.stride_width = 1;
    cases.push_back(Case("Pool", "float32")
                        .Op(kTfLiteBuiltinMaxPool2d, pool)
                        .In(kFloat32, {1, 5, 6, channels}, values)
                        .Out(kFloat32));
  }
  const GpuDelegatePtr delegate = Make();
  ExpectSameOnDelegate(cases, delegate.get());
}

// Zeros of both signs, infinities and NaN; and sums of a normalization that are
// not positive.
TEST_P(GpuSpecialNumbers, RaisesSpecialNumbersToPowers) {
  const std::vector<double> values = {NAN, INFINITY, -INFINITY, -0.0, 0, 1,
                                      -1,  0.5,      -2.5,      3,    -3};
  const int count = static_cast<int>(values.size());
  std::vector<Case> cases;
  for (const double exponent : values) {
    cases.push_back(Case("Power", "float32")
                        .Op(kTfLiteBuiltinPow)
                        .In(kFloat32, {count}, values)
                        .In(kFloat32, {count}, {exponent})
                        .Out(kFloat32)
                        .Within(Near(1e-5, 1e-5)));
  }
  for (const auto& [bias, beta] :
       {std::pair(0.0f, 0.75f), {0.0f, -2.0f}, {-1.0f, 1.0f}, {-1.0f, 0.0f}}) {
    const TfLiteLocalResponseNormParams params = {1, bias, 0.5f, beta};
    cases.push_back(Case("Normalization", "float32")
                        .Op(kTfLiteBuiltinLocalResponseNormalization, params)
                        .In(kFloat32, {1, 1, 2, 4}, {0, 0, 0, 1, 2, 3, 0, 0})
                        .Out(kFloat32)
                        .Within(Near(1e-5, 1e-5)));
  }
  const GpuDelegatePtr delegate = Make();
  ExpectSameOnDelegate(cases, delegate.get());
}

INSTANTIATE_TEST_SUITE_P(All, GpuSpecialNumbers, AllGpuBackEnds(),
                         GpuBackEndName);

}  // namespace
}  // namespace tflite::gpu
