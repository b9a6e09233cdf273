#ifndef DELEGATES_GPU_TESTS_SKIP_H_
#define DELEGATES_GPU_TESTS_SKIP_H_

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/status.h"

// For a test or its SetUp, which this ends: skips the test if `made`, a
// StatusOr of what needs a driver, says that there is none. Other errors are a
// mistake and fail the test.
#define TFLL_SKIP_WITHOUT_DRIVER(made)                    \
  do {                                                    \
    if (::tflite::base::IsUnavailable((made).status())) { \
      GTEST_SKIP() << "not run: " << (made).status();     \
    }                                                     \
    ASSERT_TRUE((made).ok()) << (made).status();          \
  } while (false)

#endif  // DELEGATES_GPU_TESTS_SKIP_H_
