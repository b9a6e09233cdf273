#include "delegates/dsp/session/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

extern char** environ;

namespace tflite::dsp {
namespace {

// Greater than the numbers of all descriptors in the child, so that none is
// overwritten before it is copied.
constexpr int kLeastOwnFd = 64;

// A process that ends closes its stream first. On a busy machine, long may pass
// between the two.
constexpr std::chrono::milliseconds kLeastToEnd(100), kMostToEnd(10000);

OwnedFd CopyAbove(int fd) {
  return OwnedFd(fcntl(fd, F_DUPFD_CLOEXEC, kLeastOwnFd));
}

// Owns the lists of posix_spawn.
class SpawnLists {
 public:
  SpawnLists() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // The child does not inherit blocked and ignored signals.
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnLists() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnLists(const SpawnLists&) = delete;
  SpawnLists& operator=(const SpawnLists&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

StatusOr<pid_t> Spawn(const ChildProcess::Program& program, int stream) {
  std::vector<std::pair<int, int>> fds = program.fds;
  fds.emplace_back(stream, STDIN_FILENO);
  fds.emplace_back(stream, STDOUT_FILENO);
  SpawnLists lists;
  std::vector<OwnedFd> copies;
  for (const auto& [fd, number] : fds) {
    copies.push_back(CopyAbove(fd));
    if (copies.back().get() < 0) {
      return ResourceExhausted("no descriptor is left for a process: ",
                               strerror(errno));
    }
    posix_spawn_file_actions_adddup2(&lists.actions, copies.back().get(),
                                     number);
  }
  std::vector<char*> argv;
  for (const std::string& arg : program.argv) {
    argv.push_back(const_cast<char*>(arg.c_str()));
  }
  argv.push_back(nullptr);
  pid_t pid;
  const int error = posix_spawn(&pid, argv[0], &lists.actions,
                                &lists.attributes, argv.data(), environ);
  if (error != 0) {
    return Unavailable("'", program.argv[0],
                       "' could not be started: ", strerror(error));
  }
  return pid;
}

int MillisecondsTo(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, INT_MAX));
}

}  // namespace

OwnedFd::~OwnedFd() {
  if (fd_ >= 0) close(fd_);
}

StatusOr<OwnedFd> CreateMemoryFile(const char* name, size_t bytes) {
  OwnedFd fd(memfd_create(name, MFD_CLOEXEC));
  if (fd.get() < 0 || ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) {
    return ResourceExhausted("no shared memory of ", bytes,
                             " bytes: ", strerror(errno));
  }
  return fd;
}

StatusOr<ChildProcess> ChildProcess::Start(const Program& program) {
  // A socket rather than a pipe: writing to a process that has ended is then an
  // error and raises no signal.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return ResourceExhausted("no stream to a process: ", strerror(errno));
  }
  OwnedFd stream(ends[0]);
  const OwnedFd other(ends[1]);
  TFLL_ASSIGN_OR_RETURN(const pid_t pid, Spawn(program, other.get()));
  return ChildProcess(pid, std::move(stream));
}

Status ChildProcess::Ended(Deadline deadline) {
  if (pid_ < 0) return Unavailable("the process has ended");
  // It may also close its stream without ending, so that waiting has an end.
  const Deadline now = std::chrono::steady_clock::now();
  deadline = std::max(now + kLeastToEnd, std::min(deadline, now + kMostToEnd));
  int status;
  pid_t ended = waitpid(pid_, &status, WNOHANG);
  while (ended == 0 && std::chrono::steady_clock::now() < deadline) {
    usleep(1000);
    ended = waitpid(pid_, &status, WNOHANG);
  }
  if (ended != pid_) {
    Kill();
    return Unavailable("the process closed its stream");
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    return Unavailable("the process was ended by signal ", WTERMSIG(status));
  }
  return Unavailable("the process ended with status ", WEXITSTATUS(status));
}

Status ChildProcess::Send(const void* data, size_t bytes, Deadline deadline) {
  // Messages are small; if one does not fit, the process does not read.
  const ssize_t count =
      send(stream_.get(), data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
  return count == static_cast<ssize_t>(bytes) ? OkStatus() : Ended(deadline);
}

Status ChildProcess::Receive(void* data, size_t bytes, Deadline deadline) {
  char* at = static_cast<char*>(data);
  while (bytes > 0) {
    pollfd poll_fd = {stream_.get(), POLLIN, {}};
    if (poll(&poll_fd, 1, MillisecondsTo(deadline)) == 0) {
      return ResourceExhausted("the process did not answer in time");
    }
    // A signal may have ended the wait.
    const ssize_t count = recv(stream_.get(), at, bytes, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) continue;
    if (count <= 0) return Ended(deadline);
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return OkStatus();
}

void ChildProcess::Kill() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace tflite::dsp
