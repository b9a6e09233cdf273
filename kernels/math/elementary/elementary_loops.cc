#include "kernels/math/elementary/elementary_loops.h"

namespace tflite::kernels {
namespace {

struct Table {
  const ElementaryLoops* rows[3];
  int count = 0;

  void Add(const ElementaryLoops* loops) {
    if (loops != nullptr) rows[count++] = loops;
  }
};

Table Detect() {
  Table table;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512dq")) {
    table.Add(ElementaryAvx512());
  }
  if (avx2) table.Add(ElementaryAvx2());
#endif
  table.Add(ElementaryPortable());
  return table;
}

}  // namespace

const ElementaryLoops* const* AllElementaryLoops(int* count) {
  static const Table table = Detect();
  *count = table.count;
  return table.rows;
}

}  // namespace tflite::kernels
