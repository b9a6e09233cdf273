// Nodes of the opaque API. Included by c_api_opaque.h.
#ifndef TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_NODE_H_
#define TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_NODE_H_

#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// The node's tensors by position; NULL if out of range or omitted.
TFL_CAPI_EXPORT const TfLiteOpaqueTensor* TfLiteOpaqueNodeGetInput(
    const TfLiteOpaqueContext* opaque_context,
    const TfLiteOpaqueNode* opaque_node, int index);
TFL_CAPI_EXPORT TfLiteOpaqueTensor* TfLiteOpaqueNodeGetOutput(
    TfLiteOpaqueContext* opaque_context, const TfLiteOpaqueNode* opaque_node,
    int index);

TFL_CAPI_EXPORT int TfLiteOpaqueNodeNumberOfInputs(
    const TfLiteOpaqueNode* opaque_node);
TFL_CAPI_EXPORT int TfLiteOpaqueNodeNumberOfOutputs(
    const TfLiteOpaqueNode* opaque_node);

// The state that the operator's init returned.
TFL_CAPI_EXPORT void* TfLiteOpaqueNodeGetUserData(
    const TfLiteOpaqueNode* opaque_node);

// Parsed options of a built-in operator (builtin_op_data.h), else NULL.
TFL_CAPI_EXPORT void* TfLiteOpaqueNodeGetBuiltinData(
    const TfLiteOpaqueNode* opaque_node);

// Option bytes of a custom operator.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueNodeGetCustomInitialData(
    const TfLiteOpaqueNode* opaque_node, const void** init_data, int* size);

// Tensor indices.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueNodeInputs(
    const TfLiteOpaqueNode* opaque_node, const int** inputs, int* num_inputs);
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueNodeOutputs(
    const TfLiteOpaqueNode* opaque_node, const int** outputs, int* num_outputs);

// Scratch tensors of the node; the indices are copied.
TFL_CAPI_EXPORT TfLiteStatus TfLiteOpaqueNodeSetTemporaries(
    TfLiteOpaqueNode* opaque_node, const int* temporaries, int num_temporaries);
TFL_CAPI_EXPORT TfLiteStatus
TfLiteOpaqueNodeTemporaries(const TfLiteOpaqueNode* opaque_node,
                            const int** temporaries, int* num_temporaries);

// Tensor index of one input or output; -1 if out of range or omitted.
TFL_CAPI_EXPORT int TfLiteOpaqueNodeGetInputTensorIndex(
    const TfLiteOpaqueNode* opaque_node, int index_of_input);
TFL_CAPI_EXPORT int TfLiteOpaqueNodeGetOutputTensorIndex(
    const TfLiteOpaqueNode* opaque_node, int index_of_output);

#ifdef __cplusplus
}  // extern "C"
#endif

// Aliases of the functions above.
static inline int TfLiteOpaqueNodeNumInputs(
    const TfLiteOpaqueNode* opaque_node) {
  return TfLiteOpaqueNodeNumberOfInputs(opaque_node);
}
static inline int TfLiteOpaqueNodeNumOutputs(
    const TfLiteOpaqueNode* opaque_node) {
  return TfLiteOpaqueNodeNumberOfOutputs(opaque_node);
}

#endif  // TENSORFLOW_LITE_LITE_C_C_API_OPAQUE_NODE_H_
