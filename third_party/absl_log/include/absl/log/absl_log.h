// Log lines under Abseil's own names.
#ifndef THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_LOG_H_
#define THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_LOG_H_

#if __has_include_next(<absl/log/absl_log.h>)
#include_next <absl/log/absl_log.h>  // IWYU pragma: export
#else

#include "absl/log/log_fallback.h"

#define ABSL_LOG(severity) TFLL_LOG_##severity
#define ABSL_LOG_IF(severity, condition) TFLL_LOG_IF(severity, condition)
#define ABSL_DLOG(severity) TFLL_IN_DEBUG TFLL_LOG_##severity

#endif

#endif  // THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_ABSL_LOG_H_
