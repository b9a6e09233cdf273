// A plugin of qemu's user mode emulation that counts what a program executes:
// instructions, and on Arm those that access memory and those of vector
// arithmetic.
//
//   qemu-aarch64 -plugin count_plugin.so[,out=FILE] PROGRAM...
//
// At its end, and whenever the program calls getpriority(77, n), a line is
// written to FILE, or to standard error:
//
//   count n INSTRUCTIONS MEMORY VECTOR
//
// with the numbers since the line before; n is "end" at the end. One thread of
// the program is counted exactly; several disturb each other. Version 1 of the
// interface is declared here, because no package has its header.
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t PluginId;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef struct {
  const char* target_name;
  struct {
    int min, cur;
  } version;
  bool system_emulation;
} Info;

typedef void (*TranslateCallback)(PluginId id, struct qemu_plugin_tb* block);
typedef void (*SyscallCallback)(PluginId id, unsigned int cpu, int64_t number,
                                uint64_t a1, uint64_t a2, uint64_t a3,
                                uint64_t a4, uint64_t a5, uint64_t a6,
                                uint64_t a7, uint64_t a8);
typedef void (*ExitCallback)(PluginId id, void* data);

void qemu_plugin_register_vcpu_tb_trans_cb(PluginId id,
                                           TranslateCallback callback);
void qemu_plugin_register_vcpu_syscall_cb(PluginId id,
                                          SyscallCallback callback);
void qemu_plugin_register_atexit_cb(PluginId id, ExitCallback callback,
                                    void* data);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb* block,
                                              int operation, void* counter,
                                              uint64_t value);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* block);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(
    const struct qemu_plugin_tb* block, size_t index);
const void* qemu_plugin_insn_data(const struct qemu_plugin_insn* insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn* insn);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

enum { kInstructions, kMemory, kVector, kKinds };
enum { kAddInline = 0, kMark = 77 };

static uint64_t counts[kKinds], reported[kKinds];
static enum { kAarch64, kArm, kX86 } target;
static FILE* out;

struct Kinds {
  bool memory, vector;
};

// By the fields of an A64 instruction that select its class.
static struct Kinds KindsOfA64(uint32_t word) {
  struct Kinds kinds = {false, false};
  const uint32_t op = word >> 25 & 15;
  if (op == 2) {  // SVE
    kinds.memory = word >> 29 >= 4;
    kinds.vector = !kinds.memory;
  } else if ((op & 5) == 4) {
    kinds.memory = true;
  } else if ((op & 7) == 7) {
    kinds.vector = (word >> 28 & 1) == 0;  // else scalar
  }
  return kinds;
}

// By the first half-word of a Thumb instruction; vectors' only, and plain loads
// and stores.
static struct Kinds KindsOfThumb(uint32_t first, size_t size) {
  struct Kinds kinds = {false, false};
  if (size == 2) {
    const uint32_t op = first >> 12;
    kinds.memory = (op >= 5 && op <= 9) || op == 12 || first >> 11 == 9 ||
                   (first & 0xF600) == 0xB400;
    return kinds;
  }
  const uint32_t high = first >> 8;
  kinds.vector = high == 0xEF || high == 0xFF;
  // Loads and stores of one, two and several registers, and of vectors.
  kinds.memory = high == 0xF8 || high == 0xF9 || high == 0xE8 || high == 0xE9 ||
                 high == 0xEC || high == 0xED;
  return kinds;
}

static void OnTranslate(PluginId id, struct qemu_plugin_tb* block) {
  (void)id;
  uint64_t sums[kKinds] = {0};
  const size_t n = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < n; ++i) {
    const struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(block, i);
    const size_t size = qemu_plugin_insn_size(insn);
    uint32_t word = 0;
    memcpy(&word, qemu_plugin_insn_data(insn), size < 4 ? size : 4);
    struct Kinds kinds = {false, false};
    if (target == kAarch64) kinds = KindsOfA64(word);
    if (target == kArm) kinds = KindsOfThumb(word & 0xFFFF, size);
    sums[kInstructions] += 1;
    sums[kMemory] += kinds.memory;
    sums[kVector] += kinds.vector;
  }
  for (int k = 0; k < kKinds; ++k) {
    if (sums[k] == 0) continue;
    qemu_plugin_register_vcpu_tb_exec_inline(block, kAddInline, &counts[k],
                                             sums[k]);
  }
}

static void Report(const char* name) {
  fprintf(out, "count %s", name);
  for (int k = 0; k < kKinds; ++k) {
    fprintf(out, " %" PRIu64, counts[k] - reported[k]);
    reported[k] = counts[k];
  }
  fputc('\n', out);
  fflush(out);
}

static void OnSyscall(PluginId id, unsigned int cpu, int64_t number,
                      uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                      uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
  (void)id, (void)cpu, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7;
  (void)a8;
  const int64_t getpriority[] = {141, 96, 140};  // by target
  if (number != getpriority[target] || a1 != kMark) return;
  char name[24];
  snprintf(name, sizeof(name), "%" PRIu64, a2);
  Report(name);
}

static void OnExit(PluginId id, void* data) {
  (void)id, (void)data;
  Report("end");
}

EXPORT int qemu_plugin_install(PluginId id, const Info* info, int argc,
                               char** argv) {
  target = strcmp(info->target_name, "aarch64") == 0  ? kAarch64
           : strcmp(info->target_name, "x86_64") == 0 ? kX86
                                                      : kArm;
  out = stderr;
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "out=", 4) != 0) {
      fprintf(stderr, "count_plugin: unknown argument %s\n", argv[i]);
      return 1;
    }
    out = fopen(argv[i] + 4, "w");
    if (out == NULL) {
      fprintf(stderr, "count_plugin: cannot write %s\n", argv[i] + 4);
      return 1;
    }
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, OnTranslate);
  qemu_plugin_register_vcpu_syscall_cb(id, OnSyscall);
  qemu_plugin_register_atexit_cb(id, OnExit, NULL);
  return 0;
}
