#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/pool.h"
#include "delegates/dsp/skel/kernels/scalar.h"

namespace tflite::dsp {
namespace {

// Division by a number of elements, halves away from zero. Up to kMostFast the
// product with the rounded-up reciprocal is exact, as 256 * kMostFast^2 is less
// than 2^32.
class Averager {
 public:
  explicit Averager(int32_t count)
      : count_(static_cast<uint32_t>(count)),
        reciprocal_(count > 1 ? 0xffffffffu / count_ + 1 : 0) {}

  int32_t operator()(int32_t sum) const {
    const uint32_t magnitude = (sum < 0 ? 0u - static_cast<uint32_t>(sum)
                                        : static_cast<uint32_t>(sum)) +
                               count_ / 2;
    uint32_t q = magnitude;
    if (count_ > kMostFast) {
      q = magnitude / count_;
    } else if (count_ > 1) {
      q = static_cast<uint32_t>(uint64_t{magnitude} * reciprocal_ >> 32);
    }
    return sum < 0 ? -static_cast<int32_t>(q) : static_cast<int32_t>(q);
  }

 private:
  static constexpr uint32_t kMostFast = 4000;

  const uint32_t count_, reciprocal_;
};

// The part of a window that lies inside of the image.
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
        bytes =
            p_.form == PoolForm::kMax
                ? Greatest(first + c, rows.count, columns.count)
                : Mean(first + c, rows.count, columns.count, width, average);
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
  Vec Mean(const uint8_t* first, int32_t rows, int32_t columns, int32_t width,
           const Averager& average) const {
    RowSums sums;
    sums.Clear();
    for (int32_t r = 0; r < rows; ++r) {
      AddRows<kSigned>({first, columns, w_.in_channels}, &sums);
      first += w_.in_width * w_.in_channels;
    }
    alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
    for (int32_t i = 0; i < width; ++i) {
      bytes[i] = static_cast<uint8_t>(average(sums.of[i]));
    }
    return *reinterpret_cast<const Vec*>(bytes);
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
  if (p.min < least || p.max > least + 255) {
    PoolScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    Pooling<true>(p, memory).Run();
  } else {
    Pooling<false>(p, memory).Run();
  }
}

}  // namespace tflite::dsp
