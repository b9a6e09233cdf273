#include "kernels/math/bytes/byte_loops.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<ByteLoops, 3>;

Table Detect() {
  Table table;
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512) table.Add(ByteLoopsAvx512());
  if (x86.avx2) table.Add(ByteLoopsAvx2());
  table.Add(ByteLoopsPortable());
  return table;
}

}  // namespace

const ByteLoops* const* AllByteLoops(int* count) {
  static const Table table = Detect();
  *count = table.count;
  return table.rows;
}

}  // namespace tflite::kernels
