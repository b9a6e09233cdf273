// The device transport, whole, with a library in FastRPC's place.
#include <signal.h>

#include <memory>
#include <string>

#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

DspOptions DeviceOptions() {
  DspOptions options;
  options.backend = DspBackend::kDevice;
  options.library_folder = "delegates/dsp/testing";
  return options;
}

Case Product() {
  const conformance::Elements e = conformance::kInt8;
  return Case("Product", "int8")
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .In(e, {3, 37})
      .In(e, {3, 37})
      .Out(e)
      .Within(conformance::Exact());
}

TEST(DeviceTransport, RunsPartitions) {
  {
    const DelegatePtr delegate = Create(DeviceOptions());
    const Case c = Product();
    const auto run = Prepared(c, delegate.get());
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    EXPECT_THAT(Children(), SizeIs(1));
  }
  EXPECT_THAT(Children(), IsEmpty());
  EXPECT_EQ(SharedMappings(), 0);
}

TEST(DeviceTransport, ReportsALostDsp) {
  const DelegatePtr delegate = Create(DeviceOptions());
  const Case c = Product();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  ASSERT_THAT(Children(), SizeIs(1));
  kill(Children()[0], SIGKILL);
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
  EXPECT_THAT(Refusals(run->interpreter()),
              HasSubstr("remote_handle64_invoke failed"));
}

TEST(DeviceTransport, GivesUpACallAtItsDeadline) {
  DspOptions options = DeviceOptions();
  options.deadline_ms = 2000;
  const DelegatePtr delegate = Create(options);
  const Case c = Product();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  ASSERT_THAT(Children(), SizeIs(1));
  const pid_t process = Children()[0];
  kill(process, SIGSTOP);
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
  EXPECT_THAT(Refusals(run->interpreter()), HasSubstr("in time"));
  // FastRPC's thread still waits for it.
  kill(process, SIGKILL);
}

TEST(DeviceTransport, NeedsTheLibrary) {
  DspOptions options = DeviceOptions();
  options.library_folder = "delegates/dsp/no_such_folder";
  const auto delegate = CreateDspDelegate(options);
  ASSERT_FALSE(delegate.ok());
  EXPECT_TRUE(base::IsUnavailable(delegate.status())) << delegate.status();
}

}  // namespace
}  // namespace tflite::dsp
