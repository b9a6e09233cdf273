#ifndef DELEGATES_DSP_TESTING_PROCESS_STATE_H_
#define DELEGATES_DSP_TESTING_PROCESS_STATE_H_

#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace tflite::dsp {

// The resources of this process, for leak checks.

// Its child processes, including zombies.
std::vector<pid_t> Children();

// The threads of a process, in no order. qemu has some of its own.
std::vector<pid_t> ThreadsOf(pid_t process);

// The same, once there are `count` of them, or after 1 min. The kernel lists a
// thread for a moment after it was joined, and the child process of a call that
// was given up is reaped by the thread that still waits for it.
std::vector<pid_t> AwaitChildren(size_t count);
std::vector<pid_t> AwaitThreadsOf(pid_t process, size_t count);

// The number of its open descriptors.
int OpenDescriptors();

// The number of its mappings of shared memory (memfd).
int SharedMappings();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_PROCESS_STATE_H_
