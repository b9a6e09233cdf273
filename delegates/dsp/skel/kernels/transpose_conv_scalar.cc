#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/transpose_conv.h"

namespace tflite::dsp {
namespace {

// The input that tap `f` of output `at` reads along one axis; -1 if none.
int32_t Source(int32_t at, int32_t pad, int32_t f, int32_t stride,
               int32_t extent) {
  const int32_t reached = at + pad - f;
  if (reached < 0 || reached % stride != 0) return -1;
  const int32_t in = reached / stride;
  return in < extent ? in : -1;
}

template <typename T>
class TransposedConv {
 public:
  TransposedConv(const TransposeConvParams& p, const Memory& memory)
      : p_(p),
        w_(p.window),
        layout_{w_.filter_height * w_.filter_width, w_.in_channels},
        input_(memory.At<const T>(p.input)),
        weights_(memory.At<const uint8_t>(p.weights)),
        out_(memory.At<T>(p.output)),
        finish_(p.finish, memory) {}

  void Run() {
    for (int32_t b = 0; b < w_.batch; ++b) {
      const T* image = input_ + b * w_.in_height * w_.in_width * w_.in_channels;
      for (int32_t y = 0; y < w_.out_height; ++y) {
        for (int32_t x = 0; x < w_.out_width; ++x) {
          for (int32_t first = 0; first < w_.out_channels; first += kLanes) {
            Block(image, y, x, first);
          }
          out_ += w_.out_channels;
        }
      }
    }
  }

 private:
  void Block(const T* image, int32_t y, int32_t x, int32_t first) {
    uint32_t sums[kLanes] = {};
    const uint8_t* weights = weights_ + first / kLanes * layout_.BlockBytes();
    for (int32_t fy = 0; fy < w_.filter_height; ++fy) {
      const int32_t in_y =
          Source(y, w_.pad_top, fy, w_.stride_height, w_.in_height);
      for (int32_t fx = 0; fx < w_.filter_width; ++fx) {
        const int32_t in_x =
            Source(x, w_.pad_left, fx, w_.stride_width, w_.in_width);
        if (in_y >= 0 && in_x >= 0) {
          AddTap(image + (in_y * w_.in_width + in_x) * w_.in_channels, weights,
                 sums);
        }
        weights += layout_.quads() * kLanes * kTaps;
      }
    }
    for (int32_t l = 0; l < kLanes && first + l < w_.out_channels; ++l) {
      out_[first + l] = static_cast<T>(finish_(first + l, sums[l]));
    }
  }

  // The zero point is subtracted here and not by the biases, as outputs differ
  // in their taps.
  void AddTap(const T* in, const uint8_t* weights, uint32_t* sums) const {
    for (int32_t c = 0; c < w_.in_channels; ++c) {
      const int32_t a = in[c] - p_.input_zero_point;
      const uint8_t* at = weights + c / kTaps * kLanes * kTaps + c % kTaps;
      for (int32_t l = 0; l < kLanes; ++l) {
        sums[l] +=
            static_cast<uint32_t>(a * (at[l * kTaps] - p_.weights_zero_point));
      }
    }
  }

  const TransposeConvParams& p_;
  const Window& w_;
  const DenseLayout layout_;
  const T* input_;
  const uint8_t* weights_;
  T* out_;
  const Finisher finish_;
};

}  // namespace

void TransposeConvScalar(const TransposeConvParams& p, const Memory& memory,
                         const Scratch&) {
  WithElement(p.is_signed,
              [&](auto t) { TransposedConv<decltype(t)>(p, memory).Run(); });
}

}  // namespace tflite::dsp
