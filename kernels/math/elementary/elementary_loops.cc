#include "kernels/math/elementary/elementary_loops.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<ElementaryLoops, 3>;

Table Detect() {
  Table table;
  const base::X86Features x86 = base::DetectX86();
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
