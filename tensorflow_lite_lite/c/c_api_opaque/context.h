// Contexts of the opaque API. Included by c_api_opaque.h. Functions marked "for
// delegates" work only during a delegate's Prepare.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CONTEXT_H_
#define TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CONTEXT_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/c_api_opaque/tensor.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

// Node indices in execution order. For delegates.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetExecutionPlan(
    TfLiteOpaqueContext* opaque_context, TfLiteIntArray** execution_plan);

// *external_context is a TfLiteExternalContext, or NULL if none is set.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetExternalContext(
    TfLiteOpaqueContext* opaque_context, void** external_context,
    TfLiteExternalContextType type);

// For delegates. If the node runs a classic registration, the operator holds
// its code, name and version; it belongs to the runtime.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(
    struct TfLiteOpaqueContext* opaque_context, int node_index,
    TfLiteOpaqueNode** node, TfLiteOperator** registration_external);

// Replaces the listed nodes by nodes that run `registration_external`, one for
// each partition. The runtime takes ownership of the operator and deletes it
// with the graph. For delegates.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
    struct TfLiteOpaqueContext* opaque_context,
    TfLiteOperator* registration_external,
    const TfLiteIntArray* nodes_to_replace,
    TfLiteOpaqueDelegate* opaque_delegate);

// NULL for an index out of range.
TFL_CAPI_EXPORT TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(
    const TfLiteOpaqueContext* opaque_context, int index);

// Tensor indices of the subgraph.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueContextGetInputs(const struct TfLiteOpaqueContext* opaque_context,
                             const int** inputs, int* num_inputs);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueContextGetOutputs(const struct TfLiteOpaqueContext* opaque_context,
                              const int** outputs, int* num_outputs);
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetVariables(
    const struct TfLiteOpaqueContext* opaque_context, const int** variables,
    int* num_variables);

TFL_CAPI_EXPORT size_t TfLiteOpaqueContextGetNumNodes(
    const struct TfLiteOpaqueContext* opaque_context);
TFL_CAPI_EXPORT size_t TfLiteOpaqueContextGetNumTensors(
    const struct TfLiteOpaqueContext* opaque_context);

// Name of the subgraph.
TFL_CAPI_EXPORT const char* TfLiteOpaqueContextGetName(
    const struct TfLiteOpaqueContext* opaque_context);

// Gives `tensor` the shape `new_size`. Takes ownership of the array, also on
// failure.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextResizeTensor(
    TfLiteOpaqueContext* context, TfLiteOpaqueTensor* tensor,
    TfLiteIntArray* new_size);

// Context of another subgraph. Each successful call needs one release, through
// the context that acquired it. For delegates.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextAcquireSubgraphContext(
    struct TfLiteOpaqueContext* opaque_context, int subgraph_index,
    TfLiteOpaqueContext** acquired_opaque_context);
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextReleaseSubgraphContext(
    struct TfLiteOpaqueContext* opaque_context, int subgraph_index);

// Tells the runtime to skip this subgraph when applying delegates: the caller
// runs it as part of another one.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
    TfLiteOpaqueContext* opaque_context, int subgraph_index);

// Position of a custom operator's option bytes in the model file: file
// descriptor, offset and size in bytes. kTfLiteError if the model does not come
// from a mapped file.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(
    const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node, int* fd,
    int64_t* custom_initial_data_offset_in_file,
    int64_t* custom_initial_data_size);

// Adds a tensor and stores its index in *new_tensor_index, if that is not NULL.
// Invalidates previously obtained tensor handles.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextAddTensor(
    TfLiteOpaqueContext* context, TfLiteOpaqueTensorBuilder* builder,
    int* new_tensor_index);

// Bytes of one element; kTfLiteError for types without a size in bytes.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueContextGetSizeOfType(
    TfLiteOpaqueContext* context, TfLiteType type, size_t* bytes);

// Metadata of the model by name; kTfLiteError if there is none.
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueContextGetMetadata(TfLiteOpaqueContext* context, const char* name,
                               const char** ptr, size_t* bytes);

// Sends a printf-style message to the error reporter.
TFL_CAPI_EXPORT void TfLiteOpaqueContextReportError(
    struct TfLiteOpaqueContext* opaque_context, const char* format, ...);
TFL_CAPI_EXPORT void TfLiteOpaqueContextReportErrorVa(
    struct TfLiteOpaqueContext* opaque_context, const char* format,
    va_list vlist);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_CONTEXT_H_
