// TfLiteContext: what the runtime offers to kernels and delegates. Included by
// common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_CONTEXT_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_CONTEXT_H_

#include <stdbool.h>
#include <stddef.h>

#include "tensorflow_lite_lite/c/common/arrays.h"
#include "tensorflow_lite_lite/c/common/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct TfLiteContext;
struct TfLiteDelegate;
struct TfLiteRegistration;
typedef struct TfLiteNode TfLiteNode;
typedef struct TfLiteDelegateParams TfLiteDelegateParams;

// Slots for objects that several kernels share.
typedef enum TfLiteExternalContextType {
  kTfLiteEigenContext = 0,
  kTfLiteGemmLowpContext = 1,
  kTfLiteEdgeTpuContext = 2,
  kTfLiteCpuBackendContext = 3,
  kTfLiteLiteRtBufferContext = 4,
  kTfLiteMaxExternalContexts = 5
} TfLiteExternalContextType;

// Head of such an object. Refresh is called when the number of threads changes;
// it may be NULL.
typedef struct TfLiteExternalContext {
  TfLiteExternalContextType type;
  TfLiteStatus (*Refresh)(struct TfLiteContext* context);
} TfLiteExternalContext;

// One subgraph, seen by the code that runs in it. Functions that the runtime
// does not offer may be NULL. Not for several threads at once.
typedef struct TfLiteContext {
  size_t tensors_size;

  // Node indices in execution order. The array belongs to the runtime and
  // lasts until the graph changes. For delegates, while they prepare.
  TfLiteStatus (*GetExecutionPlan)(struct TfLiteContext* context,
                                   TfLiteIntArray** execution_plan);

  // May move when AddTensors is called.
  TfLiteTensor* tensors;

  // The runtime's own.
  void* impl_;

  // Gives `tensor` the shape `new_size` and takes the array, also on failure.
  TfLiteStatus (*ResizeTensor)(struct TfLiteContext* context,
                               TfLiteTensor* tensor, TfLiteIntArray* new_size);

  // printf-style message to the error reporter.
  void (*ReportError)(struct TfLiteContext* context, const char* msg, ...);

  // Appends `tensors_to_add` tensors; *first_new_tensor_index, where the
  // pointer is not NULL, is the index of the first.
  TfLiteStatus (*AddTensors)(struct TfLiteContext* context, int tensors_to_add,
                             int* first_new_tensor_index);

  // Both results belong to the runtime. For delegates, while they prepare.
  TfLiteStatus (*GetNodeAndRegistration)(
      struct TfLiteContext* context, int node_index, TfLiteNode** node,
      struct TfLiteRegistration** registration);

  // Replaces the listed nodes by nodes that run `registration`, one for each
  // partition. `nodes_to_replace` stays the caller's. For delegates, while
  // they prepare.
  TfLiteStatus (*ReplaceNodeSubsetsWithDelegateKernels)(
      struct TfLiteContext* context, struct TfLiteRegistration registration,
      const TfLiteIntArray* nodes_to_replace, struct TfLiteDelegate* delegate);

  // Threads that a kernel may use; -1 leaves it to the kernel.
  int recommended_num_threads;

  // Shared objects; NULL where none was set. The setter keeps ownership.
  TfLiteExternalContext* (*GetExternalContext)(struct TfLiteContext* context,
                                               TfLiteExternalContextType type);
  void (*SetExternalContext)(struct TfLiteContext* context,
                             TfLiteExternalContextType type,
                             TfLiteExternalContext* ctx);

  // float32 arithmetic may be done in float16.
  bool allow_fp32_relax_to_fp16;

  // A tflite::Profiler, or NULL.
  void* profiler;

  // Memory for as long as the interpreter lives; while preparing.
  void* (*AllocatePersistentBuffer)(struct TfLiteContext* ctx, size_t bytes);

  // Memory for one evaluation.
  TfLiteStatus (*AllocateBufferForEval)(struct TfLiteContext* ctx, size_t bytes,
                                        void** ptr);

  // Reserves scratch memory while preparing; its address is known only in
  // evaluation, by GetScratchBuffer.
  TfLiteStatus (*RequestScratchBufferInArena)(struct TfLiteContext* ctx,
                                              size_t bytes, int* buffer_idx);
  void* (*GetScratchBuffer)(struct TfLiteContext* ctx, int buffer_idx);

  // ResizeTensor with a shape that stays the caller's.
  TfLiteStatus (*ResizeTensorExplicit)(struct TfLiteContext* ctx,
                                       TfLiteTensor* tensor, int dims,
                                       const int* shape);

  // The partitions that replacing these nodes would give. The array belongs to
  // the runtime and lasts until the next call or the end of the delegate's
  // Prepare. For delegates, while they prepare.
  TfLiteStatus (*PreviewDelegatePartitioning)(
      struct TfLiteContext* context, const TfLiteIntArray* nodes_to_replace,
      TfLiteDelegateParams** partition_params_array, int* num_partitions);

  // Tensor by index, where `tensors` is not to be relied on.
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext* context,
                             int tensor_idx);
  TfLiteEvalTensor* (*GetEvalTensor)(const struct TfLiteContext* context,
                                     int tensor_idx);

  // Metadata of the model by name; *ptr lasts as long as the model.
  TfLiteStatus (*GetModelMetadata)(const struct TfLiteContext* context,
                                   const char* name, const char** ptr,
                                   size_t* bytes);

  // Context of another subgraph, for delegates while they prepare. Each
  // success is paired with one release.
  TfLiteStatus (*AcquireSubgraphContext)(
      struct TfLiteContext* context, int subgraph_index,
      struct TfLiteContext** acquired_context);
  TfLiteStatus (*ReleaseSubgraphContext)(struct TfLiteContext* context,
                                         int subgraph_index);
} TfLiteContext;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_CONTEXT_H_
