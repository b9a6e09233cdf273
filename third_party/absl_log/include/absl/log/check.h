// Checks under their short names.
#ifndef THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_CHECK_H_
#define THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_CHECK_H_

#if __has_include_next(<absl/log/check.h>)
#include_next <absl/log/check.h>  // IWYU pragma: export
#else

#include "absl/log/log_fallback.h"

#define CHECK(condition) TFLL_CHECK(condition)
#define CHECK_EQ(a, b) TFLL_CHECK_OP(Equal, ==, a, b)
#define CHECK_NE(a, b) TFLL_CHECK_OP(NotEqual, !=, a, b)
#define CHECK_LT(a, b) TFLL_CHECK_OP(Less, <, a, b)
#define CHECK_LE(a, b) TFLL_CHECK_OP(LessEqual, <=, a, b)
#define CHECK_GT(a, b) TFLL_CHECK_OP(Greater, >, a, b)
#define CHECK_GE(a, b) TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define CHECK_OK(result) TFLL_CHECK_OK(result)
#define QCHECK(condition) TFLL_CHECK(condition)
#define QCHECK_EQ(a, b) TFLL_CHECK_OP(Equal, ==, a, b)
#define QCHECK_NE(a, b) TFLL_CHECK_OP(NotEqual, !=, a, b)
#define QCHECK_LT(a, b) TFLL_CHECK_OP(Less, <, a, b)
#define QCHECK_LE(a, b) TFLL_CHECK_OP(LessEqual, <=, a, b)
#define QCHECK_GT(a, b) TFLL_CHECK_OP(Greater, >, a, b)
#define QCHECK_GE(a, b) TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define QCHECK_OK(result) TFLL_CHECK_OK(result)
#define DCHECK(condition) TFLL_IN_DEBUG TFLL_CHECK(condition)
#define DCHECK_EQ(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Equal, ==, a, b)
#define DCHECK_NE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(NotEqual, !=, a, b)
#define DCHECK_LT(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Less, <, a, b)
#define DCHECK_LE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(LessEqual, <=, a, b)
#define DCHECK_GT(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(Greater, >, a, b)
#define DCHECK_GE(a, b) TFLL_IN_DEBUG TFLL_CHECK_OP(GreaterEqual, >=, a, b)
#define DCHECK_OK(result) TFLL_IN_DEBUG TFLL_CHECK_OK(result)

#endif

#endif  // THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_CHECK_H_
