#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_TILE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_TILE_H_

#include "delegates/dsp/skel/kernels/hvx/dense_sums.h"

// The inner loop of convolutions and fully connected layers. Each step loads a
// vector of weights (32 channels by 4 of the depth) and multiplies it by 4
// bytes of each pixel, which are in a scalar register. A packet has two
// multiplications.
namespace tflite::dsp {

template <bool kSigned>
TFLL_DSP_INLINE Vec Accumulate(Vec sum, Vec weights, int32_t activations) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVubRb(sum, weights, activations)
                 : Q6_Vuw_vrmpyacc_VuwVubRub(sum, weights, activations);
}

// How windows are read: word by word; the same for windows of a single piece at
// offset 0; or by 8 bytes at aligned addresses.
enum class DenseLoad { kWords, kOnePiece, kDoubles };

template <int P, int G, bool kSigned, DenseStore kStore,
          kernels::Halves kHalves>
struct DenseTile : DenseSums<P, G, kSigned, kStore, kHalves> {
  using DenseSums<P, G, kSigned, kStore, kHalves>::sum;
  const uint8_t* __restrict base[P];

  TFLL_DSP_INLINE void Begin(const DenseJob& job) {
    TFLL_DSP_UNROLL
    for (int p = 0; p < P; ++p) base[p] = job.windows[p];
    if (job.lane_sums) {
      TFLL_DSP_UNROLL
      for (int g = 0; g < G; ++g) {
        TFLL_DSP_UNROLL
        for (int p = 0; p < P; ++p) sum[p][g] = job.finish[g].bias;
      }
      return;
    }
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      const Vec bias = job.finish[g].bias;
      TFLL_DSP_UNROLL
      for (int p = 0; p < P; ++p) {
        sum[p][g] = Q6_Vw_vadd_VwVw(bias, SplatWord(job.sums[p]));
      }
    }
  }

  // kDoubles: pieces are aligned to 8 bytes and have an even number of quads.
  // Activations of the first pixels are read one step ahead, in the last step
  // from behind the window.
  TFLL_DSP_INLINE void Doubles(const DenseJob& job) {
    const Vec* __restrict w[G];
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      w[g] = reinterpret_cast<const Vec*>(job.weights + g * job.group_bytes);
    }
    const int32_t steps = job.quads / 2;
    for (int32_t t = 0; t < job.piece_count; ++t) {
      const uint64_t* __restrict x[P];
      uint64_t d[P];
      TFLL_DSP_UNROLL
      for (int p = 0; p < P; ++p) {
        x[p] = reinterpret_cast<const uint64_t*>(base[p] + job.pieces[t]);
      }
      constexpr int kAhead = P < 2 ? P : 2;
      TFLL_DSP_UNROLL
      for (int p = 0; p < kAhead; ++p) d[p] = *x[p]++;
      TFLL_DSP_NO_UNROLL
      for (int32_t k = 0; k < steps; ++k) {
        TFLL_DSP_UNROLL
        for (int p = kAhead; p < P; ++p) d[p] = *x[p]++;
        TFLL_DSP_UNROLL
        for (int g = 0; g < G; ++g) {
          const Vec u = *w[g]++;
          TFLL_DSP_UNROLL
          for (int p = 0; p < P; ++p) {
            sum[p][g] =
                Accumulate<kSigned>(sum[p][g], u, static_cast<int32_t>(d[p]));
          }
        }
        TFLL_DSP_UNROLL
        for (int g = 0; g < G; ++g) {
          const Vec u = *w[g]++;
          TFLL_DSP_UNROLL
          for (int p = 0; p < P; ++p) {
            sum[p][g] = Accumulate<kSigned>(sum[p][g], u,
                                            static_cast<int32_t>(d[p] >> 32));
          }
        }
        TFLL_DSP_UNROLL
        for (int p = 0; p < kAhead; ++p) d[p] = *x[p]++;
      }
    }
  }

  // kOnePiece: the window is one piece that begins at its first byte.
  template <bool kOnePiece>
  TFLL_DSP_INLINE void Words(const DenseJob& job) {
    const Vec* __restrict w[G];
    TFLL_DSP_UNROLL
    for (int g = 0; g < G; ++g) {
      w[g] = reinterpret_cast<const Vec*>(job.weights + g * job.group_bytes);
    }
    const int32_t pieces = kOnePiece ? 1 : job.piece_count;
    const int32_t quads = job.quads;
    for (int32_t t = 0; t < pieces; ++t) {
      const int32_t* __restrict x[P];
      TFLL_DSP_UNROLL
      for (int p = 0; p < P; ++p) {
        x[p] = reinterpret_cast<const int32_t*>(
            kOnePiece ? job.windows[p] : base[p] + job.pieces[t]);
      }
      TFLL_DSP_NO_UNROLL
      for (int32_t k = 0; k < quads; ++k) {
        int32_t d[P];
        TFLL_DSP_UNROLL
        for (int p = 0; p < P; ++p) d[p] = *x[p]++;
        TFLL_DSP_UNROLL
        for (int g = 0; g < G; ++g) {
          const Vec u = *w[g]++;
          TFLL_DSP_UNROLL
          for (int p = 0; p < P; ++p) {
            sum[p][g] = Accumulate<kSigned>(sum[p][g], u, d[p]);
          }
        }
      }
    }
  }
};

// Computes `tiles` tiles of P pixels each, and moves `all` on to the pixels
// after them.
template <int P, int G, bool kSigned, kernels::Halves kHalves, DenseLoad kLoad,
          DenseStore kStore>
TFLL_DSP_NOINLINE void DenseTiles(DenseJob& all, int32_t tiles) {
  // A local copy, which the compiler can keep in registers.
  DenseJob job = all;
  DenseTile<P, G, kSigned, kStore, kHalves> tile;
  do {
    tile.Begin(job);
    if (kLoad == DenseLoad::kDoubles) {
      tile.Doubles(job);
    } else {
      tile.template Words<kLoad == DenseLoad::kOnePiece>(job);
    }
    tile.Finish(job);
    job.windows += P;
    job.sums += P;
    job.out += P * job.pitch;
  } while (--tiles > 0);
  all.windows = job.windows;
  all.sums = job.sums;
  all.out = job.out;
}

// Computes one pixel with 4 * sets groups: fully connected layers of one row.
template <bool kSigned, kernels::Halves kHalves>
TFLL_DSP_NOINLINE void DenseAcross(const DenseJob& first, int32_t sets) {
  DenseJob job = first;
  DenseTile<1, 4, kSigned, DenseStore::kAnywhere, kHalves> tile;
  do {
    tile.Begin(job);
    tile.template Words<true>(job);
    tile.Finish(job);
    job.weights += 4 * job.group_bytes;
    job.finish += 4;
    job.out += kVectorBytes;
  } while (--sets > 0);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_TILE_H_
