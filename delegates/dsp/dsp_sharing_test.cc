// Interpreters, models and threads that share a DSP's process, or have one
// each.
#include <memory>
#include <string>
#include <thread>
#include <vector>

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
using ::testing::IsEmpty;
using ::testing::SizeIs;

// x + x, negated by a product, its greatest elements: inner values, operands
// that are used twice and results that come from the middle.
Case Model(int width) {
  const conformance::Elements e = conformance::kInt8;
  return Case("Model", "int8")
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(e, {5, width})
      .Same(0)
      .Out(e)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(1)
      .Same(0)
      .Inner(e)
      .Op(kTfLiteBuiltinMaximum)
      .Same(2)
      .Same(1)
      .Out(e)
      .Within(conformance::Exact());
}

class DspSharing : public ::testing::TestWithParam<DspBackend> {
 protected:
  void TearDown() override {
    EXPECT_THAT(Children(), IsEmpty());
    EXPECT_EQ(SharedMappings(), 0);
  }
};

TEST_P(DspSharing, ModelsInTurnsOnOneProcess) {
  const DelegatePtr delegate = On(GetParam());
  const Case small = Model(7), large = Model(3001);
  const auto a = Prepared(small, delegate.get());
  const auto b = Prepared(large, delegate.get());
  const auto c = Prepared(small, delegate.get());
  EXPECT_THAT(Children(), SizeIs(1));
  for (int round = 0; round < 3; ++round) {
    ExpectSame(small, *a, 2 * round);
    ExpectSame(large, *b, 2 * round);
    ExpectSame(small, *c, 2 * round);
  }
  EXPECT_EQ(NodesLeft(a->interpreter()), 0);
  EXPECT_EQ(NodesLeft(b->interpreter()), 0);
}

TEST_P(DspSharing, ThreadsOnOneProcess) {
  const DelegatePtr delegate = On(GetParam());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&delegate, t] {
      const Case model = Model(100 + 37 * t);
      const auto run = Prepared(model, delegate.get());
      for (int round = 0; round < 5; ++round) {
        ExpectSame(model, *run, 2 * round);
      }
      EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(DspSharing, ThreadsWithProcessesOfTheirOwn) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([t] {
      const DelegatePtr delegate = On(GetParam());
      const Case model = Model(50 + 11 * t);
      const auto run = Prepared(model, delegate.get());
      ExpectSame(model, *run);
      EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(DspSharing, ResizedGraphsAreCompiledAgain) {
  const DelegatePtr delegate = On(GetParam());
  const Case model = Model(64);
  const auto run = Prepared(model, delegate.get());
  const auto reference = Prepared(model, nullptr);
  for (const int factor : {3, 1, 2}) {
    for (conformance::CaseRun* r : {run.get(), reference.get()}) {
      ASSERT_TRUE(r->ResizeInputs(factor));
      ASSERT_TRUE(r->Allocate().ok());
    }
    const auto got = run->Invoke(), want = reference->Invoke();
    ASSERT_TRUE(got.ok() && want.ok());
    ASSERT_EQ(got->size(), want->size());
    for (size_t i = 0; i < want->size(); ++i) {
      EXPECT_EQ((*got)[i].bytes, (*want)[i].bytes) << factor;
    }
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Guests, DspSharing, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
