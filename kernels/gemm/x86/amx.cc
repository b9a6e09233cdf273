// Compiled with AVX-512 F, BW, DQ, VL and VNNI, and AMX for tiles and INT8; see
// isa.h for what may be included.
#include "kernels/gemm/isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AMX_TILE__) && defined(__AMX_INT8__) && defined(__AVX512VNNI__)
#include <immintrin.h>

#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_tiles.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 16;  // of a tile register
constexpr int kLanes = 16;
constexpr int64_t kStepGroups = 16;  // of a step; a group is 4 of the depth
constexpr int64_t kRowBytes = 64;
// From this depth on, single rows use tile registers as well: their weights
// come from the second-level cache or memory, and loads of whole tiles are
// faster.
constexpr int64_t kDeepGroups = 200;

// What LDTILECFG reads.
struct alignas(64) Config {
  uint8_t palette;
  uint8_t start_row;
  uint8_t reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
};

// Written as asm, because the intrinsics of gcc 12 do not tell the compiler
// which memory they read.
#define TFLL_TILE_LOAD(tile, base, stride)                     \
  asm volatile("tileloadd (%0,%1,1), %%tmm" #tile ::"r"(base), \
               "r"(static_cast<int64_t>(stride))               \
               : "memory")
#define TFLL_TILE_STORE(tile, base, stride)                        \
  asm volatile("tilestored %%tmm" #tile ", (%0,%1,1)" ::"r"(base), \
               "r"(static_cast<int64_t>(stride))                   \
               : "memory")
#define TFLL_TILE_MULTIPLY(operation, sums, left, right) \
  asm volatile(operation " %%tmm" #right ", %%tmm" #left ", %%tmm" #sums ::)

// Tile registers: 0 and 1 have the sums of 16 columns each; 2 has a step of the
// left operand, 3 and 4 of the right operand; 5, 6 and 7 are the same for the
// last step, if it is shorter.
void Configure(int m, int rest_groups) {
  Config config = {};
  config.palette = 1;
  const int rest = rest_groups > 0 ? rest_groups : 1;
  for (int tile = 0; tile < 8; ++tile) {
    config.row_bytes[tile] = kRowBytes;
    config.rows[tile] = static_cast<uint8_t>(m);
  }
  config.row_bytes[5] = static_cast<uint16_t>(rest * 4);
  config.rows[3] = config.rows[4] = kStepGroups;
  config.rows[6] = config.rows[7] = static_cast<uint8_t>(rest);
  asm volatile("ldtilecfg %0" ::"m"(config) : "memory");
}

struct Signed {
  static void MultiplyStep() { TFLL_TILE_MULTIPLY("tdpbssd", 0, 2, 3); }
  static void MultiplySecondStep() { TFLL_TILE_MULTIPLY("tdpbssd", 1, 2, 4); }
  static void MultiplyRest() { TFLL_TILE_MULTIPLY("tdpbssd", 0, 5, 6); }
  static void MultiplySecondRest() { TFLL_TILE_MULTIPLY("tdpbssd", 1, 5, 7); }
};
struct Unsigned {
  static void MultiplyStep() { TFLL_TILE_MULTIPLY("tdpbusd", 0, 2, 3); }
  static void MultiplySecondStep() { TFLL_TILE_MULTIPLY("tdpbusd", 1, 2, 4); }
  static void MultiplyRest() { TFLL_TILE_MULTIPLY("tdpbusd", 0, 5, 6); }
  static void MultiplySecondRest() { TFLL_TILE_MULTIPLY("tdpbusd", 1, 5, 7); }
};

template <typename Left, int V>
void RunTileRegisters(const GemmIntTile& t) {
  const int rest = static_cast<int>(t.groups % kStepGroups);
  const uint32_t setup =
      1u << 31 | static_cast<uint32_t>(t.m) << 8 | static_cast<uint32_t>(rest);
  if (*t.setup != setup) {
    Configure(t.m, rest);
    *t.setup = setup;
  }
  constexpr int64_t kRightStride = V * kRowBytes;
  const uint8_t* a = t.left;
  const int8_t* b = t.rhs;
  // Each row starts from the same values.
  TFLL_TILE_LOAD(0, t.start, 0);
  if (V == 2) TFLL_TILE_LOAD(1, t.start + kLanes, 0);
  for (int64_t step = t.groups / kStepGroups; step > 0; --step) {
    TFLL_TILE_LOAD(2, a, t.left_stride);
    TFLL_TILE_LOAD(3, b, kRightStride);
    Left::MultiplyStep();
    if (V == 2) {
      TFLL_TILE_LOAD(4, b + kRowBytes, kRightStride);
      Left::MultiplySecondStep();
    }
    a += kRowBytes;
    b += kStepGroups * kRightStride;
  }
  if (rest > 0) {
    TFLL_TILE_LOAD(5, a, t.left_stride);
    TFLL_TILE_LOAD(6, b, kRightStride);
    Left::MultiplyRest();
    if (V == 2) {
      TFLL_TILE_LOAD(7, b + kRowBytes, kRightStride);
      Left::MultiplySecondRest();
    }
  }
  TFLL_TILE_STORE(0, t.acc, t.acc_pitch * 4);
  if (V == 2) TFLL_TILE_STORE(1, t.acc + kLanes, t.acc_pitch * 4);
}

// A single row is faster with vectors, which have shorter latencies than tile
// registers. They take unsigned left bytes: 128 is added to signed ones.
template <int V>
void SingleRow(const GemmIntTile& t) {
  if (!t.left_signed) return Row<Bytes512, V>(t);
  alignas(64) int32_t start[V * kLanes];
  for (int v = 0; v < V; ++v) {
    const __m512i sums = Bytes512::Load(t.column_sums + v * kLanes);
    Bytes512::Store(start + v * kLanes,
                    _mm512_sub_epi32(Bytes512::Load(t.start + v * kLanes),
                                     _mm512_slli_epi32(sums, 7)));
  }
  GemmIntTile tile = t;
  tile.start = start;
  Row<Bytes512, V, 0x80808080u>(tile);
}

void RunBytes(const GemmIntTile& t) {
  if (t.m == 1 && t.groups < kDeepGroups && t.column_sums != nullptr) {
    t.n > kLanes ? SingleRow<2>(t) : SingleRow<1>(t);
    return;
  }
  if (t.n > kLanes) {
    t.left_signed ? RunTileRegisters<Signed, 2>(t)
                  : RunTileRegisters<Unsigned, 2>(t);
  } else {
    t.left_signed ? RunTileRegisters<Signed, 1>(t)
                  : RunTileRegisters<Unsigned, 1>(t);
  }
}

void Release() { asm volatile("tilerelease" ::: "memory"); }

// There are no tile registers for these.
void RunInt16(const GemmIntTile& t) {
  const GemmIsa& vectors = *GemmAvx512Vnni();
  GemmIntTile part = t;
  for (int row = 0; row < t.m; row += vectors.int_mr) {
    part.m = t.m - row < vectors.int_mr ? t.m - row : vectors.int_mr;
    part.left = t.left + row * t.left_stride;
    part.acc = t.acc + row * t.acc_pitch;
    vectors.int16_tile(part);
  }
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmAvx512Vnni();
  isa.name = "amx";
  isa.int_mr = kRows;
  isa.byte_tile = RunBytes;
  isa.byte_results = nullptr;
  isa.float_results = nullptr;
  isa.byte_row = nullptr;  // takes unsigned bytes only
  isa.int16_tile = RunInt16;
  isa.left_bytes = GemmLeftBytes::kEither;
  isa.release = Release;
  return isa;
}

}  // namespace

const GemmIsa* GemmAmx() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAmx() { return nullptr; }
}  // namespace tflite::kernels

#endif
