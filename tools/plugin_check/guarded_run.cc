#include "tools/plugin_check/guarded_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace tflite {
namespace plugin_check {
namespace {

constexpr int kDone = 0;

// A record is a kind, the length of its text, and the text.
struct RecordHead {
  char kind;
  uint32_t length;
};

std::string ReadAll(int file) {
  std::string all;
  char buffer[4096];
  while (true) {
    const ssize_t n = read(file, buffer, sizeof(buffer));
    if (n > 0) {
      all.append(buffer, static_cast<size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      return all;
    }
  }
}

// Decodes the records of the process; `step` and `error` are the last of their
// kind. Returns false if the process has not come to its end.
bool Decode(const std::string& bytes, std::vector<std::string>* lines,
            std::string* step, std::string* error) {
  bool done = false;
  size_t at = 0;
  RecordHead head;
  while (bytes.size() - at >= sizeof(head)) {
    std::memcpy(&head, bytes.data() + at, sizeof(head));
    at += sizeof(head);
    const std::string text = bytes.substr(at, head.length);
    at += text.size();
    if (head.kind == 's') *step = text;
    if (head.kind == 'l') lines->push_back(text);
    if (head.kind == 'e') *error = text;
    if (head.kind == 'd') done = true;
  }
  return done;
}

void Write(int file, char kind, const std::string& text) {
  RecordHead head{};
  head.kind = kind;
  head.length = static_cast<uint32_t>(text.size());
  std::string record(reinterpret_cast<const char*>(&head), sizeof(head));
  record += text;
  size_t written = 0;
  while (written < record.size()) {
    const ssize_t n =
        write(file, record.data() + written, record.size() - written);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) written += static_cast<size_t>(n);
  }
}

[[noreturn]] void RunChild(
    int file, const std::function<base::Status(Journal&)>& function) {
  Journal journal(file);
  const base::Status status = function(journal);
  if (!status.ok()) Write(file, 'e', std::string(status.message()));
  Write(file, 'd', "");
  std::fflush(nullptr);
  // Without exit handlers that libraries have installed, which are not checked.
  _exit(kDone);
}

base::Status StatusOf(int wait_status, bool done, const std::string& step) {
  const std::string where = step.empty() ? "" : " in: " + step;
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    return base::Internal("crashed with signal ", number, " (",
                          strsignal(number), ")", where);
  }
  // A library may end the process with any status.
  if (!done || (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) != kDone)) {
    return base::Internal("ended the process with status ",
                          WEXITSTATUS(wait_status), where);
  }
  return base::OkStatus();
}

}  // namespace

void Journal::Send(char kind, const std::string& text) {
  Write(file_, kind, text);
}

Outcome RunGuarded(const std::function<base::Status(Journal&)>& function) {
  Outcome outcome;
  int ends[2];
  // Programs that the library starts may outlive the process, and must not keep
  // the pipe open.
  if (pipe2(ends, O_CLOEXEC) != 0) {
    outcome.status =
        base::Internal("cannot create a pipe: ", std::strerror(errno));
    return outcome;
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    RunChild(ends[1], function);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    outcome.status =
        base::Internal("cannot create a process: ", std::strerror(errno));
    return outcome;
  }
  const std::string bytes = ReadAll(ends[0]);
  close(ends[0]);
  int wait_status = 0;
  while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR) {
  }
  std::string step;
  std::string error;
  const bool done = Decode(bytes, &outcome.lines, &step, &error);
  outcome.status = StatusOf(wait_status, done, step);
  if (outcome.status.ok() && !error.empty())
    outcome.status = base::Invalid(error);
  return outcome;
}

}  // namespace plugin_check
}  // namespace tflite
