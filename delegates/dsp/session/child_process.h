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

// Owns a file descriptor.
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

// Anonymous memory that other processes can map. It contains zeros, and its
// pages are allocated on first use.
StatusOr<OwnedFd> CreateMemoryFile(const char* name, size_t bytes);

// A child process and a stream in both directions: its standard input and
// output. The destructor ends it. To be used by one thread at a time, except
// for Kill.
class ChildProcess {
 public:
  struct Program {
    std::vector<std::string> argv;  // argv[0] is a path
    // Descriptors of this process, and their numbers in the child, which are
    // above 2.
    std::vector<std::pair<int, int>> fds;
  };
  static StatusOr<ChildProcess> Start(const Program& program);

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        stream_(std::move(other.stream_)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() { Kill(); }

  // Transfer all bytes. Otherwise return Unavailable with how the process
  // ended, or ResourceExhausted if the deadline passed. Send does not wait for
  // a process that does not read.
  Status Send(const void* data, size_t bytes, Deadline deadline);
  Status Receive(void* data, size_t bytes, Deadline deadline);

  // Kills the process and waits for its end.
  void Kill();

  pid_t pid() const { return pid_; }  // -1 once it has ended

 private:
  ChildProcess(pid_t pid, OwnedFd stream)
      : pid_(pid), stream_(std::move(stream)) {}

  // Waits for the process to end, some seconds but hardly beyond the deadline,
  // and describes how it ended.
  Status Ended(Deadline deadline);

  pid_t pid_;
  OwnedFd stream_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_CHILD_PROCESS_H_
