// The row of the table that every machine can run: the compilers' vector types,
// which become what vector instructions the target has.
#include <algorithm>
#include <cmath>

#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"
#include "kernels/gemm/pack_isa.h"
#include "kernels/gemm/winograd/winograd_isa.h"
#include "kernels/math/fixed_point.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 4;
constexpr int kColumns = 8;

typedef float Floats __attribute__((vector_size(4 * sizeof(float))));
constexpr int kVectors = kColumns / 4;

inline Floats Load(const float* p) {
  Floats v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}

template <int M>
void FloatTile(const GemmFloatTile& t) {
  float start[M][kColumns] = {};
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < t.n; ++j) {
      start[i][j] = t.adds ? t.out[i][j] : t.bias == nullptr ? 0 : t.bias[j];
    }
  }
  Floats acc[M][kVectors];
  for (int i = 0; i < M; ++i) {
    for (int v = 0; v < kVectors; ++v) acc[i][v] = Load(start[i] + 4 * v);
  }
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* a[M];
    for (int i = 0; i < M; ++i) a[i] = t.rows[tap * t.row_pitch + i];
    for (int64_t k = 0; k < t.depth; ++k, b += kColumns) {
      for (int i = 0; i < M; ++i) {
        const float left = a[i][k];
        for (int v = 0; v < kVectors; ++v) acc[i][v] += left * Load(b + 4 * v);
      }
    }
  }
  for (int i = 0; i < M; ++i) {
    __builtin_memcpy(start[i], acc[i], sizeof(start[i]));
    for (int j = 0; j < t.n; ++j) {
      t.out[i][j] = std::min(std::max(start[i][j], t.min), t.max);
    }
  }
}

void RunFloatTile(const GemmFloatTile& t) {
  TFLL_GEMM_BY_4(M, t.m, FloatTile<M>(t))
}

template <int M>
void Int16Tile(const GemmIntTile& t) {
  // Unsigned: sums wrap, as those of the vector instructions do.
  uint32_t acc[M][kColumns];
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < kColumns; ++j)
      acc[i][j] = static_cast<uint32_t>(t.start[j]);
  }
  const int8_t* b = t.rhs;
  for (int64_t g = 0; g < t.groups; ++g, b += 2 * kColumns) {
    for (int i = 0; i < M; ++i) {
      int16_t left[2];
      __builtin_memcpy(left, t.left + i * t.left_stride + 4 * g, sizeof(left));
      for (int j = 0; j < kColumns; ++j) {
        acc[i][j] +=
            static_cast<uint32_t>(left[0] * b[2 * j] + left[1] * b[2 * j + 1]);
      }
    }
  }
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < kColumns; ++j) {
      t.acc[i * t.acc_pitch + j] = static_cast<int32_t>(acc[i][j]);
    }
  }
}

void RunInt16Tile(const GemmIntTile& t) {
  TFLL_GEMM_BY_4(M, t.m, Int16Tile<M>(t))
}

void Requantize(const GemmRequantTile& t) {
  const GemmRequantColumns& columns = *t.columns;
  const Halves halves =
      columns.sign_bit == 0 ? Halves::kUp : Halves::kAwayFromZero;
  const int32_t least = columns.min - columns.zero_point;
  const int32_t most = columns.max - columns.zero_point;
  for (int64_t i = 0; i < t.m; ++i) {
    const int32_t* acc = t.acc + i * t.acc_pitch;
    for (int64_t j = 0; j < t.n; ++j) {
      const int64_t c = t.first_column + j;
      const QuantizedMultiplier factor{columns.multiplier[c],
                                       columns.left[c] - columns.right[c]};
      // The zero point could take a result past 32 bits.
      const int32_t y = MultiplyByQuantizedMultiplier(acc[j], factor, halves);
      t.out[i][j] = static_cast<uint8_t>(std::min(std::max(y, least), most) +
                                         columns.zero_point);
    }
  }
}

void Dequantize(const GemmDequantTile& t) {
  for (int64_t i = 0; i < t.m; ++i) {
    const int32_t* acc = t.acc + i * t.acc_pitch;
    const int32_t offset = t.row_offset == nullptr ? 0 : t.row_offset[i];
    for (int64_t j = 0; j < t.n; ++j) {
      const int32_t x =
          static_cast<int32_t>(static_cast<uint32_t>(acc[j]) -
                               static_cast<uint32_t>(offset) *
                                   static_cast<uint32_t>(t.column_sum[j]));
      const float y =
          static_cast<float>(x) * (t.row_scale[i] * t.column_scale[j]) +
          (t.bias == nullptr ? 0.0f : t.bias[j]);
      t.out[i][j] = std::min(std::max(y, t.min), t.max);
    }
  }
}

FloatRange RangeOf(const float* in, int64_t n) {
  FloatRange range = {0.0f, 0.0f};
  for (int64_t i = 0; i < n; ++i) {
    range.min = std::min(range.min, in[i]);
    range.max = std::max(range.max, in[i]);
  }
  return range;
}

void QuantizeRow(const QuantizeRowArgs& a) {
  for (int64_t i = 0; i < a.n; ++i) {
    const float x = a.offset + a.in[i] * a.inverse;
    const auto stored =
        static_cast<int8_t>(std::min(a.high, std::max(a.low, std::round(x))));
    a.out[i] = static_cast<int8_t>(stored ^ a.flip);
  }
}

constexpr GemmIsa kIsa = {
    "portable",
    kRows,
    kColumns,
    kColumns,
    kColumns,
    RunFloatTile,
    nullptr,
    kRows,
    kColumns,
    kColumns,
    false,
    nullptr,
    RunInt16Tile,
    Requantize,
    Requantize,
    Dequantize,
    DepthwiseFloatPortable,
    nullptr,
    {},
    {DepthwiseInt16Portable, /*group=*/1, /*vectors=*/1, /*lanes=*/2,
     /*block=*/8, /*weight_bytes=*/2},
    RangeOf,
    QuantizeRow,
    PackWordsPortable,
    WidenBytesPortable,
    SumBytesPortable,
    SumRowsPortable,
    AddRowTermsPortable,
    WinogradInputPortable,
    WinogradOutputPortable,
};

}  // namespace

const GemmIsa* GemmPortable() { return &kIsa; }

}  // namespace tflite::kernels
