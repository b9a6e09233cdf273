#ifndef KERNELS_MATH_VECTOR_VECTOR_H_
#define KERNELS_MATH_VECTOR_VECTOR_H_

#include <cstdint>
#include <functional>

#include "tensorflow_lite_lite/base/thread_pool.h"

// Marks a function whose loops the compiler vectorises: it
// is compiled once for each instruction set and the loader picks the widest
// that the processor has. Not for templates. Sanitizers do not support such
// functions.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TFLL_VECTOR_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TFLL_VECTOR_CLONES
#endif

// Marks what such a function calls in its loops.
#define TFLL_ALWAYS_INLINE inline __attribute__((always_inline))

// Before a loop whose iterations do not read what others write, even where its
// input and output are the same array.
#if defined(__clang__)
#define TFLL_VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define TFLL_VECTOR_LOOP _Pragma("GCC ivdep")
#endif

namespace tflite::kernels {

// A vector of the compiler's own, read and written by memcpy.
template <typename T, int kBytes>
struct VectorOf {
  typedef T Type __attribute__((vector_size(kBytes)));
};
template <typename T, int kBytes>
using Lanes = typename VectorOf<T, kBytes>::Type;

// ThreadPool::ParallelFor without its cost where there is one range: calls
// body(begin, end) on [0, count).
template <typename Body>
void ParallelRange(ThreadPool& threads, int64_t count, int64_t grain,
                   const Body& body) {
  if (count <= 0) return;
  if (count <= grain || threads.num_threads() == 1) {
    body(int64_t{0}, count);
  } else {
    threads.ParallelFor(count, grain, std::cref(body));
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_VECTOR_H_
