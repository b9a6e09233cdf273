#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_ROWS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_ROWS_H_

#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/hvx/byte_table.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/kernel.h"

// Walks through two operands of an element-wise operation, which may be
// broadcast.
namespace tflite::dsp {

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadBlock(const uint8_t* p) {
  return kAligned ? *reinterpret_cast<const Vec*>(p) : LoadUnaligned(p);
}
template <bool kAligned>
TFLL_DSP_INLINE void StoreBlock(uint8_t* p, Vec v) {
  if (kAligned) {
    *reinterpret_cast<Vec*>(p) = v;
  } else {
    StoreUnaligned(p, v);
  }
}

// Runs more than kDelay blocks, as long as both operands are not broadcast.
// kAligned: all addresses are multiples of 128.
template <bool kAligned, typename Operation>
TFLL_DSP_NOINLINE void Blocks(const Operation& operation, int32_t blocks,
                              const uint8_t* __restrict x,
                              const uint8_t* __restrict y,
                              uint8_t* __restrict out) {
  const Operation op = operation;
  constexpr int32_t kDelay = Operation::kDelay;
  typename Operation::State state = {};
  TFLL_DSP_UNROLL
  for (int32_t i = 0; i < kDelay; ++i) {
    op.Step(&state, LoadBlock<kAligned>(x), LoadBlock<kAligned>(y));
    x += kVectorBytes;
    y += kVectorBytes;
  }
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < blocks - kDelay; ++i) {
    StoreBlock<kAligned>(
        out, op.Step(&state, LoadBlock<kAligned>(x), LoadBlock<kAligned>(y)));
    x += kVectorBytes;
    y += kVectorBytes;
    out += kVectorBytes;
  }
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < kDelay; ++i) {
    StoreBlock<kAligned>(out, op.Step(&state, Zero(), Zero()));
    out += kVectorBytes;
  }
}

// Runs a single block.
template <typename Operation>
Vec Once(const Operation& op, Vec x, Vec y) {
  typename Operation::State state = {};
  for (int32_t i = 0; i < Operation::kDelay; ++i) op.Step(&state, x, y);
  return op.Step(&state, x, y);
}

constexpr int32_t kRepeatedBytes = 8192, kMostRepeated = 2048;

struct Row {
  const uint8_t* x;
  const uint8_t* y;
  bool x_moves, y_moves;
  int32_t count;
  uint8_t* out;
};

// With an operand that does not move, a function of the other one.
struct Mapped {
  static constexpr int32_t kDelay = 0;
  struct State {};
  TFLL_DSP_INLINE Vec Step(State*, Vec x, Vec) const { return table(x); }

  ByteTable table;
};
template <typename Operation>
Mapped MakeMapped(const Operation& op, const Row& row) {
  const Vec low = ByteIota(), high = Q6_V_vxor_VV(low, SplatByte(0x80));
  if (row.x_moves) {
    const Vec y = SplatByte(*row.y);
    return {ByteTable(Once(op, low, y), Once(op, high, y))};
  }
  const Vec x = SplatByte(*row.x);
  return {ByteTable(Once(op, x, low), Once(op, x, high))};
}

template <typename Operation>
void RunRow(const Operation& op, const Row& row) {
  constexpr int32_t kLeastMapped = 4 * kVectorBytes;
  if (row.x_moves != row.y_moves && row.count >= kLeastMapped) {
    const uint8_t* in = row.x_moves ? row.x : row.y;
    return RunRow(MakeMapped(op, row),
                  {in, in, true, true, row.count, row.out});
  }
  int32_t done = 0;
  const int32_t blocks = row.count / kVectorBytes;
  if (row.x_moves && row.y_moves && blocks > Operation::kDelay) {
    const uintptr_t places = reinterpret_cast<uintptr_t>(row.x) |
                             reinterpret_cast<uintptr_t>(row.y) |
                             reinterpret_cast<uintptr_t>(row.out);
    if (places % kVectorBytes == 0) {
      Blocks<true>(op, blocks, row.x, row.y, row.out);
    } else {
      Blocks<false>(op, blocks, row.x, row.y, row.out);
    }
    done = blocks * kVectorBytes;
  }
  for (; done < row.count; done += kVectorBytes) {
    const Vec x = row.x_moves ? LoadUnaligned(row.x + done) : SplatByte(*row.x);
    const Vec y = row.y_moves ? LoadUnaligned(row.y + done) : SplatByte(*row.y);
    const int32_t left = row.count - done;
    StoreFirst(row.out + done, Once(op, x, y),
               left < kVectorBytes ? left : kVectorBytes);
  }
}

// Merges the last dimensions that are one dense run of both operands. Returns
// the number of dimensions before them, and the number of elements of the run.
inline int32_t DenseRank(const BinaryParams& p, int32_t* count) {
  int32_t rank = p.rank, run = 1;
  while (rank > 0 &&
         (p.extents[rank - 1] == 1 ||
          (p.x_strides[rank - 1] == run && p.y_strides[rank - 1] == run))) {
    run *= p.extents[--rank];
  }
  *count = run;
  return rank;
}

// Copies the first `count` bytes behind themselves until there are `most`; up
// to 127 more are written.
TFLL_DSP_NOINLINE inline void RepeatBytes(uint8_t* bytes, int32_t count,
                                          int32_t most) {
  for (; count < most; count *= 2) {
    for (int32_t i = 0; i < count && count + i < most; i += kVectorBytes) {
      StoreUnaligned(bytes + count + i, LoadUnaligned(bytes + i));
    }
  }
}

// `times` rows of an operand that moves and one that is the same for all of
// them. It is repeated in a buffer, so that blocks need not end with rows.
template <typename Operation>
void RunRepeated(const Operation& op, const Row& one, bool x_repeats,
                 int32_t times) {
  alignas(kVectorBytes)
      uint8_t buffer[kRepeatedBytes + kMostRepeated + kVectorBytes];
  int32_t aligned = one.count;  // whole rows and vectors
  while (aligned % kVectorBytes != 0) aligned *= 2;
  const int32_t some = aligned <= kRepeatedBytes
                           ? kRepeatedBytes - kRepeatedBytes % aligned
                           : kRepeatedBytes;
  int32_t left = times * one.count;
  const uint8_t* from = x_repeats ? one.x : one.y;
  for (int32_t i = 0; i < one.count; i += kVectorBytes) {
    StoreUnaligned(buffer + i, LoadUnaligned(from + i));
  }
  RepeatBytes(buffer, one.count,
              left < some + one.count ? left : some + one.count);
  const int32_t step = some % one.count;
  int32_t start = 0;  // in the row
  Row row = one;
  for (; left > 0; left -= some) {
    (x_repeats ? row.x : row.y) = buffer + start;
    row.count = left < some ? left : some;
    RunRow(op, row);
    (x_repeats ? row.y : row.x) += some;
    row.out += some;
    start += step;
    if (start >= one.count) start -= one.count;
  }
}

// Calls RunRow(op, row) for all rows.
template <typename Operation>
void RunAll(const Operation& op, const BinaryParams& p, const Memory& memory) {
  const uint8_t* x = memory.At<const uint8_t>(p.x);
  const uint8_t* y = memory.At<const uint8_t>(p.y);
  uint8_t* out = memory.At<uint8_t>(p.output);
  Row row = {x, y, true, true, 0, out};
  const int32_t rank = DenseRank(p, &row.count);
  if (rank == 0) return RunRow(op, row);
  int32_t last = rank;  // rows are the dimensions from here on
  if (row.count == 1) {
    last = rank - 1;
    row.count = p.extents[last];
    row.x_moves = p.x_strides[last] != 0;
    row.y_moves = p.y_strides[last] != 0;
    while (last > 0 && !row.x_moves && p.x_strides[last - 1] == 0 &&
           p.y_strides[last - 1] == row.count) {
      row.count *= p.extents[--last];
    }
    while (last > 0 && !row.y_moves && p.y_strides[last - 1] == 0 &&
           p.x_strides[last - 1] == row.count) {
      row.count *= p.extents[--last];
    }
  }
  const int32_t x_step = last > 0 ? p.x_strides[last - 1] : 0;
  const int32_t y_step = last > 0 ? p.y_strides[last - 1] : 0;
  const bool repeats = last > 0 && row.x_moves && row.y_moves &&
                       row.count <= kMostRepeated &&
                       ((x_step == 0 && y_step == row.count) ||
                        (y_step == 0 && x_step == row.count));
  const int32_t times = repeats ? p.extents[last - 1] : 1;
  Dims<2> at(repeats ? last : last + 1, p.extents, {p.x_strides, p.y_strides});
  do {
    row.x = x + at.offset(0);
    row.y = y + at.offset(1);
    if (repeats) {
      RunRepeated(op, row, x_step == 0, times);
    } else {
      RunRow(op, row);
    }
    row.out += times * row.count;
  } while (at.Next());
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BINARY_ROWS_H_
