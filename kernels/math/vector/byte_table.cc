#include "kernels/math/vector/byte_table.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tflite::kernels {
namespace {

void ApplyPlain(const uint8_t* table, const uint8_t* in, int64_t count,
                uint8_t* out) {
  for (int64_t i = 0; i < count; ++i) out[i] = table[in[i]];
}

#if defined(__x86_64__)
constexpr int64_t kAvx2Bytes = 32;
// Fewer look-ups are not worth arranging the table.
constexpr int64_t kLeastForAvx2 = 4 * kAvx2Bytes;

// A half of the table by the low seven bits of the indices. A shuffle looks up
// in 16 entries, and gives 0 where bit 7 is set. Row k holds the entries 16 k
// and up, combined with those before by XOR: of the indices less 16 k, those
// that are not negative add a row, and the sum of all of them is the entry.
constexpr int kHalfRows = 8;
struct HalfTable {
  __attribute__((target("avx2"))) explicit HalfTable(const uint8_t* half) {
    __m128i before = _mm_setzero_si128();
    for (int k = 0; k < kHalfRows; ++k) {
      const __m128i row =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(half + 16 * k));
      rows[k] = _mm256_broadcastsi128_si256(_mm_xor_si128(row, before));
      before = row;
    }
  }
  __m256i rows[kHalfRows];
};

__attribute__((target("avx2"))) void ApplyAvx2(const uint8_t* table,
                                               const uint8_t* in, int64_t count,
                                               uint8_t* out) {
  if (count < kLeastForAvx2) return ApplyPlain(table, in, count, out);
  const HalfTable low(table), high(table + 128);
  const __m256i seven_bits = _mm256_set1_epi8(0x7F);
  const __m256i step = _mm256_set1_epi8(16);
  int64_t i = 0;
  for (; i + kAvx2Bytes <= count; i += kAvx2Bytes) {
    const __m256i x =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + i));
    // Both halves take the same indices.
    __m256i index = _mm256_and_si256(x, seven_bits);
    __m256i a = _mm256_shuffle_epi8(low.rows[0], index);
    __m256i b = _mm256_shuffle_epi8(high.rows[0], index);
#pragma GCC unroll 8
    for (int k = 1; k < kHalfRows; ++k) {
      index = _mm256_sub_epi8(index, step);
      a = _mm256_xor_si256(a, _mm256_shuffle_epi8(low.rows[k], index));
      b = _mm256_xor_si256(b, _mm256_shuffle_epi8(high.rows[k], index));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i),
                        _mm256_blendv_epi8(a, b, x));
  }
  ApplyPlain(table, in + i, count - i, out + i);
}

// 64 look-ups at a time: a permutation chooses among 128 entries by seven bits
// of the index, the eighth chooses between two of them.
__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi"))) void ApplyVbmi(
    const uint8_t* table, const uint8_t* in, int64_t count, uint8_t* out) {
  const __m512i t0 = _mm512_loadu_si512(table);
  const __m512i t1 = _mm512_loadu_si512(table + 64);
  const __m512i t2 = _mm512_loadu_si512(table + 128);
  const __m512i t3 = _mm512_loadu_si512(table + 192);
  for (int64_t i = 0; i < count; i += 64) {
    const int64_t rest = count - i;
    const __mmask64 mask =
        rest >= 64 ? ~__mmask64{0} : (__mmask64{1} << rest) - 1;
    const __m512i x = _mm512_maskz_loadu_epi8(mask, in + i);
    const __m512i low = _mm512_permutex2var_epi8(t0, x, t1);
    const __m512i high = _mm512_permutex2var_epi8(t2, x, t3);
    const __m512i y = _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high);
    _mm512_mask_storeu_epi8(out + i, mask, y);
  }
}
#endif

using Table = base::RowsOfProcessor<ByteTableRow, 3>;

Table Detect() {
  Table table;
#if defined(__x86_64__)
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512 && __builtin_cpu_supports("avx512vbmi")) table.Add(ApplyVbmi);
  if (x86.avx2) table.Add(ApplyAvx2);
#endif
  table.Add(ApplyPlain);
  return table;
}

const Table& Rows() {
  static const Table table = Detect();
  return table;
}

}  // namespace

ByteTableRow* const* AllByteTableRows(int* count) {
  *count = Rows().count;
  return Rows().rows;
}

void ByteTable::Apply(const void* in, int64_t count, void* out) const {
  Rows().rows[0](value, static_cast<const uint8_t*>(in), count,
                 static_cast<uint8_t*>(out));
}

}  // namespace tflite::kernels
