#ifndef DELEGATES_DSP_TESTING_PROCESS_STATE_H_
#define DELEGATES_DSP_TESTING_PROCESS_STATE_H_

#include <sys/types.h>

#include <vector>

namespace tflite::dsp {

// What tests see of this process from outside.

// Its children, those that have ended without being waited for included.
std::vector<pid_t> Children();

// Descriptors that it has open.
int OpenDescriptors();

// Parts of its memory that are shared with others (memfd).
int SharedMappings();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_PROCESS_STATE_H_
