// Lines of depthwise convolutions of floats, for the baseline of aarch64; see
// isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;
constexpr int kPixels = 4;

template <bool kTail>
inline float32x4_t Load(const float* p, int64_t n) {
  return kTail ? LoadFloats(p, n) : vld1q_f32(p);
}

// Computes four channels, or with kTail the last ones, of a line of results
// from L lines of a filter, with a stride of S columns.
template <int L, int S, bool kTail>
class Channels {
 public:
  Channels(const DepthwiseFloatLine& t, int64_t c)
      : t_(t),
        c_(c),
        n_(t.channels - c),
        bias_(t.bias == nullptr ? vdupq_n_f32(0) : Load<kTail>(t.bias + c, n_)),
        min_(vdupq_n_f32(t.min)),
        max_(vdupq_n_f32(t.max)) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3 * L; ++i) {
      w_[i] = Load<kTail>(t.weights + i * t.tap_step + c, n_);
    }
  }

  void Run() const {
    int64_t x = 0;
    if (t_.cut_first) Pixels<1, 1, 3>(x++);
    const int64_t end = t_.pixels - (t_.cut_last ? 1 : 0);
    for (; x + kPixels <= end; x += kPixels) Pixels<kPixels, 0, 3>(x);
    for (; x < end; ++x) Pixels<1, 0, 3>(x);
    if (t_.cut_last) Pixels<1, 0, 2>(x);
  }

 private:
  // Computes P results from x on, with the columns [kBegin, kEnd) of the
  // filter.
  template <int P, int kBegin, int kEnd>
  inline __attribute__((always_inline)) void Pixels(int64_t x) const {
    constexpr int kLast = (P - 1) * S + kEnd;
    float32x4_t acc[P];
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) acc[p] = bias_;
    const int64_t first = x * S * t_.column_step + c_;
    TFLL_GEMM_UNROLL
    for (int l = 0; l < L; ++l) {
      const float* in = t_.in[l] + first;
      float32x4_t columns[(P - 1) * S + 3];
      TFLL_GEMM_UNROLL
      for (int i = kBegin; i < kLast; ++i) {
        columns[i] = Load<kTail>(in + i * t_.column_step, n_);
      }
      TFLL_GEMM_UNROLL
      for (int tap = kBegin; tap < kEnd; ++tap) {
        TFLL_GEMM_UNROLL
        for (int p = 0; p < P; ++p) {
          acc[p] = vfmaq_f32(acc[p], columns[p * S + tap], w_[3 * l + tap]);
        }
      }
    }
    // The instructions return NaN where either operand is NaN.
    float* out = t_.out + x * t_.out_step + c_;
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p, out += t_.out_step) {
      StoreFloats(vminq_f32(max_, vmaxq_f32(min_, acc[p])), kTail ? n_ : kLanes,
                  out);
    }
  }

  const DepthwiseFloatLine& t_;
  const int64_t c_, n_;
  const float32x4_t bias_, min_, max_;
  float32x4_t w_[3 * L];
};

template <int L, int S>
void Line(const DepthwiseFloatLine& t) {
  int64_t c = 0;
  for (; c + kLanes <= t.channels; c += kLanes) {
    Channels<L, S, false>(t, c).Run();
  }
  if (c < t.channels) Channels<L, S, true>(t, c).Run();
}

template <int S>
void Lines(const DepthwiseFloatLine& t) {
  if (t.lines == 1) return Line<1, S>(t);
  if (t.lines == 2) return Line<2, S>(t);
  Line<3, S>(t);
}

}  // namespace

void DepthwiseFloatLineNeon(const DepthwiseFloatLine& t) {
  if (t.stride == 1) return Lines<1>(t);
  Lines<2>(t);
}

}  // namespace tflite::kernels

#endif
