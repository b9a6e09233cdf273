#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/common/softmax_round.h"
#include "delegates/dsp/skel/kernels/softmax.h"

namespace tflite::dsp {
namespace {

// `flip` converts stored bytes to indices by exclusive or: 128 for INT8, else
// 0.
void Row(const SoftmaxParams& p, const float* exps, const uint8_t* in,
         uint8_t flip, uint8_t* out) {
  const int32_t least = flip == 0 ? 0 : -128;
  uint8_t max = 0;
  for (int32_t i = 0; i < p.depth; ++i) {
    const uint8_t x = in[i] ^ flip;
    max = x > max ? x : max;
  }
  exps += 256 * max;
  float sum = 0;
  for (int32_t i = 0; i < p.depth; ++i) sum += exps[in[i] ^ flip];
  // Each result is computed once per distinct value.
  bool known[256] = {};
  uint8_t results[256];
  for (int32_t i = 0; i < p.depth; ++i) {
    const uint8_t x = in[i] ^ flip;
    if (!known[x]) {
      const int32_t y = RoundToNearest(exps[x] / sum / p.scale) + p.zero_point;
      results[x] = static_cast<uint8_t>(ClampTo(y, least, least + 255));
      known[x] = true;
    }
    out[i] = results[x];
  }
}

}  // namespace

void SoftmaxScalar(const SoftmaxParams& p, const Memory& memory,
                   const Scratch&) {
  const float* exps = memory.At<const float>(p.exps);
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t r = 0; r < p.rows; ++r, in += p.depth, out += p.depth) {
    Row(p, exps, in, p.is_signed != 0 ? 128 : 0, out);
  }
}

}  // namespace tflite::dsp
