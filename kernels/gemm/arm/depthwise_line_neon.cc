// Lines of depthwise convolutions of floats, for the baseline of aarch64; see
// isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;

// Loads or stores a vector and moves the pointer by `step` bytes. In one
// instruction each, which compilers do not make of two.
inline __attribute__((always_inline)) float32x4_t LoadNext(const float** p,
                                                           int64_t step) {
  float32x4_t v;
  __asm__("ld1 {%[v].4s}, [%[p]], %[step]"
          : [v] "=w"(v), [p] "+r"(*p)
          : [step] "r"(step)
          : "memory");
  return v;
}
inline __attribute__((always_inline)) void StoreNext(float32x4_t v, float** p,
                                                     int64_t step) {
  __asm__ volatile("st1 {%[v].4s}, [%[p]], %[step]"
                   : [p] "+r"(*p)
                   : [v] "w"(v), [step] "r"(step)
                   : "memory");
}

// Computes four channels, or with kTail the last ones, of R lines of results
// from L lines of a filter each, with a stride of S columns and lines. Results
// share the columns that they have in common: three of them stay in registers,
// each in its place until another one takes that.
template <int L, int R, int S, bool kTail>
class Channels {
 public:
  Channels(const DepthwiseFloatLine& t, int64_t c)
      : n_(t.channels - c),
        step_(t.column_step * int64_t{sizeof(float)}),
        out_step_(t.out_step * int64_t{sizeof(float)}),
        bias_(t.bias == nullptr ? vdupq_n_f32(0) : First(t.bias + c)),
        min_(vdupq_n_f32(t.min)),
        max_(vdupq_n_f32(t.max)) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3 * L; ++i) {
      w_[i] = First(t.weights + i * t.tap_step + c);
    }
    const int64_t first = c + (t.cut_first ? t.column_step : 0);
    TFLL_GEMM_UNROLL
    for (int l = 0; l < kLines; ++l) in_[l] = t.in[l] + first;
    TFLL_GEMM_UNROLL
    for (int r = 0; r < R; ++r) out_[r] = t.out + r * t.out_row_step + c;
  }

  inline __attribute__((always_inline)) void Run(const DepthwiseFloatLine& t) {
    const bool cut_last = t.cut_last;
    int64_t n = t.pixels - (t.cut_first ? 1 : 0) - (cut_last ? 1 : 0);
    if (t.cut_first) {
      constexpr int kFirst = 3 - S;  // the next result's one is at 0
      if (S == 1) LoadColumn<(kFirst + 1) % 3>();
      Result<kFirst, 1, 3>();
    } else {
      LoadColumn<0>();
      if (S == 1) LoadColumn<1>();
    }
    if (n <= 0) return Last<0>(cut_last);
    for (;;) {
      Result<0, 0, 3>();
      if (--n == 0) return Last<S % 3>(cut_last);
      Result<S % 3, 0, 3>();
      if (--n == 0) return Last<2 * S % 3>(cut_last);
      Result<2 * S % 3, 0, 3>();
      if (--n == 0) return Last<0>(cut_last);
    }
  }

 private:
  static constexpr int kLines = (R - 1) * S + L;

  // The first channels, of a pixel or a tap.
  float32x4_t First(const float* p) const {
    return kTail ? LoadFloats(p, n_) : vld1q_f32(p);
  }

  // Loads the next column.
  template <int kPlace>
  inline __attribute__((always_inline)) void LoadColumn() {
    TFLL_GEMM_UNROLL
    for (int l = 0; l < kLines; ++l) {
      if (kTail) {
        columns_[kPlace][l] = LoadFloats(in_[l], n_);
        in_[l] += step_ / int64_t{sizeof(float)};
      } else {
        columns_[kPlace][l] = LoadNext(&in_[l], step_);
      }
    }
  }

  // The next results, of the columns [kBegin, kEnd) of the filter, the first of
  // which is at place kFirst. The last S columns are loaded.
  template <int kFirst, int kBegin, int kEnd>
  inline __attribute__((always_inline)) void Result() {
    if (S == 2 && kEnd > 1) LoadColumn<(kFirst + 1) % 3>();
    if (kEnd > 2) LoadColumn<(kFirst + 2) % 3>();
    float32x4_t acc[R];
    TFLL_GEMM_UNROLL
    for (int r = 0; r < R; ++r) acc[r] = bias_;
    TFLL_GEMM_UNROLL
    for (int l = 0; l < L; ++l) {
      TFLL_GEMM_UNROLL
      for (int tap = kBegin; tap < kEnd; ++tap) {
        TFLL_GEMM_UNROLL
        for (int r = 0; r < R; ++r) {
          acc[r] = vfmaq_f32(acc[r], columns_[(kFirst + tap) % 3][r * S + l],
                             w_[3 * l + tap]);
        }
      }
    }
    TFLL_GEMM_UNROLL
    for (int r = 0; r < R; ++r) {
      // The instructions return NaN where either operand is NaN.
      const float32x4_t y = vminq_f32(max_, vmaxq_f32(min_, acc[r]));
      if (kTail) {
        StoreFloats(y, n_, out_[r]);
        out_[r] += out_step_ / int64_t{sizeof(float)};
      } else {
        StoreNext(y, &out_[r], out_step_);
      }
    }
  }

  template <int kFirst>
  inline __attribute__((always_inline)) void Last(bool cut_last) {
    if (cut_last) Result<kFirst, 0, 2>();
  }

  const int64_t n_;
  const int64_t step_, out_step_;  // bytes
  const float32x4_t bias_, min_, max_;
  const float* in_[kLines];
  float* out_[R];
  float32x4_t w_[3 * L];
  float32x4_t columns_[3][kLines];
};

template <int L, int R, int S>
void Line(const DepthwiseFloatLine& t) {
  int64_t c = 0;
  for (; c + kLanes <= t.channels; c += kLanes) {
    Channels<L, R, S, false>(t, c).Run(t);
  }
  if (c < t.channels) Channels<L, R, S, true>(t, c).Run(t);
}

template <int S>
void Lines(const DepthwiseFloatLine& t) {
  if (t.rows == 2) return Line<3, 2, S>(t);
  if (t.lines == 1) return Line<1, 1, S>(t);
  if (t.lines == 2) return Line<2, 1, S>(t);
  Line<3, 1, S>(t);
}

}  // namespace

void DepthwiseFloatLineNeon(const DepthwiseFloatLine& t) {
  if (t.stride == 1) return Lines<1>(t);
  Lines<2>(t);
}

}  // namespace tflite::kernels

#endif
