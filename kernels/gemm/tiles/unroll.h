#ifndef KERNELS_GEMM_TILES_UNROLL_H_
#define KERNELS_GEMM_TILES_UNROLL_H_

// What makes the rows and columns of a tile constants for the compiler.

// Before the loops over a tile's accumulators: GCC keeps arrays in registers
// only if it unrolls such loops before it decides where they live.
#if defined(__clang__)
#define TFLL_GEMM_UNROLL _Pragma("unroll")
#else
#define TFLL_GEMM_UNROLL _Pragma("GCC unroll 16")
#endif

// Before a tile's loop over the depth: its counters and the jump are a sixth of
// the instructions of a single turn.
#if defined(__clang__)
#define TFLL_GEMM_UNROLL_DEPTH _Pragma("unroll 4")
#else
#define TFLL_GEMM_UNROLL_DEPTH _Pragma("GCC unroll 4")
#endif

// Before a loop over what is left of the depth, a few turns.
#if defined(__clang__)
#define TFLL_GEMM_ROLLED _Pragma("nounroll")
#else
#define TFLL_GEMM_ROLLED _Pragma("GCC unroll 1")
#endif

// Makes the given call with the constant `name` set to `count`, from 1 to 4, 6
// or 8, and returns: TFLL_GEMM_BY_4(M, t.m, Tile<M, V>(t)). Macros, since a
// function would be shared between files.
#define TFLL_GEMM_BY_4(name, count, ...)          \
  switch (count) {                                \
    TFLL_GEMM_CASES_TO_3(name, __VA_ARGS__)       \
    TFLL_GEMM_CASE(default, 4, name, __VA_ARGS__) \
  }
#define TFLL_GEMM_BY_6(name, count, ...)          \
  switch (count) {                                \
    TFLL_GEMM_CASES_TO_3(name, __VA_ARGS__)       \
    TFLL_GEMM_CASE(case 4, 4, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(case 5, 5, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(default, 6, name, __VA_ARGS__) \
  }
#define TFLL_GEMM_BY_8(name, count, ...)          \
  switch (count) {                                \
    TFLL_GEMM_CASES_TO_3(name, __VA_ARGS__)       \
    TFLL_GEMM_CASE(case 4, 4, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(case 5, 5, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(case 6, 6, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(case 7, 7, name, __VA_ARGS__)  \
    TFLL_GEMM_CASE(default, 8, name, __VA_ARGS__) \
  }
#define TFLL_GEMM_CASES_TO_3(name, ...)        \
  TFLL_GEMM_CASE(case 1, 1, name, __VA_ARGS__) \
  TFLL_GEMM_CASE(case 2, 2, name, __VA_ARGS__) \
  TFLL_GEMM_CASE(case 3, 3, name, __VA_ARGS__)
#define TFLL_GEMM_CASE(label, n, name, ...) \
  label : {                                 \
    constexpr int name = n;                 \
    return __VA_ARGS__;                     \
  }

#endif  // KERNELS_GEMM_TILES_UNROLL_H_
