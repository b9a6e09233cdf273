// How the skeleton library calls what a DSP has in its run-time library and
// system, of which the test takes the place. In the program without threads,
// the system lacks a part of what they need.
#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>

#include "delegates/dsp/skel/platform.h"

namespace {

struct Calls {
  std::tuple<void*, int, int, int, int, long> mapping;
  void* mapped = nullptr;
  std::tuple<void*, int> unmapping;
  const void* attributes = nullptr;
  int start_error = 0;
  unsigned joined = 0;
  std::tuple<void*, int> waited, woken;
} calls;

constexpr unsigned kThread = 0x12345678;

}  // namespace

extern "C" {

void* HAP_mmap(void* address, int bytes, int protection, int flags, int fd,
               long offset) {
  calls.mapping = {address, bytes, protection, flags, fd, offset};
  return calls.mapped;
}
int HAP_munmap(void* address, int bytes) {
  calls.unmapping = {address, bytes};
  return 0;
}

// BUILD gives these names to functions of the system.
int FakeThreadCreate(void* thread, const void* attributes, void* (*body)(void*),
                     void* argument) {
  if (calls.start_error != 0) return calls.start_error;
  *static_cast<unsigned*>(thread) = kThread;
  calls.attributes = attributes;
  body(argument);
  return 0;
}
int FakeThreadJoin(unsigned thread, void** result) {
  calls.joined = thread;
  return result == nullptr ? 0 : -1;
}
int FakeFutexWait(void* word, int value) {
  calls.waited = {word, value};
  return 0;
}
#ifndef TFLL_NO_WAKING
int FakeFutexWake(void* word, int threads) {
  calls.woken = {word, threads};
  return 0;
}
#endif

}  // extern "C"

namespace tflite::dsp {
namespace {

void Increment(void* number) { ++*static_cast<int*>(number); }

TEST(DevicePlatform, IsAHexagon) {
  EXPECT_EQ(ThisGuest(), Guest::kHexagon);
  EXPECT_EQ(VectorBytes(), 128u);
  const Counts counts = ReadCounts();
  EXPECT_EQ(counts.packets, 0u);
  EXPECT_EQ(counts.instructions, 0u);
  EXPECT_EQ(counts.vector_instructions, 0u);
}

TEST(DevicePlatform, MapsSharedMemory) {
  constexpr int kReadWrite = 3, kShared = 1;
  uint8_t memory[1];
  calls.mapped = memory;
  EXPECT_EQ(MapShared(5, 4096), memory);
  EXPECT_EQ(calls.mapping,
            std::make_tuple(nullptr, 4096, kReadWrite, kShared, 5, 0));
  calls.mapped = reinterpret_cast<void*>(intptr_t{-1});
  EXPECT_EQ(MapShared(5, 4096), nullptr);
  UnmapShared(memory, 8192);
  EXPECT_EQ(calls.unmapping, std::make_tuple(memory, 8192));
}

TEST(DevicePlatform, ReadsNoStreams) {
  char byte = 0;
  EXPECT_FALSE(ReadBytes(0, &byte, 1));
  EXPECT_FALSE(WriteBytes(1, &byte, 1));
}

#ifdef TFLL_NO_WAKING
TEST(DevicePlatform, HasNoThreadsThatItCannotWake) {
  int number = 0;
  Thread thread{};
  EXPECT_FALSE(StartThread(Increment, &number, &thread));
  EXPECT_EQ(number, 0);
}
#else
TEST(DevicePlatform, StartsAndJoinsThreads) {
  int number = 0;
  Thread thread{};
  thread.id = ~uint64_t{0};
  EXPECT_TRUE(StartThread(Increment, &number, &thread));
  EXPECT_EQ(number, 1);
  EXPECT_EQ(thread.id, kThread);
  EXPECT_EQ(calls.attributes, nullptr);
  JoinThread(&thread);
  EXPECT_EQ(calls.joined, kThread);
  calls.start_error = 11;
  EXPECT_FALSE(StartThread(Increment, &number, &thread));
}

TEST(DevicePlatform, WaitsAndWakesOne) {
  uint32_t word = 3;
  WaitWhile(&word, 3);
  EXPECT_EQ(calls.waited, std::make_tuple(&word, 3));
  Wake(&word);
  EXPECT_EQ(calls.woken, std::make_tuple(&word, 1));
}
#endif

}  // namespace
}  // namespace tflite::dsp
