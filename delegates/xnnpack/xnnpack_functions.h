#ifndef DELEGATES_XNNPACK_XNNPACK_FUNCTIONS_H_
#define DELEGATES_XNNPACK_XNNPACK_FUNCTIONS_H_

#include "pthreadpool.h"
#include "tensorflow_lite_lite/base/status.h"
#include "xnnpack.h"
#include "xnnpack_features.h"

// F(name) if `has` is 1, nothing if it is 0.
#define TFLL_XNN_WHERE(has, F, name) TFLL_XNN_WHERE_(has, F, name)
#define TFLL_XNN_WHERE_(has, F, name) TFLL_XNN_WHERE_##has(F, name)
#define TFLL_XNN_WHERE_0(F, name)
#define TFLL_XNN_WHERE_1(F, name) F(name)

// The opposite.
#define TFLL_XNN_WHERE_NOT(has, F, name) TFLL_XNN_WHERE_NOT_(has, F, name)
#define TFLL_XNN_WHERE_NOT_(has, F, name) TFLL_XNN_WHERE_NOT_##has(F, name)
#define TFLL_XNN_WHERE_NOT_0(F, name) F(name)
#define TFLL_XNN_WHERE_NOT_1(F, name)

// Functions that only some releases of the library have. Only those that the
// header declares are used.
#define TFLL_XNN_FUNCTIONS_OF_SOME_RELEASES(F, W)                           \
  W(TFLL_HAS_xnn_create_runtime_v3, F, xnn_create_runtime_v3)               \
  W(TFLL_HAS_xnn_create_weights_cache, F, xnn_create_weights_cache)         \
  W(TFLL_HAS_xnn_create_weights_cache_with_size, F,                         \
    xnn_create_weights_cache_with_size)                                     \
  W(TFLL_HAS_xnn_create_weights_cache, F, xnn_finalize_weights_cache)       \
  W(TFLL_HAS_xnn_create_weights_cache, F, xnn_delete_weights_cache)         \
  W(TFLL_HAS_xnn_define_concatenate2, F, xnn_define_concatenate2)           \
  W(TFLL_HAS_xnn_define_concatenate3, F, xnn_define_concatenate3)           \
  W(TFLL_HAS_xnn_define_concatenate4, F, xnn_define_concatenate4)           \
  W(TFLL_HAS_xnn_define_depth_to_space, F, xnn_define_depth_to_space)       \
  W(TFLL_HAS_xnn_define_depth_to_space_2d, F, xnn_define_depth_to_space_2d) \
  W(TFLL_HAS_xnn_define_even_split2, F, xnn_define_even_split2)             \
  W(TFLL_HAS_xnn_define_even_split3, F, xnn_define_even_split3)             \
  W(TFLL_HAS_xnn_define_even_split4, F, xnn_define_even_split4)             \
  W(TFLL_HAS_xnn_define_static_transpose, F, xnn_define_static_transpose)   \
  W(TFLL_HAS_xnn_define_tanh, F, xnn_define_tanh)                           \
  W(TFLL_HAS_xnn_get_external_value_shape, F, xnn_get_external_value_shape)

// All functions of XNNPACK and pthreadpool that are used.
#define TFLL_XNN_FUNCTIONS(F)                      \
  F(pthreadpool_create)                            \
  F(pthreadpool_destroy)                           \
  F(xnn_create_runtime_v2)                         \
  F(xnn_create_subgraph)                           \
  F(xnn_define_abs)                                \
  F(xnn_define_add2)                               \
  F(xnn_define_average_pooling_2d)                 \
  F(xnn_define_bankers_rounding)                   \
  F(xnn_define_ceiling)                            \
  F(xnn_define_channelwise_quantized_tensor_value) \
  F(xnn_define_clamp)                              \
  F(xnn_define_convert)                            \
  F(xnn_define_convolution_2d)                     \
  F(xnn_define_deconvolution_2d)                   \
  F(xnn_define_depthwise_convolution_2d)           \
  F(xnn_define_divide)                             \
  F(xnn_define_elu)                                \
  F(xnn_define_floor)                              \
  F(xnn_define_fully_connected)                    \
  F(xnn_define_global_average_pooling_2d)          \
  F(xnn_define_hardswish)                          \
  F(xnn_define_leaky_relu)                         \
  F(xnn_define_max_pooling_2d)                     \
  F(xnn_define_maximum2)                           \
  F(xnn_define_minimum2)                           \
  F(xnn_define_multiply2)                          \
  F(xnn_define_negate)                             \
  F(xnn_define_prelu)                              \
  F(xnn_define_quantized_tensor_value)             \
  F(xnn_define_sigmoid)                            \
  F(xnn_define_softmax)                            \
  F(xnn_define_square)                             \
  F(xnn_define_square_root)                        \
  F(xnn_define_squared_difference)                 \
  F(xnn_define_static_constant_pad)                \
  F(xnn_define_static_reshape)                     \
  F(xnn_define_static_resize_bilinear_2d)          \
  F(xnn_define_subtract)                           \
  F(xnn_define_tensor_value)                       \
  F(xnn_delete_runtime)                            \
  F(xnn_delete_subgraph)                           \
  F(xnn_initialize)                                \
  F(xnn_invoke_runtime)                            \
  F(xnn_setup_runtime)                             \
  TFLL_XNN_FUNCTIONS_OF_SOME_RELEASES(F, TFLL_XNN_WHERE)

namespace tflite::xnnpack {

// The library is opened at run time, so that programs and plugins start without
// it. In this namespace, the functions' names denote pointers to them, which
// are null until LoadXnnpack has returned OK. A function that is missing from
// the lists above therefore fails to link.
#define TFLL_DECLARE(name) extern decltype(&::name) name;
TFLL_XNN_FUNCTIONS(TFLL_DECLARE)
#undef TFLL_DECLARE

// Opens TFLL_XNNPACK_SONAME or the file in the environment variable
// TFLL_XNNPACK_LIBRARY, which must be the release whose header this was
// compiled with: the same functions mean something else in another. It is
// opened once per process and stays open. The error states what is missing, or
// what shows that the release is newer. Thread-safe.
base::Status LoadXnnpack();

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_FUNCTIONS_H_
