// Abort for conditions that the author of an operator considers impossible. For
// conditions that a model can cause use TF_LITE_ENSURE, which returns an error.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_OP_MACROS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_OP_MACROS_H_

#include <cstdio>
#include <cstdlib>

#ifndef TFLITE_ABORT
#define TFLITE_ABORT std::abort()
#endif
#define TF_LITE_ABORT TFLITE_ABORT

// Writes `msg` to standard error and aborts.
#define TF_LITE_FATAL(msg)               \
  do {                                   \
    std::fprintf(stderr, "%s\n", (msg)); \
    TFLITE_ABORT;                        \
  } while (false)

#define TF_LITE_ASSERT(x)        \
  do {                           \
    if (!(x)) TF_LITE_FATAL(#x); \
  } while (false)

#define TF_LITE_ASSERT_EQ(x, y)                  \
  do {                                           \
    if ((x) != (y)) TF_LITE_FATAL(#x " != " #y); \
  } while (false)

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_OP_MACROS_H_
