#include "kernels/math/vector/byte_table.h"

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

bool HasVbmi() {
  static const bool has = __builtin_cpu_supports("avx512vbmi") &&
                          __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl");
  return has;
}
#endif

}  // namespace

void ByteTable::Apply(const void* in, int64_t count, void* out) const {
  const auto* from = static_cast<const uint8_t*>(in);
  auto* to = static_cast<uint8_t*>(out);
#if defined(__x86_64__)
  if (HasVbmi()) return ApplyVbmi(value, from, count, to);
#endif
  ApplyPlain(value, from, count, to);
}

}  // namespace tflite::kernels
