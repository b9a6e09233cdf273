// How a delegate tells the runtime, node by node, what it takes and why it
// rejects the rest; the runtime collects this for the delegation report. Also
// keeps the delegate alive as long as the runtime needs it. Works across shared
// libraries and needs no symbol of the runtime. In a runtime that does not
// support it, there is no log and nothing is reported.
#ifndef TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_
#define TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_

#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// The type of external context to ask for: larger than all named types, but
// within the range of the enumeration.
#define kTfllDelegationLog 7

// "TFLLDLOG" as a little-endian number.
#define kTfllDelegationLogMagic UINT64_C(0x474F4C444C4C4654)

// Created by the runtime; lives as long as the context it was obtained from.
// Active while a delegate is applied, on the thread that applies it. Fields may
// be added at the end: `size`, the size of the runtime's structure in bytes,
// tells which exist.
typedef struct TfllDelegationLog {
  TfLiteExternalContext base;  // base.type is kTfllDelegationLog
  uint64_t magic;              // kTfllDelegationLogMagic
  uint32_t size;
  uint32_t version;  // 1

  // refuse: the delegate leaves the node to others. claim: it wants the node
  // (and may later receive it through ReplaceNodeSubsetsWithDelegateKernels).
  // The last call for a node counts. `node_index` is an index of the execution
  // plan. Strings are copied; `reason` is one sentence without a full stop that
  // does not name the node: "dilation 2 is not supported". Both strings may be
  // NULL.
  void (*refuse)(struct TfllDelegationLog* log, TfLiteContext* context,
                 const char* delegate_name, int node_index, const char* reason);
  void (*claim)(struct TfllDelegationLog* log, TfLiteContext* context,
                const char* delegate_name, int node_index);

  // Called from the delegate's Prepare: gives the runtime shared ownership of
  // `object`, the delegate's implementation. The runtime calls release(object)
  // once, when it will no longer call the delegate or its kernels, on the
  // thread that uses the context. A delegate with reference counting can
  // therefore be destroyed by its owner before the interpreter.
  void (*hold)(struct TfllDelegationLog* log, TfLiteContext* context,
               struct TfLiteDelegate* delegate, void* object,
               void (*release)(void* object));
} TfllDelegationLog;

// Casts a context to the log; NULL if it is none.
static inline TfllDelegationLog* TfllAsDelegationLog(
    TfLiteExternalContext* found) {
  TfllDelegationLog* log = (TfllDelegationLog*)found;
  if (found == NULL || (int)found->type != kTfllDelegationLog) return NULL;
  if (log->magic != kTfllDelegationLogMagic) return NULL;
  return log->size >= sizeof(TfllDelegationLog) ? log : NULL;
}

// The context's log; NULL if the runtime has none.
static inline TfllDelegationLog* TfllGetDelegationLog(TfLiteContext* context) {
  if (context == NULL || context->GetExternalContext == NULL) return NULL;
  return TfllAsDelegationLog(context->GetExternalContext(
      context, (TfLiteExternalContextType)kTfllDelegationLog));
}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_DELEGATION_LOG_H_
