#ifndef KERNELS_GEMM_X86_VNNI_TILES_H_
#define KERNELS_GEMM_X86_VNNI_TILES_H_

#include "kernels/gemm/isa.h"

// Tiles for instructions that add the products of adjacent bytes or words to
// sums (VNNI), for vectors of any width. In an unnamed namespace, because files
// with different instructions include them.
//
// A Kernel has a Vector of kLanes sums with Load, Store, Zero, Broadcast and
// Sum; kRows, the rows of a tile; Right, which loads the right operand of a
// group from kGroupColumns bytes; and Add, which adds products to sums. Where
// bits of the left operand are inverted, it has Flip, too.

namespace tflite::kernels {
namespace {

inline uint32_t LoadGroup(const uint8_t* p) {
  uint32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

// The start of the sums of M rows.
template <typename Kernel, int M, int V>
inline __attribute__((always_inline)) void StartSums(
    const int32_t* from, typename Kernel::Vector (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const typename Kernel::Vector start =
        Kernel::Load(from + v * Kernel::kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
}

// What will be read next, and how much of it to bring into the second-level
// cache with each group.
struct Ahead {
  const int8_t* at;
  int64_t step;
};

// Adds the products of rows at `a` with the right operand at `b`; returns where
// that goes on. kFlips: the bits of the rows that are set in `flip` are
// inverted.
template <typename Kernel, int M, int V, bool kFlips = false>
inline __attribute__((always_inline)) const int8_t* AddGroups(
    const uint8_t* const (&a)[M], const int8_t* b, int64_t groups,
    typename Kernel::Vector (&acc)[M][V], Ahead* ahead = nullptr,
    typename Kernel::Vector flip = Kernel::Zero()) {
  using Vector = typename Kernel::Vector;
  for (int64_t g = 0; g < groups; ++g) {
    Vector right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v)
      right[v] = Kernel::Right(b + v * Kernel::kGroupColumns);
    b += V * Kernel::kGroupColumns;
    if (ahead != nullptr) {
      __builtin_prefetch(ahead->at, 0, 2);
      ahead->at += ahead->step;
    }
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      Vector left = Kernel::Broadcast(LoadGroup(a[i] + 4 * g));
      if constexpr (kFlips) left = Kernel::Flip(left, flip);
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v)
        acc[i][v] = Kernel::Add(acc[i][v], left, right[v]);
    }
  }
  return b;
}

template <typename Kernel, int M, int V>
inline __attribute__((always_inline)) void StoreSums(
    const GemmIntTile& t, const typename Kernel::Vector (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v)
      Kernel::Store(t.acc + i * t.acc_pitch + v * Kernel::kLanes, acc[i][v]);
  }
}

template <typename Kernel, int M, int V>
void Tile(const GemmIntTile& t) {
  typename Kernel::Vector acc[M][V];
  StartSums<Kernel, M, V>(t.start, acc);
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  AddGroups<Kernel, M, V>(a, t.rhs, t.groups, acc);
  StoreSums<Kernel, M, V>(t, acc);
}

// A single row. Groups are added to kTurns sums in turn, because an instruction
// waits for the previous one that adds to the same sum. The bits of the left
// operand that are set in kFlip are inverted.
template <typename Kernel, int V, uint32_t kFlip = 0>
void Row(const GemmIntTile& t) {
  using Vector = typename Kernel::Vector;
  constexpr int kTurns = 4, kLanes = Kernel::kLanes;
  Vector acc[kTurns][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    acc[0][v] = Kernel::Load(t.start + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int u = 1; u < kTurns; ++u) acc[u][v] = Kernel::Zero();
  }
  const int8_t* b = t.rhs;
  const auto add = [&](int64_t g, int u) {
    const Vector left = Kernel::Broadcast(LoadGroup(t.left + 4 * g) ^ kFlip);
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      acc[u][v] = Kernel::Add(acc[u][v], left,
                              Kernel::Right(b + v * Kernel::kGroupColumns));
    }
    b += V * Kernel::kGroupColumns;
  };
  int64_t g = 0;
  for (; g + kTurns <= t.groups; g += kTurns) {
    TFLL_GEMM_UNROLL
    for (int u = 0; u < kTurns; ++u) add(g + u, u);
  }
  for (; g < t.groups; ++g) add(g, 0);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    Kernel::Store(t.acc + v * kLanes,
                  Kernel::Sum(Kernel::Sum(acc[0][v], acc[1][v]),
                              Kernel::Sum(acc[2][v], acc[3][v])));
  }
}

template <typename Kernel, int M, int V>
void RunRows(const GemmIntTile& t) {
  if constexpr (M == 1) {
    Row<Kernel, V>(t);
  } else {
    t.m < M ? RunRows<Kernel, M - 1, V>(t) : Tile<Kernel, M, V>(t);
  }
}

template <typename Kernel>
void RunTile(const GemmIntTile& t) {
  if (t.n > Kernel::kLanes) {
    RunRows<Kernel, Kernel::kRows, 2>(t);
  } else {
    RunRows<Kernel, Kernel::kRows, 1>(t);
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_VNNI_TILES_H_
