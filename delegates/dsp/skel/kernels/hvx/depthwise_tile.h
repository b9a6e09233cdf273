#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TILE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TILE_H_

#include "delegates/dsp/skel/kernels/hvx/dense_sums.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

// The inner loop of the direct form of depthwise convolutions: 4 outputs of a
// row by up to 128 channels, all sums in registers. Two shuffles make quads of
// four columns.
namespace tflite::dsp {

// How outputs use quads; see DepthwisePlan.
enum class QuadUse { kPaired, kShared, kOwn };

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadColumn(const uint8_t* column) {
  return kAligned ? *reinterpret_cast<const Vec*>(column)
                  : LoadUnaligned(column);
}

// Interleaves the bytes of two columns. `at` is a multiple of 8.
template <bool kAligned>
TFLL_DSP_INLINE VecPair TwoColumns(const uint8_t* const* at) {
  const uint64_t both = *reinterpret_cast<const uint64_t*>(at);
  const auto* first = reinterpret_cast<const uint8_t*>(
      static_cast<uintptr_t>(static_cast<uint32_t>(both)));
  const auto* second = reinterpret_cast<const uint8_t*>(
      static_cast<uintptr_t>(static_cast<uint32_t>(both >> 32)));
  return Q6_W_vshuff_VVR(LoadColumn<kAligned>(second),
                         LoadColumn<kAligned>(first), -1);
}

// The quads of G groups.
template <int G>
struct Quads {
  Vec of[4];

  // `low` and `high` are results of TwoColumns: pairs of bytes, whose low
  // vector has groups 0 and 1 and whose high vector has groups 2 and 3.
  TFLL_DSP_INLINE Quads(VecPair low, VecPair high) {
    const VecPair q01 = Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
    of[0] = Q6_V_lo_W(q01);
    of[1] = Q6_V_hi_W(q01);
    if (G > 2) {
      const VecPair q23 = Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
      of[2] = Q6_V_lo_W(q23);
      of[3] = Q6_V_hi_W(q23);
    }
  }
};

// Sums of G groups of channels for `kPixels` outputs.
template <int kPixels, int G, bool kSigned, DenseStore kStore>
struct DepthwiseSums {
  DenseSums<kPixels, G, kSigned, kStore> dense;

  TFLL_DSP_INLINE void Begin(const DenseJob& job) {
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      TFLL_DSP_UNROLL
      for (int p = 0; p < kPixels; ++p) dense.sum[p][g] = job.finish[g].bias;
    }
  }

  TFLL_DSP_INLINE void Add(int p, const Quads<G>& quads,
                           const Vec* __restrict filter) {
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      Vec& sum = dense.sum[p][g];
      sum = kSigned ? Q6_Vw_vrmpyacc_VwVbVb(sum, quads.of[g], filter[g])
                    : Q6_Vw_vrmpyacc_VwVubVb(sum, quads.of[g], filter[g]);
    }
  }
};

template <QuadUse kUse, int G, bool kSigned, bool kAligned>
struct DepthwiseTile
    : DepthwiseSums<4, G, kSigned,
                    kAligned ? DenseStore::kAligned : DenseStore::kAnywhere> {
  static constexpr int kPixels = 4;
  using Sums =
      DepthwiseSums<kPixels, G, kSigned,
                    kAligned ? DenseStore::kAligned : DenseStore::kAnywhere>;
  using Sums::Add;
  using Sums::dense;

  // Adds the products by one quad of a filter row; `columns` points to the
  // first column of the block's first output.
  TFLL_DSP_INLINE void Multiply(const DepthwiseRows& row,
                                const uint8_t* const* columns,
                                const Vec* __restrict filter) {
    if (kUse == QuadUse::kOwn) {
      TFLL_DSP_UNROLL
      for (int p = 0; p < kPixels; ++p) {
        const uint8_t* const* at = columns + p * row.stride;
        VecPair half[2];
        TFLL_DSP_UNROLL
        for (int i = 0; i < 2; ++i) {
          const Vec first = LoadColumn<kAligned>(at[0]);
          at += row.dilation;
          half[i] = Q6_W_vshuff_VVR(LoadColumn<kAligned>(at[0]), first, -1);
          at += row.dilation;
        }
        Add(p, Quads<G>(half[0], half[1]), filter);
      }
      return;
    }
    VecPair low = TwoColumns<kAligned>(columns);
    constexpr int kQuads = kUse == QuadUse::kPaired ? 2 : 4;
    TFLL_DSP_UNROLL
    for (int j = 0; j < kQuads; ++j) {
      const VecPair high = TwoColumns<kAligned>(columns + 2 * j + 2);
      const Quads<G> quads(low, high);
      if (kUse == QuadUse::kPaired) {
        Add(2 * j, quads, filter);
        Add(2 * j + 1, quads, filter + 4);
      } else {
        Add(j, quads, filter);
      }
      low = high;
    }
  }
};

// Computes rows of outputs, in whole blocks of 4. kRows: the number of filter
// rows, if each has one quad; 0: any filter.
template <QuadUse kUse, int kRows, int G, bool kSigned, bool kAligned>
TFLL_DSP_NOINLINE void DepthwiseBlocks(const DepthwiseRows& all) {
  // Local copies, which the compiler can keep in registers.
  const DepthwiseRows row = all;
  DenseJob job = {};
  job.finish = row.finish;
  job.quick = row.quick;
  job.zero_point = row.zero_point;
  job.spill = row.spill;
  job.low = row.low;
  job.high = row.high;
  job.pitch = row.pitch;
  DepthwiseTile<kUse, G, kSigned, kAligned> tile;
  constexpr int kVectors = kUse == QuadUse::kPaired ? 8 : 4;
  const uint8_t* const* begin = row.columns;
  uint8_t* out = row.out;
  for (int32_t r = 0; r < row.rows; ++r, begin += row.row_pitch) {
    const uint8_t* const* columns = begin;
    job.out = out;
    for (int32_t b = row.blocks; b > 0; --b, columns += 4 * row.stride) {
      tile.Begin(job);
      const Vec* __restrict filter = row.filter;
      if (kRows > 0) {
        TFLL_DSP_UNROLL
        for (int fy = 0; fy < kRows; ++fy) {
          tile.Multiply(row, columns + fy * row.row_step,
                        filter + fy * kVectors);
        }
      } else {
        for (int32_t half = 0; half < row.halves; ++half) {
          const uint8_t* const* at = columns;
          for (int32_t fy = 0; fy < row.height; ++fy, at += row.row_step) {
            TFLL_DSP_NO_UNROLL
            for (int32_t i = 0; i < row.quads; ++i, filter += kVectors) {
              tile.Multiply(row, at + 4 * i * row.dilation, filter);
            }
          }
        }
      }
      tile.dense.Finish(job);
      job.out += 4 * job.pitch;
    }
    out += row.width * row.pitch;
  }
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TILE_H_
