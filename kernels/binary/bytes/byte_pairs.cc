#include "kernels/binary/bytes/byte_pairs.h"

#include <type_traits>

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<std::remove_pointer_t<BytePairsRows>, 2>;

Table Detect() {
  Table table;
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512) table.Add(BytePairsRowsAvx512());
  if (x86.avx2) table.Add(BytePairsRowsAvx2());
  table.Add(BytePairsRowsNeon());
  return table;
}

}  // namespace

const BytePairsRows* AllBytePairsRows(int* count) {
  static const Table table = Detect();
  *count = table.count;
  return table.rows;
}

BytePairsRow FindBytePairsRow(const BytePairs& p) {
  int count;
  const BytePairsRows* all = AllBytePairsRows(&count);
  return count > 0 ? all[0](p) : nullptr;
}

}  // namespace tflite::kernels
