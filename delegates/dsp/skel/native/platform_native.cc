// The executor on the host, with the scalar kernels.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "delegates/dsp/skel/platform.h"

namespace tflite::dsp {

Guest ThisGuest() { return Guest::kNative; }
uint32_t VectorBytes() { return 0; }

uint8_t* MapShared(int32_t fd, uint32_t bytes) {
  void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return base == MAP_FAILED ? nullptr : static_cast<uint8_t*>(base);
}
void UnmapShared(uint8_t* base, uint32_t bytes) { munmap(base, bytes); }

Counts ReadCounts() { return {}; }

namespace {

struct Body {
  void (*run)(void* argument);
  void* argument;
};

void* RunBody(void* given) {
  const Body body = *static_cast<Body*>(given);
  delete static_cast<Body*>(given);
  body.run(body.argument);
  return nullptr;
}

}  // namespace

bool StartThread(void (*body)(void*), void* argument, Thread* thread) {
  auto* given = new Body{body, argument};
  pthread_t id;
  if (pthread_create(&id, nullptr, RunBody, given) != 0) {
    delete given;
    return false;
  }
  thread->id = id;
  return true;
}
void JoinThread(Thread* thread) { pthread_join(thread->id, nullptr); }
void WaitWhile(const uint32_t* word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}
void Wake(const uint32_t* word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

bool ReadBytes(int fd, void* to, uint32_t bytes) {
  auto* at = static_cast<uint8_t*>(to);
  while (bytes > 0) {
    const ssize_t count = read(fd, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<uint32_t>(count);
  }
  return true;
}

bool WriteBytes(int fd, const void* from, uint32_t bytes) {
  const auto* at = static_cast<const uint8_t*>(from);
  while (bytes > 0) {
    const ssize_t count = write(fd, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<uint32_t>(count);
  }
  return true;
}

}  // namespace tflite::dsp
