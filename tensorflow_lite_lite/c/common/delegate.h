// TfLiteDelegate: code that takes over nodes of a graph. Included by common.h.
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
  // Also accepts graphs with tensors whose size is known only at run time.
  kTfLiteDelegateFlagsAllowDynamicTensors = 1,
  // Requires that shapes have been propagated through its nodes by their
  // original prepare functions before the delegate's own nodes are prepared.
  kTfLiteDelegateFlagsRequirePropagatedShapes = 2,
  // Reports profile events for single operators.
  kTfLiteDelegateFlagsPerOperatorProfiling = 4,
  // Expects to take the whole graph, so that no other delegate follows.
  kTfLiteDelegateFlagsHintFullyDelegatedToSingleDelegate = 8
} TfLiteDelegateFlags;

// A delegate that accesses tensors, nodes and contexts only as handles. `data`
// is passed to each function.
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

// A delegate is opaque if Prepare, CopyFromBufferHandle and FreeBufferHandle
// are NULL and opaque_delegate_builder is not.
//
// It may be destroyed
// - after every interpreter it was given to, or after their RemoveAllDelegates;
// - at any time, if it gives out shared ownership (delegation_log.h, hold);
// - with the interpreter, if it was handed over: it is destroyed last.
// If it is destroyed earlier, calls that need it return errors if it was made
// by TfLiteOpaqueDelegateCreate; for others the behavior is undefined.
// Interpreters on several threads may share a delegate that supports it: its
// Prepare and its kernels are then called from all of them.
typedef struct TfLiteDelegate {
  void* data_;  // private to the delegate

  // Selects nodes and passes them to ReplaceNodeSubsetsWithDelegateKernels.
  TfLiteStatus (*Prepare)(TfLiteContext* context,
                          struct TfLiteDelegate* delegate);

  // Copy a buffer to tensor->data, and back. Needed only with buffer handles.
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

// Passed as `buffer` to init of a delegate's node: the nodes of one partition
// and the tensors at its boundary. Belongs to the runtime; lives as long as the
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

// Returns a delegate with every field zero.
TfLiteDelegate TfLiteDelegateCreate(void);

// New opaque delegate with a copy of `builder`; NULL for NULL or if memory is
// exhausted. Free it with TfLiteOpaqueDelegateDelete.
TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder);

// NULL is allowed. The caller keeps ownership of the builder's `data`.
void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate);

// The builder's `data`; a classic delegate's data_; NULL for NULL.
void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_DELEGATE_H_
