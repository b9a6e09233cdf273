#include <algorithm>

#include "kernels/conv_3d/conv_3d.h"

namespace tflite::kernels {
namespace {

using Extents = Conv3d::Extents;

// Calls visit(position, its row-major index) for all positions in the extents.
template <typename Visit>
void ForEachPosition(const Extents& extents, const Visit& visit) {
  int64_t i = 0;
  for (int32_t z = 0; z < extents[0]; ++z) {
    for (int32_t y = 0; y < extents[1]; ++y) {
      for (int32_t x = 0; x < extents[2]; ++x) visit(Extents{z, y, x}, i++);
    }
  }
}

// The row-major index, within `extents`, of tap `f` of the window at
// `position`; -1 outside of them.
int64_t TapIndex(const Conv3d& op, const Extents& position, const Extents& f,
                 const Extents& extents) {
  int64_t index = 0;
  for (int i = 0; i < 3; ++i) {
    const int64_t at = int64_t{position[i]} * op.stride[i] - op.pad[i] +
                       int64_t{f[i]} * op.dilation[i];
    if (at < 0 || at >= extents[i]) return -1;
    index = index * extents[i] + at;
  }
  return index;
}

int64_t Volume(const Extents& e) { return int64_t{e[0]} * e[1] * e[2]; }

}  // namespace

Status EvalConv3dReference(const Conv3d& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  const float* filter = context.in<float>(1);
  const float* bias = op.has_bias ? context.in<float>(2) : nullptr;
  float* out = context.out<float>(0);
  const int32_t channels = op.in_channels;
  for (int32_t b = 0; b < op.batch; ++b) {
    const float* image = in + b * Volume(op.in) * channels;
    ForEachPosition(op.out, [&](const Extents& p, int64_t) {
      for (int32_t o = 0; o < op.out_channels; ++o) {
        float sum = bias == nullptr ? 0.0f : bias[o];
        ForEachPosition(op.filter, [&](const Extents& f, int64_t tap) {
          const int64_t at = TapIndex(op, p, f, op.in);
          if (at < 0) return;
          for (int32_t c = 0; c < channels; ++c) {
            sum += image[at * channels + c] *
                   filter[(tap * channels + c) * op.out_channels + o];
          }
        });
        *out++ = op.range.Clamp(sum);
      }
    });
  }
  return OkStatus();
}

Status EvalConv3dTransposeReference(const Conv3d& op, EvalContext& context) {
  const float* filter = context.in<float>(1);
  const float* in = context.in<float>(2);
  const float* bias = op.has_bias ? context.in<float>(3) : nullptr;
  float* out = context.out<float>(0);
  const int32_t channels = op.in_channels;
  const int64_t elements = Volume(op.out) * op.out_channels;
  for (int32_t b = 0; b < op.batch; ++b, out += elements) {
    for (int64_t i = 0; i < elements; ++i) {
      out[i] = bias == nullptr ? 0.0f : bias[i % op.out_channels];
    }
    ForEachPosition(op.in, [&](const Extents& p, int64_t) {
      ForEachPosition(op.filter, [&](const Extents& f, int64_t tap) {
        const int64_t at = TapIndex(op, p, f, op.out);
        if (at < 0) return;
        for (int32_t o = 0; o < op.out_channels; ++o) {
          const float* weights =
              filter + (tap * op.out_channels + o) * channels;
          for (int32_t c = 0; c < channels; ++c) {
            out[at * op.out_channels + o] += in[c] * weights[c];
          }
        }
      });
      in += channels;
    });
    for (int64_t i = 0; i < elements; ++i) out[i] = op.range.Clamp(out[i]);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
