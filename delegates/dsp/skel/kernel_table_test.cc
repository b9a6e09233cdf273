// How steps are divided among threads: each part gets its share of the scratch
// memory, and runs nowhere if one of them has too little. The test takes the
// place of a vector kernel.
#include "delegates/dsp/skel/kernel_table.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "delegates/dsp/skel/kernels/conv_2d.h"
#include "delegates/dsp/skel/parts.h"
#include "delegates/dsp/skel/threads.h"
#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/wire/program.h"
#include "delegates/dsp/wire/scratch.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

struct Call {
  uint32_t output;  // its offset
  int32_t units;
  Scratch scratch;
  bool is_helper;
};

struct Calls {
  std::mutex mutex;
  std::vector<Call> all;
  std::thread::id caller;
} calls;

}  // namespace

void FullyConnectedHvx(const FullyConnectedParams& p, const Memory&,
                       const Scratch& scratch) {
  std::lock_guard<std::mutex> lock(calls.mutex);
  calls.all.push_back({p.output.offset, p.units, scratch,
                       std::this_thread::get_id() != calls.caller});
}

namespace {

// Large enough for four parts of 256 units.
FullyConnectedParams Layer() {
  FullyConnectedParams p = {};
  p.rows = 1;
  p.depth = 512;
  p.units = 1024;
  p.output = {1 << 12, 1024};
  p.finish.channels = p.finish.pitch = 1024;
  return p;
}

uint8_t scratch_memory[1 << 20];

// The calls of the kernel, in the order of their outputs.
std::vector<Call> CallsOf(const FullyConnectedParams& p, uint32_t threads,
                          uint64_t scratch_bytes) {
  calls.all.clear();
  calls.caller = std::this_thread::get_id();
  EXPECT_LE(scratch_bytes, sizeof(scratch_memory));
  Crew crew = {threads, {}};
  RunStep(Opcode::kFullyConnected, &p, {nullptr},
          {scratch_memory, static_cast<uint32_t>(scratch_bytes)}, &crew);
  std::vector<Call> all = calls.all;
  std::sort(all.begin(), all.end(),
            [](const Call& a, const Call& b) { return a.output < b.output; });
  return all;
}

void ExpectWhole(const std::vector<Call>& all, uint64_t scratch_bytes) {
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].units, 1024);
  EXPECT_EQ(all[0].scratch.data, scratch_memory);
  EXPECT_EQ(all[0].scratch.bytes, scratch_bytes);
  EXPECT_FALSE(all[0].is_helper);
}

TEST(KernelTable, SharesScratchMemoryAmongParts) {
  const FullyConnectedParams p = Layer();
  for (const uint32_t parts : {2u, 4u}) {
    const uint64_t need = ScratchBytes(PartOf(p, 0, parts));
    ASSERT_EQ(need % kPieceAlignment, 0u);
    ASSERT_EQ(ScratchBytes(PartOf(p, parts - 1, parts)), need);
    // Less than a vector for each is left over.
    for (const uint64_t more : {0u, parts * kPieceAlignment - 1}) {
      const std::vector<Call> all = CallsOf(p, parts, parts * need + more);
      ASSERT_EQ(all.size(), parts);
      for (uint32_t i = 0; i < parts; ++i) {
        EXPECT_EQ(all[i].units, static_cast<int32_t>(1024 / parts));
        EXPECT_EQ(all[i].output, (1u << 12) + i * (1024 / parts));
        EXPECT_EQ(all[i].scratch.data, scratch_memory + i * need);
        EXPECT_EQ(all[i].scratch.bytes, need);
        EXPECT_EQ(all[i].is_helper, i > 0);
      }
    }
    const std::vector<Call> all =
        CallsOf(p, parts, parts * (need + kPieceAlignment));
    ASSERT_EQ(all.size(), parts);
    EXPECT_EQ(all[1].scratch.data, scratch_memory + need + kPieceAlignment);
  }
}

TEST(KernelTable, DividesNothingWithoutScratchMemoryForEachPart) {
  const FullyConnectedParams p = Layer();
  const uint64_t less = 2 * ScratchBytes(PartOf(p, 0, 2)) - 1;
  ExpectWhole(CallsOf(p, 2, less), less);
  ExpectWhole(CallsOf(p, 1, 1 << 19), 1 << 19);
}

// What suffices for the first part is not large enough for the last one.
TEST(KernelTable, RunsTheWholeWhereOneOfThePartsDidNotRun) {
  FullyConnectedParams p = Layer();
  p.units = p.finish.channels = p.finish.pitch = 1056;
  const uint64_t first = ScratchBytes(PartOf(p, 0, 2));
  const uint64_t last = ScratchBytes(PartOf(p, 1, 2));
  ASSERT_NE(first, last);
  const uint64_t share = std::max(first, last) - kPieceAlignment;
  const std::vector<Call> all = CallsOf(p, 2, 2 * share);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(std::max(all[0].units, all[1].units), 1056);
}

struct Ran {
  std::mutex mutex;
  std::vector<uint32_t> parts;
  bool is_refused = false;

  static void Add(void* context, uint32_t part) {
    auto& self = *static_cast<Ran*>(context);
    std::lock_guard<std::mutex> lock(self.mutex);
    self.parts.push_back(part);
  }
  // While helpers run this, others neither use nor end them.
  static void Nest(void* context, uint32_t part) {
    if (part == 0) {
      Counts counts = {};
      EndHelpers();
      auto& self = *static_cast<Ran*>(context);
      self.is_refused = !RunParts(2, Add, context, &counts);
    }
  }
};

TEST(Helpers, RunEachPartOnce) {
  Counts counts = {};
  for (const uint32_t parts : {1u, 3u, kMostThreads, 2u}) {
    Ran ran;
    EXPECT_TRUE(RunParts(parts, Ran::Add, &ran, &counts));
    std::sort(ran.parts.begin(), ran.parts.end());
    ASSERT_EQ(ran.parts.size(), parts);
    for (uint32_t i = 0; i < parts; ++i) EXPECT_EQ(ran.parts[i], i);
  }
  EndHelpers();
}

TEST(Helpers, AreUsedByOneCallAtATime) {
  Counts counts = {};
  Ran ran;
  EXPECT_TRUE(RunParts(2, Ran::Nest, &ran, &counts));
  EXPECT_TRUE(ran.is_refused);
  EXPECT_TRUE(ran.parts.empty());
  EXPECT_TRUE(RunParts(2, Ran::Add, &ran, &counts));
  EXPECT_EQ(ran.parts.size(), 2u);
  EndHelpers();
}

// Before any helper has started. Emulators have threads of their own.
const size_t threads_at_start = ThreadsOf(getpid()).size();

TEST(Helpers, StartAgainAfterTheyEnded) {
  EndHelpers();
  Counts counts = {};
  const size_t before = threads_at_start;
  EXPECT_EQ(AwaitThreadsOf(getpid(), before).size(), before);
  for (int round = 0; round < 2; ++round) {
    Ran ran;
    EXPECT_TRUE(RunParts(3, Ran::Add, &ran, &counts));
    EXPECT_TRUE(RunParts(2, Ran::Add, &ran, &counts));
    EXPECT_EQ(ran.parts.size(), 5u);
    EXPECT_EQ(ThreadsOf(getpid()).size(), before + 2);
    EndHelpers();
    EXPECT_EQ(AwaitThreadsOf(getpid(), before).size(), before);
  }
}

// Whether a thread of this process waits for an event.
bool Sleeps(pid_t thread) {
  std::ifstream in("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(in, text);
  // The state follows the name, which is in parentheses.
  const size_t end = text.rfind(')');
  return end + 2 < text.size() && text[end + 2] == 'S';
}

TEST(Helpers, SleepUntilTheyAreNeeded) {
  EndHelpers();
  const std::vector<pid_t> before = AwaitThreadsOf(getpid(), threads_at_start);
  Counts counts = {};
  Ran ran;
  EXPECT_TRUE(RunParts(3, Ran::Add, &ran, &counts));
  // A helper is awake for a moment after its part.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const std::vector<pid_t> all = ThreadsOf(getpid());
  EXPECT_EQ(all.size(), before.size() + 2);
  for (const pid_t thread : all) {
    if (std::count(before.begin(), before.end(), thread) > 0) continue;
    bool sleeps = Sleeps(thread);
    while (!sleeps && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      sleeps = Sleeps(thread);
    }
    EXPECT_TRUE(sleeps);
  }
  EndHelpers();
}

}  // namespace
}  // namespace tflite::dsp
