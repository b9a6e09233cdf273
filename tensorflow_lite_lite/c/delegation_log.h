// How a delegate tells the runtime, node by node, what it takes and why it
// leaves the rest: the runtime gathers it for the delegation report. And how it
// stays alive for as long as the runtime needs it. Works across shared
// libraries, and needs no symbol of the runtime. A runtime that does not know
// it returns no log, and nothing is told.
#ifndef TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_
#define TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// The type of external context to ask for: past all types that have a name, yet
// within the range of the enumeration.
#define kTfllDelegationLog 7

// "TFLLDLOG", read as a little-endian number.
#define kTfllDelegationLogMagic UINT64_C(0x474F4C444C4C4654)

// Made by the runtime; lives as long as the context it was obtained from, and
// listens while a delegate is applied, in the thread that does so. Fields may
// be added at the end: `size`, the bytes of the runtime's structure, tells
// which are there.
typedef struct TfllDelegationLog {
  TfLiteExternalContext base;  // base.type is kTfllDelegationLog
  uint64_t magic;              // kTfllDelegationLogMagic
  uint32_t size;
  uint32_t version;  // 1

  // The delegate leaves the node alone, or it wants it (and may be given it
  // later on by ReplaceNodeSubsetsWithDelegateKernels). What is said last of a
  // node counts. `node_index` is one of the execution plan. Strings are copied;
  // `reason` is one sentence without a full stop, and names no node:
  // "dilation 2 is not supported". Both strings may be NULL.
  void (*refuse)(struct TfllDelegationLog* log, TfLiteContext* context,
                 const char* delegate_name, int node_index, const char* reason);
  void (*claim)(struct TfllDelegationLog* log, TfLiteContext* context,
                const char* delegate_name, int node_index);

  // From the delegate's Prepare: gives the runtime a share in `object`, the
  // delegate's implementation. The runtime calls release(object) once, when it
  // will call neither the delegate nor its kernels any more, in the thread that
  // uses the context. A delegate that counts its shares may be destroyed by its
  // owner before the interpreter.
  void (*hold)(struct TfllDelegationLog* log, TfLiteContext* context,
               struct TfLiteDelegate* delegate, void* object,
               void (*release)(void* object));
} TfllDelegationLog;

// What a context gave as the log; NULL where it is none.
static inline TfllDelegationLog* TfllAsDelegationLog(
    TfLiteExternalContext* found) {
  TfllDelegationLog* log = (TfllDelegationLog*)found;
  if (found == NULL || (int)found->type != kTfllDelegationLog) return NULL;
  if (log->magic != kTfllDelegationLogMagic) return NULL;
  return log->size >= sizeof(TfllDelegationLog) ? log : NULL;
}

// The context's log; NULL where the runtime keeps none.
static inline TfllDelegationLog* TfllGetDelegationLog(TfLiteContext* context) {
  if (context == NULL || context->GetExternalContext == NULL) return NULL;
  return TfllAsDelegationLog(context->GetExternalContext(
      context, (TfLiteExternalContextType)kTfllDelegationLog));
}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_
