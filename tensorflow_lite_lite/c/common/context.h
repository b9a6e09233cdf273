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

// Header of such an object. Refresh is called when the number of threads
// changes; it may be NULL.
typedef struct TfLiteExternalContext {
  TfLiteExternalContextType type;
  TfLiteStatus (*Refresh)(struct TfLiteContext* context);
} TfLiteExternalContext;

// One subgraph, seen by the code that runs in it. Functions that the runtime
// does not offer may be NULL. Not thread-safe.
typedef struct TfLiteContext {
  size_t tensors_size;

  // Node indices in execution order. The array belongs to the runtime and is
  // valid until the graph changes. For delegates, during Prepare.
  TfLiteStatus (*GetExecutionPlan)(struct TfLiteContext* context,
                                   TfLiteIntArray** execution_plan);

  // May move when AddTensors is called.
  TfLiteTensor* tensors;

  // Private to the runtime.
  void* impl_;

  // Gives `tensor` the shape `new_size`. Takes ownership of the array, also on
  // failure.
  TfLiteStatus (*ResizeTensor)(struct TfLiteContext* context,
                               TfLiteTensor* tensor, TfLiteIntArray* new_size);

  // Sends a printf-style message to the error reporter.
  void (*ReportError)(struct TfLiteContext* context, const char* msg, ...);

  // Appends `tensors_to_add` tensors and stores the index of the first one in
  // *first_new_tensor_index, if that is not NULL.
  TfLiteStatus (*AddTensors)(struct TfLiteContext* context, int tensors_to_add,
                             int* first_new_tensor_index);

  // Both results belong to the runtime. For delegates, during Prepare.
  TfLiteStatus (*GetNodeAndRegistration)(
      struct TfLiteContext* context, int node_index, TfLiteNode** node,
      struct TfLiteRegistration** registration);

  // Replaces the listed nodes by nodes that run `registration`, one for each
  // partition. The caller keeps ownership of `nodes_to_replace`. For delegates,
  // during Prepare.
  TfLiteStatus (*ReplaceNodeSubsetsWithDelegateKernels)(
      struct TfLiteContext* context, struct TfLiteRegistration registration,
      const TfLiteIntArray* nodes_to_replace, struct TfLiteDelegate* delegate);

  // Number of threads that a kernel may use; -1 lets the kernel choose.
  int recommended_num_threads;

  // Shared objects; NULL if none is set. The caller of the setter keeps
  // ownership.
  TfLiteExternalContext* (*GetExternalContext)(struct TfLiteContext* context,
                                               TfLiteExternalContextType type);
  void (*SetExternalContext)(struct TfLiteContext* context,
                             TfLiteExternalContextType type,
                             TfLiteExternalContext* ctx);

  // float32 arithmetic may be done in float16.
  bool allow_fp32_relax_to_fp16;

  // A tflite::Profiler, or NULL.
  void* profiler;

  // Memory that lives as long as the interpreter; for use in Prepare.
  void* (*AllocatePersistentBuffer)(struct TfLiteContext* ctx, size_t bytes);

  // Memory for one evaluation.
  TfLiteStatus (*AllocateBufferForEval)(struct TfLiteContext* ctx, size_t bytes,
                                        void** ptr);

  // Reserves scratch memory during Prepare; GetScratchBuffer returns its
  // address during evaluation.
  TfLiteStatus (*RequestScratchBufferInArena)(struct TfLiteContext* ctx,
                                              size_t bytes, int* buffer_idx);
  void* (*GetScratchBuffer)(struct TfLiteContext* ctx, int buffer_idx);

  // Like ResizeTensor, but the caller keeps ownership of the shape.
  TfLiteStatus (*ResizeTensorExplicit)(struct TfLiteContext* ctx,
                                       TfLiteTensor* tensor, int dims,
                                       const int* shape);

  // The partitions that replacing these nodes would give. The array belongs to
  // the runtime and is valid until the next call or the end of the delegate's
  // Prepare. For delegates, during Prepare.
  TfLiteStatus (*PreviewDelegatePartitioning)(
      struct TfLiteContext* context, const TfLiteIntArray* nodes_to_replace,
      TfLiteDelegateParams** partition_params_array, int* num_partitions);

  // Tensor by index, for contexts whose `tensors` cannot be used.
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext* context,
                             int tensor_idx);
  TfLiteEvalTensor* (*GetEvalTensor)(const struct TfLiteContext* context,
                                     int tensor_idx);

  // Metadata of the model by name; *ptr is valid as long as the model.
  TfLiteStatus (*GetModelMetadata)(const struct TfLiteContext* context,
                                   const char* name, const char** ptr,
                                   size_t* bytes);

  // Context of another subgraph, for delegates during Prepare. Each successful
  // call needs one release.
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
