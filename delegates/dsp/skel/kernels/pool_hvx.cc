#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/pool.h"

namespace tflite::dsp {
namespace {

// Words divided by a number of elements, halves away from zero. The product of
// the magnitude with the rounded-up inverse rounds to the same number if its
// error, 255 * count / 2^31, is below 1 / (2 * count), the least distance of a
// quotient to a half that it does not reach.
class Averager {
 public:
  explicit Averager(int32_t count)
      : inverse_(SplatWord(count > 1 ? 0x7fffffff / count + 1 : 0)),
        is_one_(count <= 1) {}

  static constexpr int32_t kMostCount = 2000;

  TFLL_DSP_INLINE Vec operator()(Vec sum) const {
    if (is_one_) return sum;
    const Vec q = DoublingHighProduct(Q6_Vw_vabs_Vw(sum), inverse_);
    const Mask negative = Q6_Q_vcmp_gt_VwVw(Zero(), sum);
    return Q6_V_vmux_QVV(negative, Q6_Vw_vsub_VwVw(Zero(), q), q);
  }

 private:
  const Vec inverse_;
  const bool is_one_;
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

  void Run() const {
    const uint8_t* image = memory_.At<const uint8_t>(p_.input);
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    for (int32_t b = 0; b < w_.batch; ++b) {
      for (int32_t y = 0; y < w_.out_height; ++y) {
        const Covered rows = Cover(y, w_.stride_height, w_.pad_top,
                                   w_.filter_height, w_.in_height);
        for (int32_t x = 0; x < w_.out_width; ++x) {
          const Covered columns = Cover(x, w_.stride_width, w_.pad_left,
                                        w_.filter_width, w_.in_width);
          Pixel(image, rows, columns, out);
          out += w_.in_channels;
        }
      }
      image += w_.in_height * w_.in_width * w_.in_channels;
    }
  }

 private:
  void Pixel(const uint8_t* image, const Covered& rows, const Covered& columns,
             uint8_t* out) const {
    const int32_t count = rows.count * columns.count;
    const Averager average(count);
    const uint8_t* first =
        image + (rows.begin * w_.in_width + columns.begin) * w_.in_channels;
    const Vec low = SplatByte(p_.min), high = SplatByte(p_.max);
    for (int32_t c = 0; c < w_.in_channels; c += kRowChannels) {
      const int32_t left = w_.in_channels - c;
      const int32_t width = left < kRowChannels ? left : kRowChannels;
      Vec bytes = Zero();
      if (count > 0) {
        bytes = p_.form == PoolForm::kMax
                    ? Greatest(first + c, rows.count, columns.count)
                    : Mean(first + c, rows.count, columns.count, average);
      }
      StoreFirst(out + c, ClampBytes<kSigned>(bytes, low, high), width);
    }
  }

  Vec Greatest(const uint8_t* first, int32_t rows, int32_t columns) const {
    Vec best = SplatByte(kSigned ? -128 : 0);
    for (int32_t r = 0; r < rows; ++r) {
      best = BestOfRows<kSigned, true>({first, columns, w_.in_channels}, best);
      first += w_.in_width * w_.in_channels;
    }
    return best;
  }
  Vec Mean(const uint8_t* first, int32_t rows, int32_t columns,
           const Averager& average) const {
    RowSums sums;
    sums.Clear();
    for (int32_t r = 0; r < rows; ++r) {
      AddRows<kSigned>({first, columns, w_.in_channels}, &sums);
      first += w_.in_width * w_.in_channels;
    }
    Vec* words = reinterpret_cast<Vec*>(sums.of);
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) words[i] = average(words[i]);
    return PackWords(words);
  }

  const PoolParams& p_;
  const Window& w_;
  const Memory& memory_;
};

}  // namespace

void PoolHvx(const PoolParams& p, const Memory& memory,
             const Scratch& scratch) {
  const int32_t least = p.is_signed != 0 ? -128 : 0;
  // Bounds of the other type would have to be clamped with more bits.
  if (p.min < least || p.max > least + 255 ||
      int64_t{p.window.filter_height} * p.window.filter_width >
          Averager::kMostCount) {
    PoolScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    Pooling<true>(p, memory).Run();
  } else {
    Pooling<false>(p, memory).Run();
  }
}

}  // namespace tflite::dsp
