#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_TRANSFORMS_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_TRANSFORMS_H_

#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/winograd/winograd_tiles.h"

// The transforms of winograd_tiles.h for vectors of any width. In an unnamed
// namespace, because files with different instructions include them.

namespace tflite::kernels {
namespace {

template <int kLanes>
struct WinogradVector {
  typedef float Type __attribute__((vector_size(kLanes * sizeof(float))));
};

// Edge 2. Winograd's method multiplies polynomials by their values at some
// points: here 0, 1 and -1, and the coefficient of the highest power, 3.
struct WinogradEdge2 {
  static constexpr int kOut = 2, kIn = 4;

  template <typename V>
  static inline void Input(const V* d, V* y) {
    y[0] = d[0] - d[2];
    y[1] = d[1] + d[2];
    y[2] = d[2] - d[1];
    y[3] = d[3] - d[1];
  }
  template <typename V>
  static inline void Output(const V* m, V* y) {
    y[0] = m[0] + (m[1] + m[2]);
    y[1] = (m[1] - m[2]) + m[3];
  }
};

// Edge 4, degree 5: the points are 0, a, -a, b, -b with a^2 = 1/2 and b^2 = 2.
// With 1 and 2 instead of a and b, rounding errors would be four times as
// large.
struct WinogradEdge4 {
  static constexpr int kOut = 4, kIn = 6;
  static constexpr float kA = 0.70710678f, kB = 1.41421356f;

  template <typename V>
  static inline void Input(const V* d, V* y) {
    y[0] = (d[0] + d[4]) - 2.5f * d[2];
    const V even_a = d[4] - 2.0f * d[2];
    const V odd_a = kA * d[3] - kB * d[1];
    y[1] = even_a + odd_a;
    y[2] = even_a - odd_a;
    const V even_b = d[4] - 0.5f * d[2];
    const V odd_b = kB * d[3] - kA * d[1];
    y[3] = even_b + odd_b;
    y[4] = even_b - odd_b;
    y[5] = (d[1] + d[5]) - 2.5f * d[3];
  }
  template <typename V>
  static inline void Output(const V* m, V* y) {
    const V even_a = m[1] + m[2], odd_a = m[1] - m[2];
    const V even_b = m[3] + m[4], odd_b = m[3] - m[4];
    y[0] = m[0] + (even_a + even_b);
    y[1] = kA * odd_a + kB * odd_b;
    y[2] = 0.5f * even_a + 2.0f * even_b;
    y[3] = (0.5f * kA) * odd_a + ((2.0f * kB) * odd_b + m[5]);
  }
};

template <typename Edge, int kLanes>
void WinogradInputOf(const WinogradInput& t) {
  using V = typename WinogradVector<kLanes>::Type;
  constexpr int kIn = Edge::kIn;
  for (int64_t c = 0; c < t.channels; c += kLanes) {
    V columns[kIn][kIn];
    TFLL_GEMM_UNROLL
    for (int x = 0; x < kIn; ++x) {
      V d[kIn], y[kIn];
      TFLL_GEMM_UNROLL
      for (int i = 0; i < kIn; ++i) {
        __builtin_memcpy(&d[i], t.pixels[i * kIn + x] + c, sizeof(V));
      }
      Edge::Input(d, y);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < kIn; ++i) columns[i][x] = y[i];
    }
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kIn; ++i) {
      V y[kIn];
      Edge::Input(columns[i], y);
      TFLL_GEMM_UNROLL
      for (int x = 0; x < kIn; ++x) {
        __builtin_memcpy(t.out + (i * kIn + x) * t.pitch + c, &y[x], sizeof(V));
      }
    }
  }
}

template <typename Edge, int kLanes>
void WinogradOutputOf(const WinogradOutput& t) {
  using V = typename WinogradVector<kLanes>::Type;
  constexpr int kIn = Edge::kIn, kOut = Edge::kOut;
  const V min = V{} + t.min, max = V{} + t.max;
  for (int64_t c = 0; c < t.n; c += kLanes) {
    V columns[kOut][kIn];
    TFLL_GEMM_UNROLL
    for (int x = 0; x < kIn; ++x) {
      V m[kIn], y[kOut];
      TFLL_GEMM_UNROLL
      for (int i = 0; i < kIn; ++i) {
        __builtin_memcpy(&m[i], t.sums + (i * kIn + x) * t.pitch + c,
                         sizeof(V));
      }
      Edge::Output(m, y);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < kOut; ++i) columns[i][x] = y[i];
    }
    V bias;
    __builtin_memcpy(&bias, t.bias + c, sizeof(V));
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kOut; ++i) {
      V y[kOut];
      Edge::Output(columns[i], y);
      TFLL_GEMM_UNROLL
      for (int x = 0; x < kOut; ++x) {
        float* const out = t.pixels[i * kOut + x];
        if (out == nullptr) continue;
        V v = y[x] + bias;
        // NaN is neither less nor greater, and stays.
        v = v < min ? min : v;
        v = v > max ? max : v;
        __builtin_memcpy(out + c, &v, sizeof(V));
      }
    }
  }
}

template <int kLanes>
void RunWinogradInput(const WinogradInput& t) {
  if (t.edge == WinogradEdge2::kOut) {
    WinogradInputOf<WinogradEdge2, kLanes>(t);
  } else {
    WinogradInputOf<WinogradEdge4, kLanes>(t);
  }
}

template <int kLanes>
void RunWinogradOutput(const WinogradOutput& t) {
  if (t.edge == WinogradEdge2::kOut) {
    WinogradOutputOf<WinogradEdge2, kLanes>(t);
  } else {
    WinogradOutputOf<WinogradEdge4, kLanes>(t);
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_TRANSFORMS_H_
