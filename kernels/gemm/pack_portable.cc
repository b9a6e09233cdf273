#include "kernels/gemm/pack_isa.h"

namespace tflite::kernels {

void PackWordsPortable(const PackWordsArgs& a) {
  constexpr int64_t kBlock = 16;  // words: source and result stay in cache
  for (int64_t w0 = 0; w0 < a.words; w0 += kBlock) {
    const int64_t w1 = w0 + kBlock < a.words ? w0 + kBlock : a.words;
    for (int64_t j = 0; j < a.columns; ++j) {
      const uint8_t* in = a.in + j * a.column_stride;
      for (int64_t w = w0; w < w1; ++w) {
        uint32_t word;
        __builtin_memcpy(&word, in + 4 * w, sizeof(word));
        a.out[w * a.width + j] = word ^ a.flip;
      }
    }
  }
}

void WidenBytesPortable(const WidenArgs& a) {
  const auto* in = reinterpret_cast<const int8_t*>(a.in);
  for (int64_t i = 0; i < a.n; ++i) {
    const int value = a.is_unsigned ? a.in[i] : in[i];
    a.out[i] = static_cast<int16_t>(value - a.zero_point);
  }
}

uint32_t SumBytesPortable(const uint8_t* in, int64_t n, uint8_t flip) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<uint8_t>(in[i] ^ flip);
  return sum;
}

void SumRowsPortable(const GemmRowSums& a) {
  for (int64_t i = 0; i < a.rows; ++i) {
    const uint32_t sum = SumBytesPortable(a.in + i * a.stride, a.depth, a.flip);
    a.out[i] = static_cast<int32_t>((sum - a.excess) *
                                    static_cast<uint32_t>(a.factor));
  }
}

void AddRowTermsPortable(int32_t* sums, int64_t pitch, int64_t rows,
                         int64_t columns, const int32_t* terms) {
  for (int64_t i = 0; i < rows; ++i, sums += pitch) {
    for (int64_t j = 0; j < columns; ++j) {
      sums[j] = static_cast<int32_t>(static_cast<uint32_t>(sums[j]) +
                                     static_cast<uint32_t>(terms[i]));
    }
  }
}

}  // namespace tflite::kernels
