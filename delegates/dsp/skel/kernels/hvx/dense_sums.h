#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_SUMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_SUMS_H_

#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// A tile of sums in registers, P pixels by G groups of 32 output channels, that
// is requantized and stored. Convolutions (dense_tile.h) and depthwise
// convolutions (depthwise_tile.h) compute the sums.
namespace tflite::dsp {

struct DenseJob {
  // Piece t of pixel p's window is at windows[p] + pieces[t] and has 4 * quads
  // bytes (strip_plan.h).
  const uint8_t* const* windows;
  const int32_t* pieces;
  int32_t piece_count;
  int32_t quads;
  // Group g's weights begin at weights + g * group_bytes.
  const uint8_t* weights;
  int32_t group_bytes;
  const FinishGroup* finish;
  // Per pixel, a term for all channels: minus the zero point of the weights
  // times the sum of the window. If `lane_sums`, the tile computes it: the last
  // channel of the last group is padding, with the zero point as its weights,
  // so that its sum is the term's negative. The term is written to `sums`.
  int32_t* sums;
  bool lane_sums;
  bool keep_sums;       // false: `sums` is not written
  bool quick;           // result of PrepareFinish
  Vec* spill;           // P * G vectors
  const Vec* compress;  // kCompressed: CompressControl
  int32_t zero_point;
  Vec low, high;  // bytes
  // Pixel p's channels go to out + p * pitch. 128 bytes are written; those
  // behind the channels are undefined.
  uint8_t* out;
  int32_t pitch;
};

// How pixels are stored: one by one at any address; the same at multiples of
// 128, for four groups; for images of 32 or 64 channels, several adjacent
// pixels in an aligned vector; for images of less than 32 channels, four pixels
// at a time, whose channels are moved together.
enum class DenseStore { kAnywhere, kAligned, kTogether, kCompressed };

// Requantizes the sums in job.spill in the general form, and stores them pixel
// by pixel.
void DenseGeneralFinish(const DenseJob& job, int32_t pixels, int32_t groups,
                        bool is_signed);

template <int P, int G, bool kSigned, DenseStore kStore,
          kernels::Halves kHalves = kernels::Halves::kAwayFromZero>
struct DenseSums {
  Vec sum[P][G];

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
    bytes = ClampBytes<kSigned>(bytes, job.low, job.high);
    if (kStore == DenseStore::kCompressed) {
      StoreUnaligned(out, Q6_V_vrdelta_VV(bytes, *job.compress));
    } else {
      *reinterpret_cast<Vec*>(out) = bytes;
    }
  }
  static constexpr bool kManyPixels =
      kStore == DenseStore::kTogether || kStore == DenseStore::kCompressed;

  // The order in which sums are requantized: by group, so that the constants of
  // a group stay in registers; by pixel if those of all groups do.
  static constexpr int Group(int i) { return G > 2 ? i / P : i % G; }
  static constexpr int Pixel(int i) { return G > 2 ? i % P : i / G; }

  // Shifts product `i`. If it is the last one of its pixel, packs the pixel's
  // groups and stores them.
  TFLL_DSP_INLINE void Complete(const DenseJob& job, int i, Vec above,
                                Vec (&half)[P], uint8_t* __restrict out) {
    const int g = Group(i), p = Pixel(i);
    const FinishGroup& f = job.finish[g];
    sum[p][g] = QuickShift(sum[p][g], f.rounding, f.shift, above);
    if (g == 1 || (g == 0 && G == 1 && !kManyPixels)) {
      half[p] = Q6_Vh_vpack_VwVw_sat(sum[p][g], sum[p][0]);
    }
    if (g < G - 1) return;
    if (kManyPixels) {
      // Stores a vector once it is full, with two or four pixels.
      if (G == 2 && p % 2 == 1) {
        StoreTogether(job, PackBytes<kSigned>(half[p], half[p - 1]),
                      out + (p - 1) * 64);
      } else if (G == 1 && p % 4 == 3) {
        const Vec low = Q6_Vh_vpack_VwVw_sat(sum[p > 2 ? p - 2 : 0][0],
                                             sum[p > 3 ? p - 3 : 0][0]);
        const Vec high =
            Q6_Vh_vpack_VwVw_sat(sum[p][0], sum[p > 1 ? p - 1 : 0][0]);
        StoreTogether(
            job, PackBytes<kSigned>(high, low),
            out + (p - 3) * (kStore == DenseStore::kTogether ? 32 : job.pitch));
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

  // Requantizes and stores all sums. The compiler schedules in the order of the
  // source: a product is completed two multiplications later, so that its
  // instructions fill the packets of those.
  TFLL_DSP_INLINE void QuickFinishAll(const DenseJob& job,
                                      uint8_t* __restrict out) {
    constexpr int kLater = 2;
    const Vec above = SplatWord(CarriesAbove(kHalves));
    Vec half[P];
    TFLL_DSP_UNROLL
    for (int i = 0; i < P * G + kLater; ++i) {
      if (i < P * G) {
        Vec& x = sum[Pixel(i)][Group(i)];
        x = DoublingHighProduct(x, job.finish[Group(i)].multiplier);
      }
      if (i >= kLater) Complete(job, i - kLater, above, half, out);
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

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DENSE_SUMS_H_
