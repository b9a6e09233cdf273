// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_tiles.h"

namespace tflite::kernels {
namespace {

// Of V vectors of columns; kWhole: all of theirs. Others are 0, never in doubt.
template <int M, int V, bool kWhole>
bool ByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  constexpr int kLast = V - 1;
  __m512i acc[M][V];
  Multiply<Bytes512, M, V>(t, acc);
  const Factors first(*r.columns, r.first_column);
  const Factors last(*r.columns, r.first_column + kLast * Bytes512::kLanes);
  const ByteBounds bounds(*r.columns);
  const __mmask32 mask = static_cast<__mmask32>((uint64_t{1} << t.n) - 1);
  __m512 farthest[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512i low = first.Round(acc[i][0], &farthest[0]);
    const __m512i high = V == 1 ? low : last.Round(acc[i][kLast], &farthest[1]);
    const __m256i bytes = bounds.Bytes(low, high);
    if (kWhole && V == 2) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(r.out[i]), bytes);
    } else if (kWhole) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(r.out[i]),
                       _mm256_castsi256_si128(bytes));
    } else {
      _mm256_mask_storeu_epi8(r.out[i], mask, bytes);
    }
  }
  if (!InDoubt(_mm512_max_ps(farthest[0], farthest[1]))) return true;
  StoreSums<Bytes512, M, V>(t, acc);
  return false;
}

template <int V, bool kWhole>
bool ByteResultRows(const GemmIntTile& t, const GemmRequantTile& r) {
  TFLL_GEMM_BY_8(M, t.m, ByteResults<M, V, kWhole>(t, r))
}

bool RunByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  constexpr int kLanes = Bytes512::kLanes;
  if (t.n == 2 * kLanes) return ByteResultRows<2, true>(t, r);
  if (t.n > kLanes) return ByteResultRows<2, false>(t, r);
  return t.n == kLanes ? ByteResultRows<1, true>(t, r)
                       : ByteResultRows<1, false>(t, r);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmAvx512();
  isa.name = "avx512vnni";
  isa.int_mr = Vectors512::kRows;
  isa.int_nr = 2 * Vectors512::kLanes;
  isa.int_vector = Vectors512::kLanes;
  isa.bytes = true;
  isa.byte_tile = RunTile<Bytes512>;
  isa.int16_tile = RunTile<Int16s512>;
  isa.depthwise_bytes = {DepthwiseBytesAvx512Vnni,
                         /*group=*/4,
                         /*vectors=*/4,
                         /*lanes=*/4,
                         /*block=*/64,
                         /*weight_bytes=*/1};
  isa.byte_results = RunByteResults;
  return isa;
}

}  // namespace

const GemmIsa* GemmAvx512Vnni() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvx512Vnni() { return nullptr; }
}  // namespace tflite::kernels

#endif
