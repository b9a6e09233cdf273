#ifndef DELEGATES_DSP_SESSION_CHILD_PROCESS_H_
#define DELEGATES_DSP_SESSION_CHILD_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::dsp {

using namespace base;

using Deadline = std::chrono::steady_clock::time_point;

// A descriptor that is closed with its owner.
class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int fd) : fd_(fd) {}
  OwnedFd(OwnedFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~OwnedFd();

  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

// Memory without a name that other processes can map; zeros at first, and none
// of it taken before it is touched.
StatusOr<OwnedFd> CreateMemoryFile(const char* name, size_t bytes);

// A process that this one has started, and a stream in both directions: its
// standard input and output. It ends with its owner. One thread at a time, but
// for Kill.
class ChildProcess {
 public:
  struct Program {
    std::vector<std::string> argv;  // argv[0] is a path
    // Descriptors of this process and their numbers in the child, above 2.
    std::vector<std::pair<int, int>> fds;
  };
  static StatusOr<ChildProcess> Start(const Program& program);

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        stream_(std::move(other.stream_)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() { Kill(); }

  // All of it, or Unavailable that says how the process ended;
  // ResourceExhausted where the deadline passed before.
  Status Send(const void* data, size_t bytes);
  Status Receive(void* data, size_t bytes, Deadline deadline);

  // Ends it, whatever it is doing, and waits until it is gone.
  void Kill();

  pid_t pid() const { return pid_; }  // -1 once it has ended

 private:
  ChildProcess(pid_t pid, OwnedFd stream)
      : pid_(pid), stream_(std::move(stream)) {}

  // Waits for its end, and says what it was.
  Status Ended();

  pid_t pid_;
  OwnedFd stream_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_CHILD_PROCESS_H_
