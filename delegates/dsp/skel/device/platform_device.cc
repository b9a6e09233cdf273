// The executor as a skeleton library on a DSP: FastRPC calls
// tflite_dsp_skel_handle_invoke, and its run-time library maps memory. Built,
// not run on silicon yet.
#include "delegates/dsp/skel/platform.h"

extern "C" {
// Declared by the DSP's run-time library.
void* HAP_mmap(void* address, int bytes, int protection, int flags, int fd,
               long offset);
int HAP_munmap(void* address, int bytes);

// Of QuRT, its system, and of its POSIX library. Without them there is one
// thread.
__attribute__((weak)) int pthread_create(void* thread, const void* attributes,
                                         void* (*body)(void*), void* argument);
__attribute__((weak)) int pthread_join(unsigned thread, void** result);
__attribute__((weak)) int qurt_futex_wait(void* word, int value);
__attribute__((weak)) int qurt_futex_wake(void* word, int threads);
}

namespace tflite::dsp {

Guest ThisGuest() { return Guest::kHexagon; }
uint32_t VectorBytes() { return 128; }

uint8_t* MapShared(int32_t fd, uint32_t bytes) {
  constexpr int kReadWrite = 3, kShared = 1;
  void* base =
      HAP_mmap(nullptr, static_cast<int>(bytes), kReadWrite, kShared, fd, 0);
  return reinterpret_cast<intptr_t>(base) == -1 ? nullptr
                                                : static_cast<uint8_t*>(base);
}
void UnmapShared(uint8_t* base, uint32_t bytes) {
  HAP_munmap(base, static_cast<int>(bytes));
}

// qemu's counters are reserved registers on silicon.
Counts ReadCounts() { return {}; }

// Stacks and what lies below them are QuRT's.
bool StartThread(void (*body)(void*), void* argument, Thread* thread) {
  if (&pthread_create == nullptr || &pthread_join == nullptr ||
      &qurt_futex_wait == nullptr || &qurt_futex_wake == nullptr) {
    return false;
  }
  // A pthread_t has 4 bytes, the lower ones. A function with a result is called
  // like one without.
  thread->id = 0;
  return pthread_create(&thread->id, nullptr,
                        reinterpret_cast<void* (*)(void*)>(body),
                        argument) == 0;
}
void JoinThread(Thread* thread) {
  pthread_join(static_cast<unsigned>(thread->id), nullptr);
}
void WaitWhile(const uint32_t* word, uint32_t value) {
  qurt_futex_wait(const_cast<uint32_t*>(word), static_cast<int>(value));
}
void Wake(const uint32_t* word) {
  qurt_futex_wake(const_cast<uint32_t*>(word), 1);
}

// FastRPC transfers the calls.
bool ReadBytes(int, void*, uint32_t) { return false; }
bool WriteBytes(int, const void*, uint32_t) { return false; }

}  // namespace tflite::dsp
