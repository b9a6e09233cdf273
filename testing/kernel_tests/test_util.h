// The only header that operator tests in TensorFlow Lite's form need.
#ifndef TESTING_KERNEL_TESTS_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_TEST_UTIL_H_

// IWYU pragma: begin_exports
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/memory/memory.h"
#include "absl/types/span.h"
#include "flatbuffers/flatbuffers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/builtin_registrations.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/upstream/util.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/string_type.h"
#include "tensorflow_lite_lite/string_util.h"
#include "testing/kernel_tests/acceleration_test_util.h"
#include "testing/kernel_tests/matchers.h"
#include "testing/kernel_tests/model/element_types.h"
#include "testing/kernel_tests/model/quantize_values.h"
#include "testing/kernel_tests/model/tensor_data.h"
#include "testing/kernel_tests/multi_op_model.h"
#include "testing/kernel_tests/single_op_model.h"
#include "testing/kernel_tests/single_op_test.h"
#include "testing/util.h"
// IWYU pragma: end_exports

#endif  // TESTING_KERNEL_TESTS_TEST_UTIL_H_
