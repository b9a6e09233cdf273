// What the host's system can refuse.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

#include "delegates/dsp/skel/platform.h"
#include "gtest/gtest.h"

// Takes the place of the C library's.
extern "C" int pthread_create(pthread_t*, const pthread_attr_t*,
                              void* (*)(void*), void*) noexcept {
  return EAGAIN;
}

namespace tflite::dsp {
namespace {

void Increment(void* number) { ++*static_cast<std::atomic<int>*>(number); }

TEST(NativePlatform, SaysWhereThereIsNoThread) {
  std::atomic<int> number{0};
  Thread thread{};
  EXPECT_FALSE(StartThread(Increment, &number, &thread));
  EXPECT_EQ(number, 0);
}

TEST(NativePlatform, ReadsWhatWasWrittenAndThenTheEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const char written[] = "abc";
  char read[4] = {};
  EXPECT_TRUE(WriteBytes(ends[1], written, 4));
  close(ends[1]);
  EXPECT_TRUE(ReadBytes(ends[0], read, 4));
  EXPECT_STREQ(read, written);
  // The end is none of the errors after which it would read again.
  errno = EINTR;
  EXPECT_FALSE(ReadBytes(ends[0], read, 1));
  close(ends[0]);
}

// A pipe of packets gives away one at a time.
TEST(NativePlatform, ReadsWhatComesInPieces) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_DIRECT), 0);
  ASSERT_EQ(write(ends[1], "ab", 2), 2);
  ASSERT_EQ(write(ends[1], "c", 2), 2);
  char read[4] = {};
  EXPECT_TRUE(ReadBytes(ends[0], read, 4));
  EXPECT_STREQ(read, "abc");
  ASSERT_EQ(write(ends[1], "d", 1), 1);
  close(ends[1]);
  EXPECT_FALSE(ReadBytes(ends[0], read, 2));
  close(ends[0]);
}

TEST(NativePlatform, ReadsNothingFromAFileThatIsNotOpen) {
  char read;
  EXPECT_FALSE(ReadBytes(-1, &read, 1));
  EXPECT_EQ(errno, EBADF);
}

TEST(NativePlatform, WritesNothingThatNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN);
  EXPECT_TRUE(WriteBytes(ends[1], "", 0));
  EXPECT_FALSE(WriteBytes(ends[1], "a", 1));
  signal(SIGPIPE, SIG_DFL);
  close(ends[1]);
}

TEST(NativePlatform, MapsNoFileThatIsNotOpen) {
  EXPECT_EQ(MapShared(-1, 4096), nullptr);
}

}  // namespace
}  // namespace tflite::dsp
