#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/dsp/session/arena.h"
#include "delegates/dsp/session/child_process.h"
#include "delegates/dsp/session/device_clock.h"
#include "delegates/dsp/session/free_list.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

using ::testing::HasSubstr;

TEST(DeviceClock, ComparesReadings) {
  const DeviceClock clock({"cycles", "instructions"});
  EXPECT_EQ(clock.Elapsed({10, 20}, {13, 29}), (DeviceClock::Reading{3, 9}));
  EXPECT_EQ(clock.Text({10, 20}, {13, 29}), "3 cycles, 9 instructions");
  EXPECT_EQ(clock.Text({10, 20}, {10, 29}), "");
  const uint64_t last = ~uint64_t{0};
  EXPECT_EQ(clock.Elapsed({last, 0}, {1, 0}), (DeviceClock::Reading{2, 0}));
  EXPECT_EQ(clock.Elapsed({1}, {2, 3}), (DeviceClock::Reading{0, 0}));
  EXPECT_EQ(clock.Text({}, {2, 3}), "");
}

TEST(HostTimer, Advances) {
  const HostTimer timer;
  usleep(2000);
  const uint64_t first = timer.Nanoseconds();
  EXPECT_GE(first, 2000000u);
  EXPECT_GE(timer.Nanoseconds(), first);
}

TEST(FreeList, GivesTheLowestPartThatFits) {
  FreeList list(1024, 128);
  EXPECT_EQ(*list.Take(100), 0u);
  EXPECT_EQ(*list.Take(129), 128u);
  EXPECT_EQ(*list.Take(1), 384u);
  EXPECT_EQ(list.bytes_in_use(), 512u);
  list.Return(128, 129);
  EXPECT_EQ(*list.Take(300), 512u);
  EXPECT_EQ(*list.Take(256), 128u);
  // Nothing is left behind a part that is filled.
  list.Return(384, 1);
  EXPECT_EQ(*list.Take(1), 384u);
}

TEST(FreeList, JoinsWhatIsFree) {
  FreeList list(512, 128);
  for (uint64_t i = 0; i < 4; ++i) EXPECT_EQ(*list.Take(128), 128 * i);
  list.Return(0, 128);
  list.Return(256, 128);
  EXPECT_FALSE(list.Take(256).ok());
  list.Return(128, 128);
  EXPECT_EQ(*list.Take(384), 0u);
  list.Return(384, 128);
  list.Return(0, 384);
  EXPECT_EQ(list.bytes_in_use(), 0u);
  EXPECT_EQ(*list.Take(512), 0u);
}

TEST(FreeList, SaysWhatItLacks) {
  FreeList list(512, 128);
  for (const uint64_t bytes :
       {uint64_t{513}, ~uint64_t{0}, ~uint64_t{126}, uint64_t{1} << 40}) {
    const auto taken = list.Take(bytes);
    ASSERT_FALSE(taken.ok());
    EXPECT_TRUE(base::IsResourceExhausted(taken.status())) << taken.status();
  }
}

// The end of the region, less than an alignment, is not used.
TEST(Arena, BlocksReturnWithTheirOwners) {
  const auto memory = std::make_shared<std::vector<uint8_t>>(1 << 16);
  const auto arena =
      std::make_shared<Arena>(memory, memory->data(), 256, 1124, 128, 128);
  {
    auto a = arena->Allocate(128), b = arena->Allocate(100);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_EQ(a->offset(), 256u);
    EXPECT_EQ(b->offset(), 512u);
    EXPECT_EQ(arena->bytes_in_use(), 512u);
    ArenaBlock moved = *std::move(a);
    EXPECT_EQ(moved.offset(), 256u);
    const auto none = arena->Allocate(600);
    EXPECT_THAT(none.status().message(), HasSubstr("shared with the device"));
  }
  EXPECT_EQ(arena->bytes_in_use(), 0u);
  EXPECT_FALSE(arena->Allocate(897).ok());
  const auto all = arena->Allocate(896);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->offset(), 256u);
}

// Whole pages of a block that is freed go back to the system, the parts of
// pages at its ends stay.
TEST(Arena, PagesAreReturned) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t bytes = 8 * page;
  void* const shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto* const base = static_cast<uint8_t*>(shared);
  {
    const auto arena = std::make_shared<Arena>(
        std::shared_ptr<void>(), base, 0, bytes, uint64_t{128}, uint64_t{0});
    auto before = arena->Allocate(128), block = arena->Allocate(3 * page);
    ASSERT_TRUE(before.ok() && block.ok());
    std::memset(base, 0x5A, bytes);
    *block = ArenaBlock();
    for (size_t i = 0; i < bytes; ++i) {
      const bool returned = i >= page && i < 3 * page;
      ASSERT_EQ(base[i], returned ? 0 : 0x5A) << i << " of pages of " << page;
    }
  }
  munmap(shared, bytes);
}

// Programs are made and deleted on any thread; each block is its owner's alone.
TEST(Arena, IsSharedByThreads) {
  constexpr uint64_t kBytes = 1 << 16;
  const auto memory = std::make_shared<std::vector<uint8_t>>(kBytes);
  const auto arena = std::make_shared<Arena>(memory, memory->data(), 0, kBytes,
                                             uint64_t{128}, uint64_t{0});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 1; t <= 4; ++t) {
    threads.emplace_back([&arena, &memory, &wrong, t] {
      std::vector<std::pair<ArenaBlock, uint64_t>> blocks(5);
      for (uint64_t i = 0; i < 4000; ++i) {
        auto& [block, bytes] = blocks[i % blocks.size()];
        for (uint64_t k = 0; k < bytes; ++k) {
          if ((*memory)[block.offset() + k] != t) ++wrong;
        }
        bytes = 128 + i * 37 % 1000;
        auto next = arena->Allocate(bytes);
        if (!next.ok()) {
          ++wrong;
          return;
        }
        block = *std::move(next);
        std::memset(memory->data() + block.offset(), t, bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(arena->bytes_in_use(), 0u);
}

Deadline In(int milliseconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::milliseconds(milliseconds);
}

TEST(ChildProcess, SendsAndReceives) {
  auto child = ChildProcess::Start({{"/bin/cat"}, {}});
  ASSERT_TRUE(child.ok()) << child.status();
  char word[] = "through";
  ASSERT_TRUE(child->Send(word, sizeof(word), In(60000)).ok());
  char back[sizeof(word)] = {};
  ASSERT_TRUE(child->Receive(back, sizeof(back), In(60000)).ok());
  EXPECT_STREQ(back, word);
}

TEST(ChildProcess, ReceivesWhatComesInParts) {
  auto child = ChildProcess::Start(
      {{"/bin/sh", "-c", "printf ab; sleep 0.1; printf cd"}, {}});
  ASSERT_TRUE(child.ok()) << child.status();
  char text[5] = {};
  ASSERT_TRUE(child->Receive(text, 4, In(60000)).ok());
  EXPECT_STREQ(text, "abcd");
}

TEST(ChildProcess, ReceivesDespiteSignals) {
  auto child =
      ChildProcess::Start({{"/bin/sh", "-c", "sleep 0.2; printf x"}, {}});
  ASSERT_TRUE(child.ok()) << child.status();
  struct sigaction action = {}, before;
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
  const itimerval often = {{0, 5000}, {0, 5000}}, never = {};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  char text[2] = {};
  const Status received = child->Receive(text, 1, In(60000));
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_TRUE(received.ok()) << received;
  EXPECT_STREQ(text, "x");
}

TEST(ChildProcess, DoesNotWaitForAReader) {
  auto child = ChildProcess::Start({{"/bin/sleep", "1000"}, {}});
  ASSERT_TRUE(child.ok()) << child.status();
  const std::string large(64 << 20, 'x');
  EXPECT_TRUE(
      base::IsUnavailable(child->Send(large.data(), large.size(), In(0))));
  EXPECT_EQ(child->pid(), -1);
}

// Signals that this process blocks or ignores end a child as usual.
TEST(ChildProcess, InheritsNoSignals) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &blocked, &before), 0);
  const auto handler = signal(SIGPIPE, SIG_IGN);
  for (const auto& [name, text] :
       {std::pair("TERM", "signal 15"), std::pair("PIPE", "signal 13")}) {
    const std::string kills = std::string("kill -") + name + " $$; exit 7";
    auto child = ChildProcess::Start({{"/bin/sh", "-c", kills}, {}});
    ASSERT_TRUE(child.ok()) << child.status();
    char none;
    EXPECT_THAT(child->Receive(&none, 1, In(60000)).message(), HasSubstr(text));
  }
  signal(SIGPIPE, handler);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Descriptor 0 is free in a process without standard input.
TEST(MemoryFile, OwnsAnyDescriptor) {
  const int input = dup(0);
  close(0);
  {
    const auto fd = CreateMemoryFile("session_test", 4096);
    ASSERT_TRUE(fd.ok()) << fd.status();
    EXPECT_EQ(fd->get(), 0);
  }
  EXPECT_EQ(fcntl(0, F_GETFD), -1);
  if (input >= 0) dup2(input, 0);
  close(input);
}

TEST(MemoryFile, HasASizeThatThereIs) {
  const auto fd = CreateMemoryFile("session_test", ~size_t{0});
  ASSERT_FALSE(fd.ok());
  EXPECT_TRUE(base::IsResourceExhausted(fd.status())) << fd.status();
}

TEST(ChildProcess, SharesMemory) {
  auto fd = CreateMemoryFile("session_test", 4096);
  ASSERT_TRUE(fd.ok());
  auto child = ChildProcess::Start(
      {{"/bin/sh", "-c", "printf shared > /proc/self/fd/5"}, {{fd->get(), 5}}});
  ASSERT_TRUE(child.ok()) << child.status();
  char none;
  EXPECT_FALSE(child->Receive(&none, 1, In(60000)).ok());
  void* memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd->get(), 0);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_EQ(std::memcmp(memory, "shared", 6), 0);
  munmap(memory, 4096);
}

TEST(ChildProcess, SaysHowItEnded) {
  char byte = 0;
  auto quits = ChildProcess::Start({{"/bin/sh", "-c", "exit 7"}, {}});
  ASSERT_TRUE(quits.ok());
  EXPECT_THAT(quits->Receive(&byte, 1, In(60000)).message(),
              HasSubstr("status 7"));
  EXPECT_FALSE(quits->Send(&byte, 1, In(60000)).ok());

  auto killed = ChildProcess::Start({{"/bin/cat"}, {}});
  ASSERT_TRUE(killed.ok());
  kill(killed->pid(), SIGKILL);
  EXPECT_THAT(killed->Receive(&byte, 1, In(60000)).message(),
              HasSubstr("signal 9"));
  EXPECT_EQ(killed->pid(), -1);
}

// As a process that is preempted while it ends.
TEST(ChildProcess, MayEndLongAfterItsStream) {
  char byte = 0;
  auto slow = ChildProcess::Start(
      {{"/bin/sh", "-c", "exec < /dev/null > /dev/null; sleep 0.5; exit 7"},
       {}});
  ASSERT_TRUE(slow.ok());
  EXPECT_THAT(slow->Receive(&byte, 1, In(60000)).message(),
              HasSubstr("status 7"));
}

TEST(ChildProcess, DoesNotWaitBeyondTheDeadline) {
  auto child = ChildProcess::Start({{"/bin/cat"}, {}});
  ASSERT_TRUE(child.ok());
  char byte;
  const Status late = child->Receive(&byte, 1, In(50));
  EXPECT_TRUE(base::IsResourceExhausted(late)) << late;
}

TEST(ChildProcess, ClosesItsStreamWithoutEnding) {
  auto child = ChildProcess::Start(
      {{"/bin/sh", "-c", "exec sleep 1000 < /dev/null > /dev/null"}, {}});
  ASSERT_TRUE(child.ok());
  char byte;
  // The deadline is hours away.
  const Status closed = child->Receive(&byte, 1, In(36000000));
  EXPECT_THAT(closed.message(), HasSubstr("closed its stream"));
  EXPECT_EQ(child->pid(), -1);
}

TEST(ChildProcess, CannotStart) {
  const auto child = ChildProcess::Start({{"/no/such/program"}, {}});
  ASSERT_FALSE(child.ok());
  EXPECT_THAT(child.status().message(), HasSubstr("'/no/such/program'"));
}

}  // namespace
}  // namespace tflite::dsp
