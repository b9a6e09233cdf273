#include "delegates/dsp/skel/kernels/hvx/matrix.h"

namespace tflite::dsp {

Vec MultiplyRows(const int8_t* __restrict matrix, int32_t rows, int32_t columns,
                 int32_t first, const Vec* __restrict x) {
  const int32_t vectors = (columns + kVectorBytes - 1) / kVectorBytes;
  const int32_t last = rows - 1;
  return SumRows(rows - first, [&](int32_t i) {
    const int32_t row = first + i < last ? first + i : last;
    const int8_t* at = matrix + row * columns;
    Vec sum = Zero();
    for (int32_t v = 0; v < vectors; ++v, at += kVectorBytes) {
      sum = Q6_Vw_vrmpyacc_VwVbVb(sum, LoadUnaligned(at), x[v]);
    }
    return sum;
  });
}

}  // namespace tflite::dsp
