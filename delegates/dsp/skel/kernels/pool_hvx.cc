#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/pool.h"

namespace tflite::dsp {
namespace {

// Words divided by a number of elements, halves away from zero. The product of
// the magnitude with the rounded-up inverse rounds to the same number if its
// error, 255 * count / 2^31, is below 1 / (2 * count), the least distance of a
// quotient to a half that it does not reach.
//
// Halfwords have an inverse of 15 bits, `excess` / (count * 2^15) too large, so
// that a half is left on the side away from zero. The error of a sum of bytes
// is below that distance for the numbers of most small windows.
template <bool kSigned>
class Averager {
 public:
  static constexpr int32_t kMostCount = 2000;

  int32_t count() const { return count_; }
  void SetCount(int32_t count) {
    count_ = count;
    half_inverse_ = 0;
    if (count <= 1) return;
    inverse_ = SplatWord(0x7fffffff / count + 1);
    constexpr int32_t kMostHalves = 64;
    if (count > kMostHalves) return;
    const int32_t inverse = (1 << 15) / count + 1;
    const int32_t excess = inverse * count - (1 << 15);
    constexpr int32_t kGreatest = kSigned ? 128 : 255;
    if (kGreatest * count * excess < 1 << 14) {
      half_inverse_ = inverse << 16 | inverse;
    }
  }

  TFLL_DSP_INLINE Vec operator()(Vec sum) const {
    if (count_ <= 1) return sum;
    const Vec q = DoublingHighProduct(Q6_Vw_vabs_Vw(sum), inverse_);
    const Mask negative = Q6_Q_vcmp_gt_VwVw(Zero(), sum);
    return Q6_V_vmux_QVV(negative, Q6_Vw_vsub_VwVw(Zero(), q), q);
  }

  bool TakesHalves() const { return half_inverse_ != 0; }
  // Of sums of AddBytes, where TakesHalves.
  TFLL_DSP_INLINE Vec Bytes(VecPair sums) const {
    return InterleaveBytes<kSigned>(
        Q6_Vh_vmpy_VhRh_s1_rnd_sat(Q6_V_lo_W(sums), half_inverse_),
        Q6_Vh_vmpy_VhRh_s1_rnd_sat(Q6_V_hi_W(sums), half_inverse_));
  }

 private:
  int32_t count_ = -1;
  Vec inverse_ = Zero();
  int32_t half_inverse_ = 0;  // twice; 0: words only
};

// The part of a window that lies inside the image.
struct Covered {
  int32_t begin, count;
};
Covered Cover(int32_t at, int32_t stride, int32_t pad, int32_t filter,
              int32_t extent) {
  const int32_t start = at * stride - pad;
  const int32_t begin = start < 0 ? 0 : start;
  const int32_t end = start + filter > extent ? extent : start + filter;
  return {begin, end > begin ? end - begin : 0};
}

template <bool kSigned>
class Pooling {
 public:
  Pooling(const PoolParams& p, const Memory& memory)
      : p_(p), w_(p.window), memory_(memory) {}

  void Run() {
    const uint8_t* image = memory_.At<const uint8_t>(p_.input);
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    // Whole vectors are stored up to there; what lies behind the channels of a
    // pixel is written again.
    uint8_t* const end =
        out + RoundUp(static_cast<int32_t>(p_.output.bytes), kVectorBytes);
    for (int32_t b = 0; b < w_.batch; ++b) {
      for (int32_t y = 0; y < w_.out_height; ++y) {
        const Covered rows = Cover(y, w_.stride_height, w_.pad_top,
                                   w_.filter_height, w_.in_height);
        for (int32_t x = 0; x < w_.out_width; ++x) {
          const Covered columns = Cover(x, w_.stride_width, w_.pad_left,
                                        w_.filter_width, w_.in_width);
          Pixel(image, rows, columns, out, end);
          out += w_.in_channels;
        }
      }
      image += w_.in_height * w_.in_width * w_.in_channels;
    }
  }

 private:
  void Pixel(const uint8_t* image, const Covered& rows, const Covered& columns,
             uint8_t* out, const uint8_t* end) {
    const int32_t count = rows.count * columns.count;
    // The DSP divides in software.
    if (p_.form != PoolForm::kMax && count != average_.count()) {
      average_.SetCount(count);
    }
    const uint8_t* first =
        image + (rows.begin * w_.in_width + columns.begin) * w_.in_channels;
    const Vec low = SplatByte(p_.min), high = SplatByte(p_.max);
    for (int32_t c = 0; c < w_.in_channels; c += kRowChannels) {
      Vec bytes = Zero();
      if (count > 0) {
        bytes = p_.form == PoolForm::kMax
                    ? Greatest(first + c, rows.count, columns.count)
                    : Mean(first + c, rows.count, columns.count);
      }
      bytes = ClampBytes<kSigned>(bytes, low, high);
      if (out + c + kVectorBytes <= end) {
        StoreUnaligned(out + c, bytes);
      } else {
        StoreFirst(out + c, bytes, w_.in_channels - c);
      }
    }
  }

  // use(vector) for each pixel of a window.
  template <int kRows, int kColumns, typename Use>
  TFLL_DSP_INLINE void Fixed(const uint8_t* first, const Use& use) const {
    TFLL_DSP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const uint8_t* at = first + r * w_.in_width * w_.in_channels;
      TFLL_DSP_UNROLL
      for (int x = 0; x < kColumns; ++x, at += w_.in_channels) {
        use(LoadUnaligned(at));
      }
    }
  }
  template <typename Use>
  TFLL_DSP_INLINE void Each(const uint8_t* first, int32_t rows, int32_t columns,
                            const Use& use) const {
    if (rows == 3 && columns == 3) return Fixed<3, 3>(first, use);
    if (rows == 2 && columns == 2) return Fixed<2, 2>(first, use);
    for (int32_t r = 0; r < rows; ++r) {
      const uint8_t* at = first;
      for (int32_t x = 0; x < columns; ++x, at += w_.in_channels) {
        use(LoadUnaligned(at));
      }
      first += w_.in_width * w_.in_channels;
    }
  }

  TFLL_DSP_NOINLINE Vec Greatest(const uint8_t* first, int32_t rows,
                                 int32_t columns) const {
    Vec best = SplatByte(kSigned ? -128 : 0);
    Each(
        first, rows, columns, [&](Vec v) __attribute__((always_inline)) {
          best = MaxBytes<kSigned>(best, v);
        });
    return best;
  }
  TFLL_DSP_NOINLINE Vec Mean(const uint8_t* first, int32_t rows,
                             int32_t columns) const {
    if (average_.TakesHalves()) {
      VecPair sums = Q6_W_vcombine_VV(Zero(), Zero());
      Each(
          first, rows, columns, [&](Vec v) __attribute__((always_inline)) {
            sums = AddBytes<kSigned>(sums, v);
          });
      return average_.Bytes(sums);
    }
    RowSums<kSigned> sums(Zero());
    for (int32_t r = 0; r < rows; ++r) {
      sums.Add({first, columns, w_.in_channels});
      first += w_.in_width * w_.in_channels;
    }
    return sums.Bytes(average_);
  }

  const PoolParams& p_;
  const Window& w_;
  const Memory& memory_;
  Averager<kSigned> average_;
};

}  // namespace

void PoolHvx(const PoolParams& p, const Memory& memory,
             const Scratch& scratch) {
  const int32_t least = p.is_signed != 0 ? -128 : 0;
  // Bounds of the other type would have to be clamped with more bits.
  if (p.min < least || p.max > least + 255 ||
      int64_t{p.window.filter_height} * p.window.filter_width >
          Averager<true>::kMostCount) {
    PoolScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    Pooling<true>(p, memory).Run();
  } else {
    Pooling<false>(p, memory).Run();
  }
}

}  // namespace tflite::dsp
