#include "kernels/math/bytes/byte_loops.h"

namespace tflite::kernels {
namespace {

struct Table {
  const ByteLoops* rows[2];
  int count = 0;

  void Add(const ByteLoops* loops) {
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
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq")) {
    table.Add(ByteLoopsAvx512());
  }
  if (avx2) table.Add(ByteLoopsAvx2());
#endif
  return table;
}

}  // namespace

const ByteLoops* const* AllByteLoops(int* count) {
  static const Table table = Detect();
  *count = table.count;
  return table.rows;
}

const ByteLoops* BestByteLoops() {
  int count;
  const ByteLoops* const* all = AllByteLoops(&count);
  return count > 0 ? all[0] : nullptr;
}

BytePairsRow FindBytePairsRow(const BytePairs& p) {
  const ByteLoops* loops = BestByteLoops();
  return loops != nullptr ? loops->pairs(p) : nullptr;
}

}  // namespace tflite::kernels
