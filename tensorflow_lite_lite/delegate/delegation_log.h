/* How a delegate tells a host which nodes it takes and why it leaves others
   alone, across the C interface and from inside plugins. */
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_DELEGATION_LOG_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_DELEGATION_LOG_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The slot of TfLiteContext::GetExternalContext that holds the log. It lies
   past every slot in use, so hosts without a log return NULL for it. */
#define kTfllDelegationLog 7

/* TfllDelegationLog::magic: the bytes "TFLLDLOG", read as a little-endian
   number. */
#define kTfllDelegationLogMagic UINT64_C(0x474F4C444C4C4654)

/* Belongs to the host. Valid while a delegate's Prepare function runs, on its
   thread. Hosts may append fields: `size` is the struct's size in bytes. */
typedef struct TfllDelegationLog {
  TfLiteExternalContext base; /* type == kTfllDelegationLog */
  uint64_t magic;             /* kTfllDelegationLogMagic */
  uint32_t size;
  uint32_t version; /* 1 */

  /* `context` is the one that the log came from; node_index is the node's in
     the execution plan's numbering. The texts are copied. A later call about
     the same node and delegate replaces an earlier one. */
  void (*refuse)(struct TfllDelegationLog* log, TfLiteContext* context,
                 const char* delegate_name, int node_index, const char* reason);
  void (*claim)(struct TfllDelegationLog* log, TfLiteContext* context,
                const char* delegate_name, int node_index);
} TfllDelegationLog;

/* `found` as a log; NULL where it is none. */
static inline TfllDelegationLog* TfllAsDelegationLog(
    TfLiteExternalContext* found) {
  TfllDelegationLog* log = (TfllDelegationLog*)found;
  if (found == NULL || (int)found->type != kTfllDelegationLog) return NULL;
  if (log->magic != kTfllDelegationLogMagic) return NULL;
  return log->size >= sizeof(TfllDelegationLog) ? log : NULL;
}

/* The log of `context`; NULL where the host has none. */
static inline TfllDelegationLog* TfllGetDelegationLog(TfLiteContext* context) {
  if (context == NULL || context->GetExternalContext == NULL) return NULL;
  return TfllAsDelegationLog(context->GetExternalContext(
      context, (TfLiteExternalContextType)kTfllDelegationLog));
}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif /* TENSORFLOW_LITE_LITE_DELEGATE_DELEGATION_LOG_H_ */
