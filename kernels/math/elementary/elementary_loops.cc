#include "kernels/math/elementary/elementary_loops.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<ElementaryLoops, 4>;

// AMD's processors with AVX-512 divide 16 floats in 6 cycles, and multiply
// meanwhile; others take 16 cycles.
bool DividesQuickly() {
#if defined(__x86_64__)
  return __builtin_cpu_is("amd") != 0;
#else
  return false;
#endif
}

Table Detect() {
  Table table;
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512 && DividesQuickly()) table.Add(ElementaryAvx512Division());
  if (x86.avx512) table.Add(ElementaryAvx512());
  if (x86.avx2) table.Add(ElementaryAvx2());
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
