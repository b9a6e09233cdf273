// TfLiteDelegate: code that takes nodes of a graph over. Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common/context.h"

#ifdef __cplusplus
extern "C" {
#endif

// Flags of a delegate; can be combined.
typedef enum TfLiteDelegateFlags {
  kTfLiteDelegateFlagsNone = 0,
  // Also takes graphs with tensors whose size is known only when they run.
  kTfLiteDelegateFlagsAllowDynamicTensors = 1,
  // Wants shapes worked out through its nodes by their own prepare functions
  // before the delegate's nodes are prepared.
  kTfLiteDelegateFlagsRequirePropagatedShapes = 2,
  // Reports profile events for single operators.
  kTfLiteDelegateFlagsPerOperatorProfiling = 4,
  // Expects to take the whole graph, so that no other delegate will follow.
  kTfLiteDelegateFlagsHintFullyDelegatedToSingleDelegate = 8
} TfLiteDelegateFlags;

// Form of a delegate that knows tensors, nodes and contexts only as handles.
// `data` is handed to each function.
typedef struct TfLiteOpaqueDelegateBuilder {
  void* data;
  TfLiteStatus (*Prepare)(TfLiteOpaqueContext* context,
                          TfLiteOpaqueDelegate* delegate, void* data);
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteOpaqueContext* context,
                                       TfLiteOpaqueDelegate* delegate,
                                       void* data,
                                       TfLiteBufferHandle buffer_handle,
                                       TfLiteOpaqueTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteOpaqueContext* context,
                                     TfLiteOpaqueDelegate* delegate, void* data,
                                     TfLiteBufferHandle buffer_handle,
                                     TfLiteOpaqueTensor* tensor);
  void (*FreeBufferHandle)(TfLiteOpaqueContext* context,
                           TfLiteOpaqueDelegate* delegate, void* data,
                           TfLiteBufferHandle* handle);
  int64_t flags;  // TfLiteDelegateFlags
} TfLiteOpaqueDelegateBuilder;

// A delegate is opaque when Prepare, CopyFromBufferHandle and FreeBufferHandle
// are NULL and opaque_delegate_builder is not.
//
// It may be destroyed
// - after every interpreter it was given to, or after their RemoveAllDelegates;
// - at any time, where it takes shares in itself (delegation_log.h, hold);
// - with the interpreter, if it was handed over: this comes last.
// Destroyed earlier, one of TfLiteOpaqueDelegateCreate makes each call that
// would need it an error; what happens with others is undefined. Interpreters
// on several threads may share a delegate that is ready for it: its Prepare and
// its kernels are then called from all of them.
typedef struct TfLiteDelegate {
  void* data_;  // the delegate's own

  // Chooses nodes and hands them to ReplaceNodeSubsetsWithDelegateKernels.
  TfLiteStatus (*Prepare)(TfLiteContext* context,
                          struct TfLiteDelegate* delegate);

  // Buffer to tensor->data, and back. Needed only if buffer handles are used.
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteContext* context,
                                       struct TfLiteDelegate* delegate,
                                       TfLiteBufferHandle buffer_handle,
                                       TfLiteTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteContext* context,
                                     struct TfLiteDelegate* delegate,
                                     TfLiteBufferHandle buffer_handle,
                                     TfLiteTensor* tensor);
  // Sets *handle to kTfLiteNullBufferHandle.
  void (*FreeBufferHandle)(TfLiteContext* context,
                           struct TfLiteDelegate* delegate,
                           TfLiteBufferHandle* handle);

  int64_t flags;  // TfLiteDelegateFlags

  struct TfLiteOpaqueDelegateBuilder* opaque_delegate_builder;
} TfLiteDelegate;

// What init of a delegate's node gets as `buffer`: the nodes of one partition
// and the tensors at its border. Belongs to the runtime; lives as long as the
// node.
typedef struct TfLiteDelegateParams {
  struct TfLiteDelegate* delegate;
  TfLiteIntArray* nodes_to_replace;
  TfLiteIntArray* input_tensors;
  TfLiteIntArray* output_tensors;
} TfLiteDelegateParams;

// The same for an opaque delegate; delegate_data is its builder's `data`.
typedef struct TfLiteOpaqueDelegateParams {
  TfLiteOpaqueDelegate* delegate;
  void* delegate_data;
  TfLiteIntArray* nodes_to_replace;
  TfLiteIntArray* input_tensors;
  TfLiteIntArray* output_tensors;
} TfLiteOpaqueDelegateParams;

// A delegate with every field zero.
TfLiteDelegate TfLiteDelegateCreate(void);

// New opaque delegate with a copy of `builder`; NULL for NULL or when memory is
// short. Freed by TfLiteOpaqueDelegateDelete.
TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder);

// NULL is allowed. The builder's `data` stays the caller's.
void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate);

// The builder's `data`; a classic delegate's data_; NULL for NULL.
void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_H_
