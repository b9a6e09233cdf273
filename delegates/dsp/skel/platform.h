#ifndef DELEGATES_DSP_SKEL_PLATFORM_H_
#define DELEGATES_DSP_SKEL_PLATFORM_H_

#include <stdint.h>

#include "delegates/dsp/wire/messages.h"

// The executor's interface to its system. One source file per guest.
namespace tflite::dsp {

Guest ThisGuest();
uint32_t VectorBytes();

// Maps shared memory by its descriptor; null if that fails.
uint8_t* MapShared(int32_t fd, uint32_t bytes);
void UnmapShared(uint8_t* base, uint32_t bytes);

// Those of the calling thread. Zeros if the guest does not count.
Counts ReadCounts();

// A thread of the system's; what its parts mean is the guest's.
struct Thread {
  uint64_t id;
  uint64_t stack;
  uint32_t is_running;
};

// Starts a thread that runs body(argument) and ends when that returns. False if
// the system cannot. `thread` stays where it is until it has been joined.
bool StartThread(void (*body)(void* argument), void* argument, Thread* thread);
// Waits until the thread has ended, and gives back its stack.
void JoinThread(Thread* thread);
// Sleeps until Wake(word) unless *word, which other threads change, no longer
// has the value. May return early.
void WaitWhile(const uint32_t* word, uint32_t value);
void Wake(const uint32_t* word);

// Streams of a child process. False at the end of the stream and after an
// error.
bool ReadBytes(int fd, void* to, uint32_t bytes);
bool WriteBytes(int fd, const void* from, uint32_t bytes);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_PLATFORM_H_
