// Log lines under their short names.
#ifndef THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_H_
#define THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_H_

#if __has_include_next(<absl/log/log.h>)
#include_next <absl/log/log.h>  // IWYU pragma: export
#else

#include "absl/log/log_fallback.h"

#define LOG(severity) TFLL_LOG_##severity
#define LOG_IF(severity, condition) TFLL_LOG_IF(severity, condition)
#define DLOG(severity) TFLL_IN_DEBUG TFLL_LOG_##severity

#endif

#endif  // THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_H_
