// What the host's system can refuse.
#include <errno.h>
#include <pthread.h>
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
  EXPECT_FALSE(ReadBytes(ends[0], read, 1));
  close(ends[0]);
}

TEST(NativePlatform, MapsNoFileThatIsNotOpen) {
  EXPECT_EQ(MapShared(-1, 4096), nullptr);
}

}  // namespace
}  // namespace tflite::dsp
