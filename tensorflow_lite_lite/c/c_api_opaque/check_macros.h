// The checks of common/check_macros.h for code that has a TfLiteOpaqueContext.
// Included by c_api_opaque.h.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CHECK_MACROS_H_
#define TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CHECK_MACROS_H_

#include "tensorflow_lite_lite/c/c_api_opaque/context.h"

#ifndef TF_LITE_STRIP_ERROR_STRINGS

#define TF_LITE_OPAQUE_KERNEL_LOG(opaque_context, ...)             \
  do {                                                             \
    TfLiteOpaqueContextReportError((opaque_context), __VA_ARGS__); \
  } while (false)

#define TF_LITE_OPAQUE_MAYBE_KERNEL_LOG(opaque_context, ...)         \
  do {                                                               \
    if ((opaque_context) != NULL) {                                  \
      TfLiteOpaqueContextReportError((opaque_context), __VA_ARGS__); \
    }                                                                \
  } while (false)

#else  // TF_LITE_STRIP_ERROR_STRINGS

#define TF_LITE_OPAQUE_KERNEL_LOG(opaque_context, ...) \
  do {                                                 \
    (void)(opaque_context);                            \
  } while (false)
#define TF_LITE_OPAQUE_MAYBE_KERNEL_LOG(opaque_context, ...) \
  TF_LITE_OPAQUE_KERNEL_LOG(opaque_context, "")

#endif  // TF_LITE_STRIP_ERROR_STRINGS

#define TF_LITE_OPAQUE_ENSURE_MSG(opaque_context, value, ...)   \
  do {                                                          \
    if (!(value)) {                                             \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), __VA_ARGS__); \
      return kTfLiteError;                                      \
    }                                                           \
  } while (false)

#define TF_LITE_OPAQUE_ENSURE(opaque_context, a)                       \
  TF_LITE_OPAQUE_ENSURE_MSG(opaque_context, (a),                       \
                            "%s:%d: requirement failed: %s", __FILE__, \
                            __LINE__, #a)

#define TF_LITE_OPAQUE_ENSURE_EQ(opaque_context, a, b)                     \
  do {                                                                     \
    if ((a) != (b)) {                                                      \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context),                          \
                                "%s:%d: %s is %d, but %s is %d", __FILE__, \
                                __LINE__, #a, (int)(a), #b, (int)(b));     \
      return kTfLiteError;                                                 \
    }                                                                      \
  } while (false)

#define TF_LITE_OPAQUE_ENSURE_TYPES_EQ(opaque_context, a, b)                   \
  do {                                                                         \
    if ((a) != (b)) {                                                          \
      TF_LITE_OPAQUE_KERNEL_LOG(                                               \
          (opaque_context), "%s:%d: type of %s is %s, but %s is %s", __FILE__, \
          __LINE__, #a, TfLiteTypeGetName(a), #b, TfLiteTypeGetName(b));       \
      return kTfLiteError;                                                     \
    }                                                                          \
  } while (false)

#define TF_LITE_OPAQUE_ENSURE_NEAR(opaque_context, a, b, epsilon)            \
  do {                                                                       \
    const double tfl_near_a_ = (double)(a);                                  \
    const double tfl_near_b_ = (double)(b);                                  \
    const double tfl_near_delta_ = tfl_near_a_ - tfl_near_b_;                \
    if (!(tfl_near_delta_ <= (epsilon) && -tfl_near_delta_ <= (epsilon))) {  \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context),                            \
                                "%s:%d: %s is %f, but %s is %f", __FILE__,   \
                                __LINE__, #a, tfl_near_a_, #b, tfl_near_b_); \
      return kTfLiteError;                                                   \
    }                                                                        \
  } while (false)

#endif  // TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CHECK_MACROS_H_
