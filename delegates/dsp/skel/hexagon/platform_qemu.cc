// The executor under qemu-user: a program without a C library, which makes
// system calls itself.
#include "delegates/dsp/skel/hexagon/linux_calls.h"
#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/skel/serve.h"

namespace tflite::dsp {
namespace {

constexpr int32_t kInterrupted = -4;
constexpr int32_t kReadWrite = 3, kShared = 1, kPrivateAnonymous = 0x22;
constexpr int32_t kFutexWait = 128, kFutexWake = 129;  // within a process
constexpr int32_t kStackBytes = 256 * 1024;
// Below a stack, as much as the largest page that Linux has on Hexagon: what
// exceeds the stack ends the process.
constexpr int32_t kGuardBytes = 64 * 1024, kNoAccess = 0;
constexpr int32_t kFutexWaitShared = 0;

bool IsError(int32_t result) {
  // Errors are small negative numbers; addresses may be negative too.
  return result < 0 && result > -4096;
}

int32_t Address(const void* p) {
  return static_cast<int32_t>(reinterpret_cast<uint32_t>(p));
}

}  // namespace

Guest ThisGuest() { return Guest::kHexagonQemu; }
uint32_t VectorBytes() { return 128; }

uint8_t* MapShared(int32_t fd, uint32_t bytes) {
  const int32_t base =
      Call(kMap, 0, static_cast<int32_t>(bytes), kReadWrite, kShared, fd, 0);
  if (IsError(base)) return nullptr;
  return reinterpret_cast<uint8_t*>(static_cast<uint32_t>(base));
}
void UnmapShared(uint8_t* base, uint32_t bytes) {
  Call(kUnmap, Address(base), static_cast<int32_t>(bytes));
}

// The registers with qemu's counters. They are reserved on silicon, so the
// assembler does not know them.
Counts ReadCounts() {
  uint32_t packets, instructions, vector_instructions;
  asm volatile(
      ".word 0x6a14c000\n"  // r0 = c20
      ".word 0x6a15c001\n"  // r1 = c21
      ".word 0x6a16c002\n"  // r2 = c22
      "{ %0 = r0 ; %1 = r1 ; %2 = r2 }"
      : "=r"(packets), "=r"(instructions), "=r"(vector_instructions)
      :
      : "r0", "r1", "r2", "memory");
  return {packets, instructions, vector_instructions};
}

// See the assembly below. `is_running` is set to 0, and whoever waits for it
// woken, when the thread has ended.
extern "C" int32_t tflite_dsp_clone(uint32_t stack_end, void (*body)(void*),
                                    void* argument, uint32_t* is_running);

bool StartThread(void (*body)(void*), void* argument, Thread* thread) {
  constexpr int32_t kBytes = kGuardBytes + kStackBytes;
  const int32_t memory =
      Call(kMap, 0, kBytes, kReadWrite, kPrivateAnonymous, -1, 0);
  if (IsError(memory)) return false;
  thread->stack = static_cast<uint32_t>(memory);
  thread->is_running = 1;
  if (Call(kProtect, memory, kGuardBytes, kNoAccess) == 0 &&
      tflite_dsp_clone(static_cast<uint32_t>(memory) + kBytes, body, argument,
                       &thread->is_running) > 0) {
    return true;
  }
  Call(kUnmap, memory, kBytes);
  return false;
}
void JoinThread(Thread* thread) {
  while (__atomic_load_n(&thread->is_running, __ATOMIC_SEQ_CST) != 0) {
    // Linux wakes as if the word were another process's.
    Call(kFutex, Address(&thread->is_running), kFutexWaitShared, 1);
  }
  Call(kUnmap, static_cast<int32_t>(thread->stack), kGuardBytes + kStackBytes);
}
void WaitWhile(const uint32_t* word, uint32_t value) {
  Call(kFutex, Address(word), kFutexWait, static_cast<int32_t>(value));
}
void Wake(const uint32_t* word) { Call(kFutex, Address(word), kFutexWake, 1); }

bool ReadBytes(int fd, void* to, uint32_t bytes) {
  auto* at = static_cast<uint8_t*>(to);
  while (bytes > 0) {
    const int32_t count =
        Call(kRead, fd, Address(at), static_cast<int32_t>(bytes));
    if (count == kInterrupted) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<uint32_t>(count);
  }
  return true;
}

bool WriteBytes(int fd, const void* from, uint32_t bytes) {
  const auto* at = static_cast<const uint8_t*>(from);
  while (bytes > 0) {
    const int32_t count =
        Call(kWrite, fd, Address(at), static_cast<int32_t>(bytes));
    if (count == kInterrupted) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<uint32_t>(count);
  }
  return true;
}

}  // namespace tflite::dsp

extern "C" [[noreturn]] void tflite_dsp_start() {
  using namespace tflite::dsp;
  Call(kExitGroup, Serve(kChildIn, kChildOut));
  for (;;) {
  }
}

// clone() (system call 220) with CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD,
// _SYSVSEM and _CHILD_CLEARTID, whose word is given in r3 and, for systems with
// another order, in r4. The new thread has nothing but its registers and an
// empty stack, whose end is aligned to 128; it calls body(argument), and exits
// (93).
asm(".globl tflite_dsp_clone\n"
    ".type tflite_dsp_clone, @function\n"
    "tflite_dsp_clone:\n"
    "  { r7 = r1 ; r8 = r2 }\n"
    "  { r1 = r0 ; r0 = ##0x250f00 }\n"
    "  { r2 = #0 ; r4 = r3 ; r6 = #220 }\n"
    "  { trap0(#1) }\n"
    "  { p0 = cmp.eq(r0, #0) }\n"
    "  { if (!p0) jumpr r31 }\n"
    "  { r0 = r8 ; r30 = #0 }\n"
    "  { callr r7 }\n"
    "  { r0 = #0 ; r6 = #93 }\n"
    "  { trap0(#1) }\n");

// Linux aligns the initial stack to at least 8 bytes; spilled vectors need 128.
asm(".globl _start\n"
    ".type _start, @function\n"
    "_start:\n"
    "  { r0 = #-128 }\n"
    "  { r29 = and(r29, r0) }\n"
    "  { r30 = #0 }\n"
    "  { call tflite_dsp_start }\n");
