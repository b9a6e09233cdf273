// Interpreters, models and threads that share a DSP's process, or have one
// each.
#include <signal.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
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
  void SetUp() override {
    // What the first use of libraries opens is not the test's.
    const Case model = Model(7);
    { const auto run = Prepared(model, On(GetParam()).get()); }
    descriptors_ = OpenDescriptors();
  }
  void TearDown() override {
    EXPECT_THAT(Children(), IsEmpty());
    EXPECT_EQ(SharedMappings(), 0);
    EXPECT_EQ(OpenDescriptors(), descriptors_);
  }

 private:
  int descriptors_ = 0;
};

// Prepared(), whether or not the delegate takes the nodes.
std::unique_ptr<CaseRun> Tried(const Case& c, TfLiteDelegate* delegate) {
  static const ops::builtin::BuiltinRefOpResolver reference;
  const auto shapes = Prepared(c, nullptr)->Shapes();
  auto run = std::make_unique<CaseRun>(c, 1);
  EXPECT_TRUE(run->Build(reference, &shapes, 1).ok());
  run->interpreter().ModifyGraphWithDelegate(delegate);
  EXPECT_TRUE(run->Allocate().ok());
  return run;
}

// Compares a few runs with the delegate; `seed` makes the sizes. Returns
// whether the DSP did all of it.
bool RunModel(TfLiteDelegate* delegate, int seed) {
  const Case model = Model(30 + 61 * (seed % 17) + 2500 * (seed % 3));
  const auto run = Tried(model, delegate);
  for (int round = 0; round < 3; ++round) ExpectSame(model, *run, 2 * round);
  return NodesLeft(run->interpreter()) == 0;
}

// Resizes an interpreter again and again, and compares it with the reference.
void ResizeModel(TfLiteDelegate* delegate, int width, int rounds) {
  const Case model = Model(width);
  const auto run = Prepared(model, delegate);
  const auto reference = Prepared(model, nullptr);
  for (int round = 0; round < rounds; ++round) {
    for (CaseRun* r : {run.get(), reference.get()}) {
      ASSERT_TRUE(r->ResizeInputs(1 + round * 7 % 5));
      ASSERT_TRUE(r->Allocate().ok());
    }
    const auto got = run->Invoke(), want = reference->Invoke();
    ASSERT_TRUE(got.ok() && want.ok());
    ASSERT_EQ(got->size(), want->size());
    for (size_t i = 0; i < want->size(); ++i) {
      EXPECT_EQ((*got)[i].bytes, (*want)[i].bytes) << round;
    }
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  }
}

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
  ResizeModel(delegate.get(), 64, 4);
}

TEST_P(DspSharing, ManyThreadsOfManyModelsWhileOthersResize) {
  const DelegatePtr shared = On(GetParam()), other = On(GetParam());
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(RunModel((i % 3 == 2 ? other : shared).get(), 7 * t + i));
      }
    });
  }
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back(
        [&, t] { ResizeModel(shared.get(), 40 + 900 * t, 8); });
  }
  for (std::thread& thread : threads) thread.join();
}

// A process that dies or hangs under way is the loss of its own interpreters.
TEST_P(DspSharing, LossUnderWayLeavesOthersAlone) {
  for (const int signal : {SIGKILL, SIGSTOP}) {
    const DelegatePtr lost =
        signal == SIGKILL ? On(GetParam()) : On(GetParam(), kHangDeadlineMs);
    const Case model = Model(300);
    const auto run = Prepared(model, lost.get());
    ASSERT_THAT(Children(), SizeIs(1));
    const pid_t process = Children()[0];
    const DelegatePtr kept = On(GetParam());
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 3; ++i) {
          EXPECT_TRUE(RunModel(kept.get(), 11 * t + i));
        }
      });
    }
    std::thread killer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      kill(process, signal);
    });
    int runs = 0;
    for (; NodesLeft(run->interpreter()) == 0; ++runs) {
      EXPECT_TRUE(run->Invoke().ok());
    }
    ExpectSame(model, *run, runs);
    killer.join();
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(Refusals(run->interpreter()),
                HasSubstr(signal == SIGKILL ? "ended by signal 9" : "in time"));
  }
}

// The interpreters of a process that dies again and again have right results,
// and use the next process.
TEST_P(DspSharing, ThreadsOutliveTheirProcess) {
  const DelegatePtr delegate = On(GetParam());
  // The first process, which is there to be killed whoever is faster.
  EXPECT_TRUE(RunModel(delegate.get(), 1));
  std::atomic<int> at_work{4}, on_dsp{0}, on_cpu{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 8; ++i) {
        ++(RunModel(delegate.get(), 13 * t + i) ? on_dsp : on_cpu);
      }
      --at_work;
    });
  }
  int kills = 0;
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    // Not again before another one has been of use, as three losses in a row
    // are the end.
    const int before = on_dsp;
    for (const pid_t process : Children()) kills += kill(process, SIGKILL) == 0;
    while (at_work > 0 && on_dsp < before + 2 && on_dsp + on_cpu < 4 * 8 - 2) {
      std::this_thread::yield();
    }
  } while (at_work > 0);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(kills, 0);
  EXPECT_GT(on_dsp, 0);
  EXPECT_EQ(on_dsp + on_cpu, 4 * 8);
}

// Interpreters that the shared memory has no room for are the CPU's; the others
// go on, and what they leave is used again.
TEST_P(DspSharing, MemoryIsExhaustedAndUsedAgain) {
  DspOptions options;
  options.backend = GetParam();
  options.memory_bytes = 2 << 20;
  const DelegatePtr delegate = Create(options);
  const Case large = Model(30000);
  for (int round = 0; round < 3; ++round) {
    std::vector<std::unique_ptr<CaseRun>> runs;
    while (runs.size() < 40) {
      auto run = Tried(large, delegate.get());
      const bool fits = NodesLeft(run->interpreter()) == 0;
      ExpectSame(large, *run);
      if (!fits) {
        EXPECT_THAT(Refusals(run->interpreter()),
                    HasSubstr("memory shared with the device"));
        break;
      }
      runs.push_back(std::move(run));
    }
    ASSERT_GE(runs.size(), 2u) << round;
    ASSERT_LT(runs.size(), 40u) << round;
    for (const auto& run : runs) ExpectSame(large, *run, /*before=*/2);
    runs.pop_back();
    const Case little = Model(7);
    const auto small = Prepared(little, delegate.get());
    ExpectSame(little, *small);
    EXPECT_EQ(NodesLeft(small->interpreter()), 0) << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Guests, DspSharing, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
