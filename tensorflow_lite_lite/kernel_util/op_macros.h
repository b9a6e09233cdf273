// Stops for operators whose author holds a condition to be impossible. For what
// a model can cause there is TF_LITE_ENSURE, which gives an error instead.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_OP_MACROS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_OP_MACROS_H_

#include <cstdio>
#include <cstdlib>

#ifndef TFLITE_ABORT
#define TFLITE_ABORT std::abort()
#endif
#define TF_LITE_ABORT TFLITE_ABORT

// `msg` to standard error, then abort.
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
