// Error reporting and early-return checks for code that has a TfLiteContext.
// Included by common.h. Each check macro returns from the enclosing function,
// which must return TfLiteStatus, when its condition does not hold.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_CHECK_MACROS_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_CHECK_MACROS_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/c_api_types.h"

// TF_LITE_STRIP_ERROR_STRINGS drops the messages to save space.
#ifndef TF_LITE_STRIP_ERROR_STRINGS

// Sends a printf-style message to the error reporter of `context`.
#define TF_LITE_KERNEL_LOG(context, ...)            \
  do {                                              \
    (context)->ReportError((context), __VA_ARGS__); \
  } while (false)

// The same, but `context` may be NULL.
#define TF_LITE_MAYBE_KERNEL_LOG(context, ...)        \
  do {                                                \
    if ((context) != NULL) {                          \
      (context)->ReportError((context), __VA_ARGS__); \
    }                                                 \
  } while (false)

#else  // TF_LITE_STRIP_ERROR_STRINGS

#define TF_LITE_KERNEL_LOG(context, ...) \
  do {                                   \
    (void)(context);                     \
  } while (false)
#define TF_LITE_MAYBE_KERNEL_LOG(context, ...) TF_LITE_KERNEL_LOG(context, "")

#endif  // TF_LITE_STRIP_ERROR_STRINGS

// Fails with `msg` unless `value` holds.
#define TF_LITE_ENSURE_MSG(context, value, ...)   \
  do {                                            \
    if (!(value)) {                               \
      TF_LITE_KERNEL_LOG((context), __VA_ARGS__); \
      return kTfLiteError;                        \
    }                                             \
  } while (false)

// Fails, naming the condition, unless `a` holds.
#define TF_LITE_ENSURE(context, a)                                            \
  TF_LITE_ENSURE_MSG(context, (a), "%s:%d: requirement failed: %s", __FILE__, \
                     __LINE__, #a)

// Returns the status of `a` unless it is kTfLiteOk.
#define TF_LITE_ENSURE_STATUS(a)                 \
  do {                                           \
    const TfLiteStatus tfl_ensure_status_ = (a); \
    if (tfl_ensure_status_ != kTfLiteOk) {       \
      return tfl_ensure_status_;                 \
    }                                            \
  } while (false)

// The same; `context` is unused.
#define TF_LITE_ENSURE_OK(context, status) TF_LITE_ENSURE_STATUS(status)

// Fails, printing both values as int, unless a == b.
#define TF_LITE_ENSURE_EQ(context, a, b)                                       \
  do {                                                                         \
    if ((a) != (b)) {                                                          \
      TF_LITE_KERNEL_LOG((context), "%s:%d: %s is %d, but %s is %d", __FILE__, \
                         __LINE__, #a, (int)(a), #b, (int)(b));                \
      return kTfLiteError;                                                     \
    }                                                                          \
  } while (false)

// The same for TfLiteType values, printed by name.
#define TF_LITE_ENSURE_TYPES_EQ(context, a, b)                               \
  do {                                                                       \
    if ((a) != (b)) {                                                        \
      TF_LITE_KERNEL_LOG((context), "%s:%d: type of %s is %s, but %s is %s", \
                         __FILE__, __LINE__, #a, TfLiteTypeGetName(a), #b,   \
                         TfLiteTypeGetName(b));                              \
      return kTfLiteError;                                                   \
    }                                                                        \
  } while (false)

// Fails unless |a - b| <= epsilon; a NaN fails.
#define TF_LITE_ENSURE_NEAR(context, a, b, epsilon)                            \
  do {                                                                         \
    const double tfl_near_a_ = (double)(a);                                    \
    const double tfl_near_b_ = (double)(b);                                    \
    const double tfl_near_delta_ = tfl_near_a_ - tfl_near_b_;                  \
    if (!(tfl_near_delta_ <= (epsilon) && -tfl_near_delta_ <= (epsilon))) {    \
      TF_LITE_KERNEL_LOG((context), "%s:%d: %s is %f, but %s is %f", __FILE__, \
                         __LINE__, #a, tfl_near_a_, #b, tfl_near_b_);          \
      return kTfLiteError;                                                     \
    }                                                                          \
  } while (false)

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_CHECK_MACROS_H_
