#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/take.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/move.h"

namespace tflite::dsp {
namespace {

// For shorter runs the scalar loop is as fast.
constexpr int32_t kLeastBytes = 16;

// Reads up to 127 bytes past `from`, and writes `to` alone.
TFLL_DSP_INLINE void CopyBytes(uint8_t* __restrict to,
                               const uint8_t* __restrict from, int32_t bytes) {
  for (; bytes >= kVectorBytes; bytes -= kVectorBytes) {
    StoreUnaligned(to, LoadUnaligned(from));
    to += kVectorBytes;
    from += kVectorBytes;
  }
  if (bytes > 0) StoreFirst(to, LoadUnaligned(from), bytes);
}

// A transposed matrix, or one for each index of the other dimensions: the
// innermost dimension of the output, the rows, is not contiguous in the input,
// but another one, the columns, is.
struct Transposed {
  bool fits;
  int32_t columns;  // the dimension
};

Transposed FindTransposed(const CopyParams& p) {
  // For fewer rows or elements the scalar loop is as fast.
  constexpr int32_t kLeastRows = 24, kLeastElements = 192;
  const int32_t last = p.rank - 1;
  if (p.element_bytes != 1 || p.out_strides[last] != 1 ||
      p.extents[last] < kLeastRows) {
    return {false, 0};
  }
  for (int32_t d = 0; d < last; ++d) {
    if (p.in_strides[d] != 1) continue;
    const int32_t block_rows = p.extents[last] % kTransposedRows;
    const int32_t columns =
        p.extents[d] < kTransposedColumns ? p.extents[d] : kTransposedColumns;
    const bool pays = p.extents[last] >= kTransposedRows
                          ? p.extents[d] > 3
                          : block_rows * columns >= kLeastElements;
    return {pays, d};
  }
  return {false, 0};
}

void CopyTransposed(const CopyParams& p, int32_t columns, const Memory& memory,
                    const Scratch& scratch) {
  const uint8_t* in = memory.At<const uint8_t>(p.input) + p.in_offset;
  uint8_t* out = memory.At<uint8_t>(p.output) + p.out_offset;
  const int32_t last = p.rank - 1;
  const int32_t rows = p.extents[last], pitch = p.in_strides[last];
  const int32_t out_pitch = p.out_strides[columns];
  Vec* block = reinterpret_cast<Vec*>(scratch.data);
  int32_t extents[kMostDims];
  for (int32_t d = 0; d < p.rank; ++d) extents[d] = p.extents[d];
  extents[columns] = 1;
  Dims<2> at(p.rank, extents, {p.in_strides, p.out_strides});
  do {
    for (int32_t c = 0; c < p.extents[columns]; c += kTransposedColumns) {
      const int32_t left = p.extents[columns] - c;
      const int32_t width =
          left < kTransposedColumns ? left : kTransposedColumns;
      const uint8_t* from = in + at.offset(0) + c;
      uint8_t* to = out + at.offset(1) + c * out_pitch;
      for (int32_t r = 0; r < rows; r += kTransposedRows) {
        TransposeRows(from + r * pitch, pitch, rows - r, block);
        const int32_t count =
            rows - r < kTransposedRows ? rows - r : kTransposedRows;
        for (int32_t i = 0; i < width; ++i) {
          StoreFirst(to + i * out_pitch + r, block[i], count);
        }
      }
    }
  } while (at.Next());
}

}  // namespace

void CopyHvx(const CopyParams& p, const Memory& memory,
             const Scratch& scratch) {
  const int32_t last = p.rank - 1;
  const int64_t bytes = int64_t{p.extents[last]} * p.element_bytes;
  if (p.in_strides[last] != 1) {
    const Transposed transposed = FindTransposed(p);
    if (transposed.fits) {
      CopyTransposed(p, transposed.columns, memory, scratch);
      return;
    }
  }
  if (p.in_strides[last] != 1 || p.out_strides[last] != 1 ||
      bytes < kLeastBytes) {
    CopyScalar(p, memory, scratch);
    return;
  }
  const int32_t e = p.element_bytes;
  const uint8_t* in = memory.At<const uint8_t>(p.input) + p.in_offset * e;
  uint8_t* out = memory.At<uint8_t>(p.output) + p.out_offset * e;
  Dims<2> at(p.rank, p.extents, {p.in_strides, p.out_strides});
  do {
    CopyBytes(out + at.offset(1) * e, in + at.offset(0) * e,
              static_cast<int32_t>(bytes));
  } while (at.Next());
}

void FillHvx(const FillParams& p, const Memory& memory, const Scratch&) {
  const Vec value = SplatByte(p.value);
  Vec* out = memory.At<Vec>(p.output);
  const uint32_t vectors = (p.output.bytes + kVectorBytes - 1) / kVectorBytes;
  for (uint32_t v = 0; v < vectors; ++v) out[v] = value;
}

void TakeHvx(const TakeParams& p, const Memory& memory,
             const Scratch& scratch) {
  if (p.inner < kLeastBytes) {
    TakeScalar(p, memory, scratch);
    return;
  }
  TakeRuns(p, memory, [&](uint8_t* to, const uint8_t* from) {
    CopyBytes(to, from, p.inner);
  });
}

}  // namespace tflite::dsp
