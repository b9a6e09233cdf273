// A DSP's process that is killed, hangs, answers nonsense, is of another
// version or has no memory: its partitions go back to the CPU with the reason,
// the interpreters remain usable, and no process or memory is left behind.
#include <signal.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "delegates/dsp/wire/program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

DelegatePtr OnBadGuest(const std::string& fault, int64_t deadline_ms = 60000) {
  DspOptions options;
  options.backend = DspBackend::kNative;
  options.deadline_ms = deadline_ms;
  options.guest_path = "delegates/dsp/testing/bad_guest_" + fault;
  return Create(options);
}

// ADD, RELU: one partition.
Case Sum(int width = 37) {
  const conformance::Elements e = conformance::kInt8;
  return Case("Sum", "int8")
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(e, {3, width})
      .In(e, {3, width})
      .Inner(e)
      .Op(kTfLiteBuiltinRelu)
      .Same(2)
      .Out(e)
      .Within(conformance::Exact());
}

// Checks that the test leaves nothing behind.
class DspFaults : public ::testing::TestWithParam<DspBackend> {
 protected:
  void SetUp() override {
    // What the first use of libraries opens is not the test's.
    { const auto run = Prepared(case_, On(GetParam()).get()); }
    descriptors_ = OpenDescriptors();
    mappings_ = SharedMappings();
  }
  void TearDown() override {
    EXPECT_THAT(Children(), IsEmpty());
    EXPECT_EQ(OpenDescriptors(), descriptors_);
    EXPECT_EQ(SharedMappings(), mappings_);
  }

  // Both nodes are the CPU's, with the reason.
  static void ExpectOnCpu(CaseRun& run, const std::string& reason) {
    EXPECT_EQ(NodesLeft(run.interpreter()), 2);
    EXPECT_THAT(Refusals(run.interpreter()), HasSubstr(reason));
  }

  const Case case_ = Sum();
  int descriptors_ = 0, mappings_ = 0;
};

TEST_P(DspFaults, KilledBetweenRuns) {
  const DelegatePtr delegate = On(GetParam());
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  ASSERT_EQ(NodesLeft(run->interpreter()), 0);
  ASSERT_THAT(Children(), SizeIs(1));
  kill(Children()[0], SIGKILL);
  ExpectSame(case_, *run, /*before=*/2);
  const std::string where = GetParam() == DspBackend::kNative
                                ? "scalar code in a process of the host: "
                                : "Hexagon V67 code under qemu: ";
  ExpectOnCpu(*run, where + "the process was ended by signal 9");
}

TEST_P(DspFaults, AnotherInterpreterGoesOnWithANewProcess) {
  const DelegatePtr delegate = On(GetParam());
  const auto first = Prepared(case_, delegate.get());
  const auto second = Prepared(case_, delegate.get());
  ExpectSame(case_, *first);
  ExpectSame(case_, *second);
  ASSERT_THAT(Children(), SizeIs(1));
  kill(Children()[0], SIGKILL);
  ExpectSame(case_, *first, /*before=*/2);
  EXPECT_EQ(NodesLeft(first->interpreter()), 2);
  ExpectSame(case_, *second, /*before=*/2);
  EXPECT_EQ(NodesLeft(second->interpreter()), 0);
  EXPECT_THAT(Children(), SizeIs(1));
}

TEST_P(DspFaults, Hangs) {
  const DelegatePtr delegate = On(GetParam(), kHangDeadlineMs);
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  ASSERT_THAT(Children(), SizeIs(1));
  kill(Children()[0], SIGSTOP);
  ExpectSame(case_, *run, /*before=*/2);
  ExpectOnCpu(*run, "did not answer in time");
}

TEST_P(DspFaults, TwoProcessesDoNotInterfere) {
  const DelegatePtr one = On(GetParam()), two = On(GetParam());
  const auto first = Prepared(case_, one.get());
  ASSERT_THAT(Children(), SizeIs(1));
  const pid_t process = Children()[0];
  const auto second = Prepared(case_, two.get());
  EXPECT_THAT(Children(), SizeIs(2));
  kill(process, SIGKILL);
  ExpectSame(case_, *first);
  ExpectSame(case_, *second);
  EXPECT_EQ(NodesLeft(first->interpreter()), 2);
  EXPECT_EQ(NodesLeft(second->interpreter()), 0);
}

TEST_P(DspFaults, MemoryIsTooSmall) {
  DspOptions options;
  options.backend = GetParam();
  options.memory_bytes = 1 << 20;
  const DelegatePtr delegate = Create(options);
  const Case large = Sum(/*width=*/1 << 20);
  const auto run = Prepared(large, delegate.get(), 1, kTfLiteDelegateError);
  ExpectSame(large, *run);
  ExpectOnCpu(*run, "memory shared with the device");
  // What fits is taken as ever.
  const auto small = Prepared(case_, delegate.get());
  ExpectSame(case_, *small);
  EXPECT_EQ(NodesLeft(small->interpreter()), 0);
}

TEST_P(DspFaults, ManyTimes) {
  const DelegatePtr delegate = On(GetParam());
  const char* count = getenv("TFLL_DSP_FAULTS");
  for (int i = 0; i < (count == nullptr ? 5 : atoi(count)); ++i) {
    const auto run = Prepared(case_, delegate.get());
    ExpectSame(case_, *run);
    ASSERT_EQ(NodesLeft(run->interpreter()), 0) << i;
    ASSERT_THAT(Children(), SizeIs(1)) << i;
    kill(Children()[0], SIGKILL);
    ExpectSame(case_, *run, /*before=*/2);
    ASSERT_EQ(NodesLeft(run->interpreter()), 2) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Guests, DspFaults, BothGuests(), GuestName);

// Guests that do wrong from the start: no partition is made.
class BadDspGuest : public DspFaults {
 protected:
  void ExpectNotApplied(const std::string& fault, const std::string& reason) {
    const DelegatePtr delegate = OnBadGuest(fault);
    const auto run = Prepared(case_, delegate.get(), 1, kTfLiteDelegateError);
    ExpectSame(case_, *run);
    ExpectOnCpu(*run, reason);
    EXPECT_THAT(Children(), IsEmpty());
  }
};

TEST_P(BadDspGuest, Garbage) {
  ExpectNotApplied("garbage", "answered what is no answer");
}

TEST_P(BadDspGuest, OfAnotherVersion) {
  ExpectNotApplied("oldversion", "its program is of version " +
                                     std::to_string(kWireVersion - 1));
}

TEST_P(BadDspGuest, HasNoMemory) {
  ExpectNotApplied("nomemory", "it could not map the shared memory");
}

TEST_P(BadDspGuest, GarbageLater) {
  const DelegatePtr delegate = OnBadGuest("garbagelater");
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  ExpectSame(case_, *run, /*before=*/2);
  ExpectOnCpu(*run, "answered what is no answer");
}

TEST_P(BadDspGuest, QuitsInARun) {
  const DelegatePtr delegate = OnBadGuest("quits");
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  ExpectOnCpu(*run, "the process ended with status 3");
}

// The thread that answers waits for its helper.
TEST_P(BadDspGuest, HasAHelperThatHangs) {
  const DelegatePtr delegate = OnBadGuest("helperhangs", kHangDeadlineMs);
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  ASSERT_EQ(NodesLeft(run->interpreter()), 0);
  ASSERT_THAT(Children(), SizeIs(1));
  ExpectSame(case_, *run, /*before=*/2);
  ExpectOnCpu(*run, "did not answer in time");
  EXPECT_THAT(Children(), IsEmpty());
}

TEST_P(BadDspGuest, HasAHelperThatExhaustsItsStack) {
  const DelegatePtr delegate = OnBadGuest("helperfaults");
  const auto run = Prepared(case_, delegate.get());
  ExpectSame(case_, *run);
  ASSERT_EQ(NodesLeft(run->interpreter()), 0);
  ExpectSame(case_, *run, /*before=*/2);
  ExpectOnCpu(*run, "the process was ended by signal 11");
  EXPECT_THAT(Children(), IsEmpty());
}

TEST_P(BadDspGuest, IsGivenUpAfterThreeLosses) {
  const DelegatePtr delegate = OnBadGuest("quits");
  for (int i = 0; i < 3; ++i) {
    const auto run = Prepared(case_, delegate.get());
    ExpectSame(case_, *run);
    ExpectOnCpu(*run, "the process ended with status 3");
  }
  const auto run = Prepared(case_, delegate.get(), 1, kTfLiteDelegateError);
  ExpectSame(case_, *run);
  ExpectOnCpu(*run, "lost 3 times in a row");
  // A device that was lost keeps no memory.
  EXPECT_EQ(SharedMappings(), mappings_);
}

TEST_P(BadDspGuest, IsNotThere) {
  DspOptions options;
  options.backend = DspBackend::kNative;
  options.guest_path = "delegates/dsp/testing/no_such_guest";
  const DelegatePtr delegate = Create(options);
  const auto run = Prepared(case_, delegate.get(), 1, kTfLiteDelegateError);
  ExpectSame(case_, *run);
  ExpectOnCpu(*run, "no_such_guest' cannot be read");
}

INSTANTIATE_TEST_SUITE_P(Native, BadDspGuest,
                         ::testing::Values(DspBackend::kNative));

}  // namespace
}  // namespace tflite::dsp
