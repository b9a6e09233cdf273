// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_tiles.h"

namespace tflite::kernels {
namespace {

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
