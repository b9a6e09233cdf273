// Checks under Abseil's own names.
#ifndef THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_CHECK_H_
#define THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_CHECK_H_

#if __has_include_next(<absl/log/absl_check.h>)
#include_next <absl/log/absl_check.h>  // IWYU pragma: export
#else

#include "absl/log/log_fallback.h"

#define ABSL_CHECK(condition) TFLL_CHECK(condition)
#define ABSL_CHECK_EQ(a, b) TFLL_CHECK_OP(Equal, ==, a, b)
#define ABSL_CHECK_NE(a, b) TFLL_CHECK_OP(NotEqual, !=, a, b)
#define ABSL_CHECK_LT(a, b) TFLL_CHECK_OP(Less, <, a, b)
#define ABSL_CHECK_LE(a, b) TFLL_CHECK_OP(LessEqual, <=, a, b)
#define ABSL_CHECK_GT(a, b) TFLL_CHECK_OP(Greater, >, a, b)
#define ABSL_CHECK_GE(a, b) TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define ABSL_CHECK_OK(result) TFLL_CHECK_OK(result)
#define ABSL_QCHECK(condition) TFLL_CHECK(condition)
#define ABSL_QCHECK_EQ(a, b) TFLL_CHECK_OP(Equal, ==, a, b)
#define ABSL_QCHECK_NE(a, b) TFLL_CHECK_OP(NotEqual, !=, a, b)
#define ABSL_QCHECK_LT(a, b) TFLL_CHECK_OP(Less, <, a, b)
#define ABSL_QCHECK_LE(a, b) TFLL_CHECK_OP(LessEqual, <=, a, b)
#define ABSL_QCHECK_GT(a, b) TFLL_CHECK_OP(Greater, >, a, b)
#define ABSL_QCHECK_GE(a, b) TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define ABSL_QCHECK_OK(result) TFLL_CHECK_OK(result)
#define ABSL_DCHECK(condition) TFLL_IN_DEBUG TFLL_CHECK(condition)
#define ABSL_DCHECK_EQ(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Equal, ==, a, b)
#define ABSL_DCHECK_NE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(NotEqual, !=, a, b)
#define ABSL_DCHECK_LT(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Less, <, a, b)
#define ABSL_DCHECK_LE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(LessEqual, <=, a, b)
#define ABSL_DCHECK_GT(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Greater, >, a, b)
#define ABSL_DCHECK_GE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define ABSL_DCHECK_OK(result) TFLL_IN_DEBUG TFLL_CHECK_OK(result)

#endif

#endif  // THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_CHECK_H_
