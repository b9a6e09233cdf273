#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/conv_2d.h"

namespace tflite::dsp {
namespace {

template <typename T>
class Conv {
 public:
  Conv(const Conv2dParams& p, const Memory& memory)
      : w_(p.window),
        zero_(p.input_zero_point),
        weights_zero_(p.weights_zero_point),
        groups_(p.groups),
        group_in_(w_.in_channels / groups_),
        group_out_(w_.out_channels / groups_),
        layout_{w_.filter_height * w_.filter_width, group_in_},
        input_(memory.At<const T>(p.input)),
        weights_(memory.At<const uint8_t>(p.weights)),
        out_(memory.At<T>(p.output)),
        finish_(p.finish, memory) {}

  void Run() {
    for (int32_t b = 0; b < w_.batch; ++b) {
      const T* image = input_ + b * w_.in_height * w_.in_width * w_.in_channels;
      for (int32_t y = 0; y < w_.out_height; ++y) {
        for (int32_t x = 0; x < w_.out_width; ++x) {
          for (int32_t g = 0; g < groups_; ++g) Group(image, y, x, g);
          out_ += w_.out_channels;
        }
      }
    }
  }

 private:
  void Group(const T* image, int32_t y, int32_t x, int32_t g) {
    for (int32_t first = 0; first < group_out_; first += kLanes) {
      uint32_t sums[kLanes] = {};
      const int32_t padded = PaddedChannel(g, first, group_out_);
      AddWindow(image + g * group_in_, y, x,
                weights_ + padded / kLanes * layout_.BlockBytes(), sums);
      for (int32_t l = 0; l < kLanes && first + l < group_out_; ++l) {
        out_[g * group_out_ + first + l] =
            static_cast<T>(finish_(padded + l, sums[l]));
      }
    }
  }

  void AddWindow(const T* image, int32_t y, int32_t x, const uint8_t* weights,
                 uint32_t* sums) const {
    for (int32_t fy = 0; fy < w_.filter_height; ++fy) {
      const int32_t in_y =
          y * w_.stride_height - w_.pad_top + fy * w_.dilation_height;
      for (int32_t fx = 0; fx < w_.filter_width; ++fx) {
        const int32_t in_x =
            x * w_.stride_width - w_.pad_left + fx * w_.dilation_width;
        const bool inside =
            in_y >= 0 && in_y < w_.in_height && in_x >= 0 && in_x < w_.in_width;
        const T* in = inside
                          ? image + (in_y * w_.in_width + in_x) * w_.in_channels
                          : nullptr;
        AddDenseTap(in, group_in_, zero_, weights, weights_zero_, sums);
        weights += layout_.quads() * kLanes * kTaps;
      }
    }
  }

  const Window& w_;
  const int32_t zero_, weights_zero_;
  const int32_t groups_, group_in_, group_out_;
  const DenseLayout layout_;
  const T* input_;
  const uint8_t* weights_;
  T* out_;
  const Finisher finish_;
};

template <typename T>
void Rows(const FullyConnectedParams& p, const Memory& memory) {
  const DenseLayout layout = {1, p.depth};
  const Finisher finish(p.finish, memory, kernels::Halves::kUp);
  const T* in = memory.At<const T>(p.input);
  const uint8_t* weights = memory.At<const uint8_t>(p.weights);
  T* out = memory.At<T>(p.output);
  for (int32_t r = 0; r < p.rows; ++r, in += p.depth, out += p.units) {
    for (int32_t first = 0; first < p.units; first += kLanes) {
      uint32_t sums[kLanes] = {};
      AddDenseTap(in, p.depth, p.input_zero_point,
                  weights + first / kLanes * layout.BlockBytes(),
                  p.weights_zero_point, sums);
      for (int32_t l = 0; l < kLanes && first + l < p.units; ++l) {
        out[first + l] = static_cast<T>(finish(first + l, sums[l]));
      }
    }
  }
}

}  // namespace

void Conv2dScalar(const Conv2dParams& p, const Memory& memory, const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Conv<decltype(t)>(p, memory).Run(); });
}

void FullyConnectedScalar(const FullyConnectedParams& p, const Memory& memory,
                          const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Rows<decltype(t)>(p, memory); });
}

}  // namespace tflite::dsp
