#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_TILE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_TILE_H_

#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The inner loop of convolutions and fully connected layers: a tile of P pixels
// by G groups of 32 output channels, all sums in registers. Each step takes one
// vector of weights (32 channels, 4 of the depth) and multiplies it with 4
// bytes of each pixel, held in a scalar register: two multiplications a packet.
namespace tflite::dsp {

struct DenseJob {
  // Pixel p's window begins at windows[p]; its piece t at that plus pieces[t],
  // `quads` times 4 bytes.
  const uint8_t* const* windows;
  const int32_t* pieces;
  int32_t piece_count;
  int32_t quads;
  // Group g's weights begin at weights + g * group_bytes.
  const uint8_t* weights;
  int32_t group_bytes;
  const FinishGroup* finish;
  // What is added to all channels of a pixel: minus the zero point of the
  // weights times the sum of the window. If `lane_sums`, the last lane of the
  // last group computes the opposite of it instead (a padding channel, whose
  // weights are all the zero point), and it is written to `sums`.
  int32_t* sums;
  bool lane_sums;
  bool keep_sums;  // else they are not written
  bool quick;      // PrepareFinish
  Vec* spill;      // P * G vectors
  int32_t zero_point;
  Vec low, high;  // bytes
  // Pixel p's channels go to out + p * pitch: 128 bytes are written, those
  // beyond the channels with no meaning.
  uint8_t* out;
  int32_t pitch;
};

template <bool kSigned>
TFLL_DSP_INLINE Vec Accumulate(Vec sum, Vec weights, int32_t activations) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVubRb(sum, weights, activations)
                 : Q6_Vuw_vrmpyacc_VuwVubRub(sum, weights, activations);
}

// How windows are read: word by word, as one piece that begins at the window's
// first byte, or by aligned double words.
enum class DenseLoad { kWords, kOnePiece, kDoubles };

// How pixels are stored: anywhere; four groups to aligned places; or all the
// channels, 32 or 64, of pixels side by side in aligned vectors.
enum class DenseStore { kAnywhere, kAligned, kTogether };

// The end of a tile in the general form, of sums in `spill`, pixel by pixel.
void DenseGeneralFinish(const DenseJob& job, int32_t pixels, int32_t groups,
                        bool is_signed);

template <int P, int G, bool kSigned, DenseStore kStore>
struct DenseTile {
  Vec sum[P][G];
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

  // Rows of pixels aligned to 8, an even number of quads. The first pixels'
  // activations are read one step ahead, past the end of the window at last.
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

  TFLL_DSP_INLINE void SubtractLane(const DenseJob& job) {
    Vec lane[P];
    TFLL_DSP_UNROLL
    for (int p = 0; p < P; ++p) lane[p] = RepeatLastWord(sum[p][G - 1]);
    TFLL_DSP_UNROLL
    for (int p = 0; p < P; ++p) {
      TFLL_DSP_UNROLL
      for (int g = 0; g < G; ++g) {
        sum[p][g] = Q6_Vw_vsub_VwVw(sum[p][g], lane[p]);
      }
    }
    if (!job.keep_sums) return;
    TFLL_DSP_UNROLL
    for (int p = 0; p < P; ++p) job.sums[p] = -Q6_R_vextract_VR(lane[p], 0);
  }

  TFLL_DSP_INLINE void StoreTogether(const DenseJob& job, Vec bytes,
                                     uint8_t* __restrict out) {
    *reinterpret_cast<Vec*>(out) =
        ClampBytes<kSigned>(bytes, job.low, job.high);
  }

  // The order in which sums are finished: by group, whose constants stay in
  // registers, or, where these are few enough, by pixel.
  static constexpr int Group(int i) { return G > 2 ? i / P : i % G; }
  static constexpr int Pixel(int i) { return G > 2 ? i % P : i / G; }

  // What follows a product, once all it needs is there: shifted, then packed
  // with the other groups of its pixel, then stored.
  TFLL_DSP_INLINE void Complete(const DenseJob& job, int i, Vec minus_one,
                                Vec (&half)[P], uint8_t* __restrict out) {
    const int g = Group(i), p = Pixel(i);
    const FinishGroup& f = job.finish[g];
    sum[p][g] = QuickShift(sum[p][g], f.rounding, f.shift, minus_one);
    if (g == 1 || (g == 0 && G == 1 && kStore != DenseStore::kTogether)) {
      half[p] = Q6_Vh_vpack_VwVw_sat(sum[p][g], sum[p][0]);
    }
    if (g < G - 1) return;
    if (kStore == DenseStore::kTogether) {
      // The pixel is the last one of a vector: two halves or four words.
      if (G == 2 && p % 2 == 1) {
        StoreTogether(job, PackBytes<kSigned>(half[p], half[p - 1]),
                      out + (p - 1) * 64);
      } else if (G == 1 && p % 4 == 3) {
        const Vec low = Q6_Vh_vpack_VwVw_sat(sum[p > 2 ? p - 2 : 0][0],
                                             sum[p > 3 ? p - 3 : 0][0]);
        const Vec high =
            Q6_Vh_vpack_VwVw_sat(sum[p][0], sum[p > 1 ? p - 1 : 0][0]);
        StoreTogether(job, PackBytes<kSigned>(high, low), out + (p - 3) * 32);
      }
      return;
    }
    const Vec rest =
        G > 2 ? Q6_Vh_vpack_VwVw_sat(sum[p][g], sum[p][2 < G ? 2 : 0])
              : half[p];
    const Vec bytes = ClampBytes<kSigned>(PackBytes<kSigned>(rest, half[p]),
                                          job.low, job.high);
    if (kStore == DenseStore::kAligned) {
      *reinterpret_cast<Vec*>(out + p * job.pitch) = bytes;
    } else {
      StoreUnaligned(out + p * job.pitch, bytes);
    }
  }

  // Sums to bytes. The compiler schedules in the order of the source: a product
  // is completed beside the next but one, so that all fits into the packets of
  // the multiplications.
  TFLL_DSP_INLINE void QuickFinishAll(const DenseJob& job,
                                      uint8_t* __restrict out) {
    constexpr int kLater = 2;
    const Vec minus_one = SplatWord(-1);
    Vec half[P];
    TFLL_DSP_UNROLL
    for (int i = 0; i < P * G + kLater; ++i) {
      if (i < P * G) {
        Vec& x = sum[Pixel(i)][Group(i)];
        x = DoublingHighProduct(x, job.finish[Group(i)].multiplier);
      }
      if (i >= kLater) Complete(job, i - kLater, minus_one, half, out);
    }
  }

  TFLL_DSP_INLINE void Finish(const DenseJob& job) {
    if (job.lane_sums) SubtractLane(job);
    if (job.quick) {
      QuickFinishAll(job, job.out);
      return;
    }
    TFLL_DSP_UNROLL
    for (int p = 0; p < P; ++p) {
      TFLL_DSP_UNROLL
      for (int g = 0; g < G; ++g) job.spill[p * G + g] = sum[p][g];
    }
    DenseGeneralFinish(job, P, G, kSigned);
  }
};

// `tiles` of P pixels; the job's pixels move on.
template <int P, int G, bool kSigned, DenseLoad kLoad, DenseStore kStore>
TFLL_DSP_NOINLINE void DenseTiles(DenseJob& all, int32_t tiles) {
  // A copy, which the compiler knows nobody else to change.
  DenseJob job = all;
  DenseTile<P, G, kSigned, kStore> tile;
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

// One pixel, `sets` times four groups: fully connected layers of one row.
template <bool kSigned>
TFLL_DSP_NOINLINE void DenseAcross(const DenseJob& first, int32_t sets) {
  DenseJob job = first;
  DenseTile<1, 4, kSigned, DenseStore::kAnywhere> tile;
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
