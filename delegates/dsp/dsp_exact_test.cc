// Results equal those of the reference kernels bit by bit. The tolerance of
// some cases of the suite is one step.
#include <string>

#include "delegates/dsp/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

class DspExact : public ::testing::TestWithParam<DspBackend> {};

TEST_P(DspExact, EveryCaseThatItTakes) {
  const DelegatePtr delegate = On(GetParam());
  ASSERT_NE(delegate, nullptr);
  const int taken = conformance::ExpectExactBytes(delegate.get());
  EXPECT_GT(taken, 700);
}

INSTANTIATE_TEST_SUITE_P(Guests, DspExact, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
