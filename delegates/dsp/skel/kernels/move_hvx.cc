#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/take.h"
#include "delegates/dsp/skel/kernels/hvx/byte_block.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/move.h"

namespace tflite::dsp {
namespace {

// For shorter runs the scalar loop is as fast; blocks may be for those that are
// not longer than the other.
constexpr int32_t kLeastBytes = 16, kMostBlockBytes = 48;

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
    const int32_t extent = p.extents[d];
    const int32_t columns =
        extent < kTransposedColumns ? extent : kTransposedColumns;
    const bool pays = p.extents[last] >= kTransposedRows
                          ? extent > 3
                          : p.extents[last] * columns >= kLeastElements;
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

// A box of single bytes, with a dimension for those of an element.
struct ByteBox {
  int32_t rank;
  int32_t extents[kMostDims + 1];
  int32_t in_strides[kMostDims + 1], out_strides[kMostDims + 1];

  explicit ByteBox(const CopyParams& p) : rank(0) {
    for (int32_t d = 0; d < p.rank; ++d) {
      if (p.extents[d] == 1) continue;
      Add(p.extents[d], p.in_strides[d] * p.element_bytes,
          p.out_strides[d] * p.element_bytes);
    }
    if (p.element_bytes > 1 || rank == 0) Add(p.element_bytes, 1, 1);
  }

 private:
  void Add(int32_t extent, int32_t in_stride, int32_t out_stride) {
    extents[rank] = extent;
    in_strides[rank] = in_stride;
    out_strides[rank++] = out_stride;
  }
};

// Movements of a few bytes each, in blocks: the innermost dimensions, and as
// much of the one before them, `split_`, as 128 bytes of the output hold.
class BlockCopy {
 public:
  explicit BlockCopy(const CopyParams& p) : box_(p), split_(box_.rank - 1) {
    int32_t span = 1;
    for (; split_ > 0; --split_) {
      const int64_t more =
          (box_.extents[split_] - 1) * int64_t{box_.out_strides[split_]};
      if (more < 0 || span + more > kVectorBytes / 2) break;
      span += static_cast<int32_t>(more);
    }
    const int32_t stride = box_.out_strides[split_];
    if (stride > 0) length_ = 1 + (kVectorBytes - span) / stride;
    if (length_ > box_.extents[split_]) length_ = box_.extents[split_];
  }

  // Whether blocks take fewer packets than runs of so many bytes, or than
  // single ones.
  bool Prepare(int64_t run_bytes) {
    constexpr int32_t kRunPackets = 18;
    // To find the places costs as much as to move some thousand bytes.
    constexpr int32_t kLeastElements = 1024;
    int64_t count = 1;
    for (int32_t d = 0; d < box_.rank; ++d) count *= box_.extents[d];
    if (length_ == 0 || count < kLeastElements || !Fill(length_, &block_)) {
      return false;
    }
    const int64_t others = run_bytes < kLeastBytes
                               ? block_.count()
                               : block_.count() * kRunPackets / run_bytes;
    if (block_.Cost() >= others) return false;
    rest_length_ = box_.extents[split_] % length_;
    return rest_length_ == 0 || Fill(rest_length_, &rest_);
  }

  void Run(const uint8_t* in, uint8_t* out) const {
    const int32_t in_step = length_ * box_.in_strides[split_];
    const int32_t out_step = length_ * box_.out_strides[split_];
    const int32_t blocks = box_.extents[split_] / length_;
    Dims<2> at(split_ + 1, box_.extents, {box_.in_strides, box_.out_strides});
    do {
      const uint8_t* from = in + at.offset(0);
      uint8_t* to = out + at.offset(1);
      for (int32_t i = 0; i < blocks; ++i, from += in_step, to += out_step) {
        block_.Run(from, to);
      }
      if (rest_length_ != 0) rest_.Run(from, to);
    } while (at.Next());
  }

 private:
  bool Fill(int32_t length, ByteBlock* block) const {
    ByteBox box = box_;
    box.extents[split_] = length;
    const int32_t rank = box_.rank - split_;
    const int32_t* const extents = box.extents + split_;
    const int32_t last = box_.rank - 1;
    const int32_t in_step = box_.in_strides[last];
    const int32_t out_step = box_.out_strides[last];
    Dims<2> at(rank, extents,
               {box_.in_strides + split_, box_.out_strides + split_});
    block->Clear();
    do {
      int32_t from = at.offset(0), to = at.offset(1);
      for (int32_t i = 0; i < extents[rank - 1]; ++i) {
        if (!block->Add(from, to, in_step < 0)) return false;
        from += in_step;
        to += out_step;
      }
    } while (at.Next());
    block->Finish();
    return true;
  }

  const ByteBox box_;
  int32_t split_, length_ = 0, rest_length_ = 0;
  ByteBlock block_, rest_;
};

// Runs of a few bytes, gathered along the innermost table: each block of the
// output's rows, for all rows. False if that does not pay.
bool TakeBlocks(const TakeParams& p, const Memory& memory) {
  // To find the places costs as much as some ten blocks.
  constexpr int64_t kLeastRows = 12;
  const int32_t last = p.rank - 1;
  int64_t rows = 1;
  const int32_t* tables = memory.At<const int32_t>(p.tables);
  const int32_t* columns = tables;
  for (int32_t d = 0; d < last; columns += p.extents[d++]) rows *= p.extents[d];
  if (rows < kLeastRows) return false;
  const int32_t width = kVectorBytes / p.inner;
  const int32_t row_bytes = p.extents[last] * p.inner;
  ByteBlock block;
  for (int32_t x = 0; x < p.extents[last]; x += width) {
    const int32_t left = p.extents[last] - x;
    const int32_t count = left < width ? left : width;
    block.Clear();
    bool fits = true;
    for (int32_t i = 0; fits && i < count; ++i) {
      for (int32_t c = 0; fits && c < p.inner; ++c) {
        fits = block.Add(columns[x + i] + c, i * p.inner + c, false);
      }
    }
    if (!fits) return false;
    block.Finish();
    TakeParams outer = p;
    outer.rank = last;
    uint8_t* to = memory.At<uint8_t>(p.output) + x * p.inner;
    TakeRuns(outer, memory, [&](uint8_t*, const uint8_t* from) {
      block.Run(from, to);
      to += row_bytes;
    });
  }
  return true;
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
  const int32_t e = p.element_bytes;
  const uint8_t* in = memory.At<const uint8_t>(p.input) + p.in_offset * e;
  uint8_t* out = memory.At<uint8_t>(p.output) + p.out_offset * e;
  const bool runs = p.in_strides[last] == 1 && p.out_strides[last] == 1;
  if (!runs || bytes <= kMostBlockBytes) {
    BlockCopy blocks(p);
    if (blocks.Prepare(runs ? bytes : 0)) return blocks.Run(in, out);
  }
  if (!runs || bytes < kLeastBytes) return CopyScalar(p, memory, scratch);
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
    if (!TakeBlocks(p, memory)) TakeScalar(p, memory, scratch);
    return;
  }
  TakeRuns(p, memory, [&](uint8_t* to, const uint8_t* from) {
    CopyBytes(to, from, p.inner);
  });
}

}  // namespace tflite::dsp
