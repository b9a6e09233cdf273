#ifndef DELEGATES_DSP_TESTING_PROCESS_STATE_H_
#define DELEGATES_DSP_TESTING_PROCESS_STATE_H_

#include <sys/types.h>

#include <vector>

namespace tflite::dsp {

// The resources of this process, for leak checks.

// Its child processes, including zombies.
std::vector<pid_t> Children();

// The threads of a process, in no order. qemu has some of its own.
std::vector<pid_t> ThreadsOf(pid_t process);

// The number of its open descriptors.
int OpenDescriptors();

// The number of its mappings of shared memory (memfd).
int SharedMappings();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_PROCESS_STATE_H_
