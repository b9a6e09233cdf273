#ifndef KERNELS_REDUCE_REDUCE_COMPUTE_LANES_H_
#define KERNELS_REDUCE_REDUCE_COMPUTE_LANES_H_

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/math/vector/vector.h"

// Steps of reductions, of numbers and of vectors. Local to the including
// source, whose functions are compiled for several sets of instructions.
namespace tflite::kernels {
namespace {

// Signed sums and products wrap.
template <typename A>
using Wrapping = typename std::conditional_t<std::is_floating_point_v<A>,
                                             std::enable_if<true, A>,
                                             std::make_unsigned<A>>::type;

// StepLanes is Step for vectors, where that is the same for each lane.
struct Add {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a + b;
  }
  template <typename A>
  static constexpr A kFirst = A{0};
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return static_cast<A>(static_cast<Wrapping<A>>(a) +
                          static_cast<Wrapping<A>>(b));
  }
};
struct Multiply {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a * b;
  }
  template <typename A>
  static constexpr A kFirst = A{1};
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return static_cast<A>(static_cast<Wrapping<A>>(a) *
                          static_cast<Wrapping<A>>(b));
  }
};
// Of NaN and a number, the number.
struct Max {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return a < b ? b : a;
  }
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? -std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::lowest();
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename V>
  TFLL_ALWAYS_INLINE static V StepLanes(V a, V b) {
    return b < a ? b : a;
  }
  template <typename A>
  static constexpr A kFirst = std::is_floating_point_v<A>
                                  ? std::numeric_limits<A>::infinity()
                                  : std::numeric_limits<A>::max();
  template <typename A>
  TFLL_ALWAYS_INLINE static A Step(A a, A b) {
    return b < a ? b : a;
  }
};

template <typename V, typename T>
TFLL_ALWAYS_INLINE V LoadLanes(const T* p) {
  V v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

// Bits that keep the last elements of 64 bytes: from element n on, those for
// the last n.
template <typename T>
struct LastElements {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  static constexpr int64_t kWide = 64 / sizeof(T);
  Bits bits[2 * kWide] = {};
  constexpr LastElements() {
    for (int64_t i = kWide; i < 2 * kWide; ++i) bits[i] = -1;
  }
};
template <typename T>
constexpr LastElements<T> kLastElements;

// v with lane i + kBy in place of lane i, as far as there is one.
template <int kBy, typename V, size_t... kLane>
TFLL_ALWAYS_INLINE V MoveDown(V v, std::index_sequence<kLane...>) {
  constexpr size_t kCount = sizeof...(kLane);
  return __builtin_shufflevector(
      v, v, (kLane + kBy < kCount ? static_cast<int>(kLane) + kBy : -1)...);
}
// The lanes of one 16-byte vector, in halves.
template <typename F, typename T, int kHalf>
TFLL_ALWAYS_INLINE T Across16(Lanes<T, 16> v) {
  if constexpr (kHalf == 0) {
    return v[0];
  } else {
    const auto lanes = std::make_index_sequence<16 / sizeof(T)>();
    return Across16<F, T, kHalf / 2>(
        F::StepLanes(v, MoveDown<kHalf>(v, lanes)));
  }
}
template <typename F, typename T, int kBytes>
TFLL_ALWAYS_INLINE T Across(Lanes<T, kBytes> v) {
  if constexpr (kBytes == 16) {
    return Across16<F, T, 8 / sizeof(T)>(v);
  } else {
    Lanes<T, kBytes / 2> half[2];
    std::memcpy(half, &v, sizeof(v));
    return Across<F, T, kBytes / 2>(F::StepLanes(half[0], half[1]));
  }
}

// Elements that are taken twice do not matter to the greatest and the least.
template <typename F>
constexpr bool kOrders = std::is_same_v<F, Max> || std::is_same_v<F, Min>;
// Lanes of accumulators A.
template <typename F, typename A>
using Lane = std::conditional_t<kOrders<F> || std::is_floating_point_v<A>, A,
                                Wrapping<A>>;
// Sums of kBytes adjacent bytes T each, in words of two: one adds up 256 b + a,
// for its bytes a and b without sign, and another one b. In 16 bits, that gives
// the sums of up to kMost of them.
template <typename T, int kBytes>
struct SumsOfBytes {
  using Words = Lanes<uint16_t, kBytes>;
  static constexpr int64_t kMost = 256;
  static constexpr int kWords = kBytes / 2;
  // What is added to each byte, to have no sign.
  static constexpr int32_t kOffset = std::is_signed_v<T> ? 128 : 0;
  Words pairs = {}, odd = {};

  TFLL_ALWAYS_INLINE void Take(const T* in) {
    const Words v = LoadLanes<Words>(in) ^ (Words{} + kOffset * 0x0101);
    pairs += v;
    odd += v >> 8;
  }
  // Of `count` taken.
  TFLL_ALWAYS_INLINE void AddTo(int64_t count, int32_t* acc) const {
    const Words even = pairs - (odd << 8);
    uint16_t first[kWords], second[kWords];
    std::memcpy(first, &even, sizeof(first));
    std::memcpy(second, &odd, sizeof(second));
    const int32_t offset = kOffset * static_cast<int32_t>(count);
    for (int k = 0; k < kWords; ++k) {
      acc[2 * k] += first[k] - offset;
      acc[2 * k + 1] += second[k] - offset;
    }
  }
  // Of at most kMost / 2 taken.
  TFLL_ALWAYS_INLINE int32_t Total(int64_t count) const {
    const Words both = pairs - (odd << 8) + odd;
    const auto wide = reinterpret_cast<Lanes<uint32_t, kBytes>>(both);
    return static_cast<int32_t>(
               Across<Add, uint32_t, kBytes>((wide & 0xFFFF) + (wide >> 16))) -
           kOffset * kBytes * static_cast<int32_t>(count);
  }
};
template <typename T, typename A, typename F>
constexpr bool kSumOfBytes = std::is_same_v<F, Add> &&
                             sizeof(T) == 1 && std::is_same_v<A, int32_t>;

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_REDUCE_REDUCE_COMPUTE_LANES_H_
