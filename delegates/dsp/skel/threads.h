#ifndef DELEGATES_DSP_SKEL_THREADS_H_
#define DELEGATES_DSP_SKEL_THREADS_H_

#include <stdint.h>

#include "delegates/dsp/wire/messages.h"

// The helper threads of the executor. They are started on first use, sleep
// between steps, and end with the last open handle or with the process.
namespace tflite::dsp {

// Calls run(context, 0) to run(context, parts - 1), 1 to kMostThreads of them,
// at the same time, the first one on the calling thread, and returns when all
// have returned. False if too few threads could be started or if other calls
// use them; then nothing was called.
//
// Counters belong to threads: adds what the other threads counted to `counts`,
// and subtracts what this one counted while it started threads and waited.
bool RunParts(uint32_t parts, void (*run)(void* context, uint32_t part),
              void* context, Counts* counts);

// Ends the helpers and waits for them, unless other calls use them. RunParts()
// starts new ones.
void EndHelpers();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_THREADS_H_
