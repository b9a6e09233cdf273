#include "testing/conformance/graphs/graph_worker.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace conformance {
namespace {

bool Send(int socket, const void* data, size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    at += sent;
    bytes -= sent;
  }
  return true;
}

bool Receive(int socket, void* data, size_t bytes) {
  char* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t received = recv(socket, at, bytes, 0);
    if (received <= 0) return false;
    at += received;
    bytes -= received;
  }
  return true;
}

bool ReceiveText(int socket, std::string* text) {
  uint32_t length = 0;
  if (!Receive(socket, &length, sizeof(length))) return false;
  text->resize(length);
  return Receive(socket, &(*text)[0], length);
}

}  // namespace

base::Status GraphWorker::Start() {
  if (process_ != 0) return base::OkStatus();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    return base::Internal("no sockets: ", std::strerror(errno));
  }
  const std::string flag = base::StrCat("--", kFlag, "=", ends[1]);
  std::vector<char*> argv;
  for (const std::string& a : arguments_) {
    argv.push_back(const_cast<char*>(a.c_str()));
  }
  argv.push_back(const_cast<char*>(flag.c_str()));
  argv.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return base::OkStatus();
  process_ = 0;
  close(std::exchange(socket_, -1));
  return base::Internal("no process: ", std::strerror(errno));
}

std::string GraphWorker::Stop() {
  if (process_ == 0) return "";
  close(std::exchange(socket_, -1));
  int status = 0;
  waitpid(std::exchange(process_, 0), &status, 0);
  if (!WIFSIGNALED(status)) {
    return base::StrCat("exit code ", WEXITSTATUS(status));
  }
  return base::StrCat("signal ", WTERMSIG(status), ", ",
                      strsignal(WTERMSIG(status)));
}

base::Status GraphWorker::Run(uint64_t seed) {
  TFLL_RETURN_IF_ERROR(Start());
  std::string answer;
  const bool sent = Send(socket_, &seed, sizeof(seed));
  pollfd wait = {socket_, POLLIN, 0};
  if (sent && poll(&wait, 1, seconds_ * 1000) == 0) {
    kill(process_, SIGKILL);
    Stop();
    return base::Invalid("it runs for more than ", seconds_, " seconds");
  }
  if (!sent || !ReceiveText(socket_, &answer)) {
    return base::Invalid("it ended the process: ", Stop());
  }
  return answer.empty() ? base::OkStatus() : base::Invalid(answer);
}

int GraphWorker::Serve(int socket,
                       const std::function<base::Status(uint64_t)>& run) {
  for (uint64_t seed; Receive(socket, &seed, sizeof(seed));) {
    const base::Status status = run(seed);
    const std::string text(status.message());
    const auto length = static_cast<uint32_t>(text.size());
    if (!Send(socket, &length, sizeof(length)) ||
        !Send(socket, text.data(), text.size())) {
      return 1;
    }
  }
  return 0;
}

}  // namespace conformance
}  // namespace tflite
