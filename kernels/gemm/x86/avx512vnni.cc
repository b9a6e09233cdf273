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

template <int M>
bool ByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  __m512i acc[M][2];
  Multiply<Bytes512, M, 2>(t, acc);
  const Factors first(*r.columns, r.first_column);
  const Factors second(*r.columns, r.first_column + Bytes512::kLanes);
  const ByteBounds bounds(*r.columns);
  __m512 farthest[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(r.out[i]),
                        bounds.Bytes(first.Round(acc[i][0], &farthest[0]),
                                     second.Round(acc[i][1], &farthest[1])));
  }
  if (!InDoubt(_mm512_max_ps(farthest[0], farthest[1]))) return true;
  StoreSums<Bytes512, M, 2>(t, acc);
  return false;
}

bool RunByteResults(const GemmIntTile& t, const GemmRequantTile& r){
    TFLL_GEMM_BY_8(M, t.m, ByteResults<M>(t, r))}

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
