// Nodes of c_api_opaque.h.
#include <algorithm>

#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c/c_api_opaque/node.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"

using ::tflite::c_api::Classic;

namespace {

constexpr int kNoTensor = -1;

int At(const TfLiteIntArray* indices, int i) {
  if (indices == nullptr || i < 0 || i >= indices->size) return kNoTensor;
  return indices->data[i];
}

int Size(const TfLiteIntArray* indices) {
  return indices == nullptr ? 0 : indices->size;
}

TfLiteStatus Expose(const TfLiteIntArray* indices, const int** data,
                    int* size) {
  if (data == nullptr || size == nullptr) return kTfLiteError;
  *data = indices == nullptr ? nullptr : indices->data;
  *size = Size(indices);
  return kTfLiteOk;
}

}  // namespace

extern "C" {

const TfLiteOpaqueTensor* TfLiteOpaqueNodeGetInput(
    const TfLiteOpaqueContext* opaque_context,
    const TfLiteOpaqueNode* opaque_node, int index) {
  return TfLiteOpaqueContextGetOpaqueTensor(
      opaque_context, TfLiteOpaqueNodeGetInputTensorIndex(opaque_node, index));
}

TfLiteOpaqueTensor* TfLiteOpaqueNodeGetOutput(
    TfLiteOpaqueContext* opaque_context, const TfLiteOpaqueNode* opaque_node,
    int index) {
  return TfLiteOpaqueContextGetOpaqueTensor(
      opaque_context, TfLiteOpaqueNodeGetOutputTensorIndex(opaque_node, index));
}

int TfLiteOpaqueNodeNumberOfInputs(const TfLiteOpaqueNode* opaque_node) {
  return opaque_node == nullptr ? 0 : Size(Classic(opaque_node)->inputs);
}

int TfLiteOpaqueNodeNumberOfOutputs(const TfLiteOpaqueNode* opaque_node) {
  return opaque_node == nullptr ? 0 : Size(Classic(opaque_node)->outputs);
}

void* TfLiteOpaqueNodeGetUserData(const TfLiteOpaqueNode* opaque_node) {
  return opaque_node == nullptr ? nullptr : Classic(opaque_node)->user_data;
}

void* TfLiteOpaqueNodeGetBuiltinData(const TfLiteOpaqueNode* opaque_node) {
  return opaque_node == nullptr ? nullptr : Classic(opaque_node)->builtin_data;
}

TfLiteStatus TfLiteOpaqueNodeGetCustomInitialData(
    const TfLiteOpaqueNode* opaque_node, const void** init_data, int* size) {
  if (opaque_node == nullptr || init_data == nullptr || size == nullptr) {
    return kTfLiteError;
  }
  *init_data = Classic(opaque_node)->custom_initial_data;
  *size = Classic(opaque_node)->custom_initial_data_size;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueNodeInputs(const TfLiteOpaqueNode* opaque_node,
                                    const int** inputs, int* num_inputs) {
  if (opaque_node == nullptr) return kTfLiteError;
  return Expose(Classic(opaque_node)->inputs, inputs, num_inputs);
}

TfLiteStatus TfLiteOpaqueNodeOutputs(const TfLiteOpaqueNode* opaque_node,
                                     const int** outputs, int* num_outputs) {
  if (opaque_node == nullptr) return kTfLiteError;
  return Expose(Classic(opaque_node)->outputs, outputs, num_outputs);
}

TfLiteStatus TfLiteOpaqueNodeSetTemporaries(TfLiteOpaqueNode* opaque_node,
                                            const int* temporaries,
                                            int num_temporaries) {
  if (opaque_node == nullptr || num_temporaries < 0) return kTfLiteError;
  if (temporaries == nullptr && num_temporaries > 0) return kTfLiteError;
  TfLiteIntArray* copy = TfLiteIntArrayCreate(num_temporaries);
  if (copy == nullptr) return kTfLiteError;
  std::copy_n(temporaries, num_temporaries, copy->data);
  TfLiteNode* node = Classic(opaque_node);
  TfLiteIntArrayFree(node->temporaries);
  node->temporaries = copy;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueNodeTemporaries(const TfLiteOpaqueNode* opaque_node,
                                         const int** temporaries,
                                         int* num_temporaries) {
  if (opaque_node == nullptr) return kTfLiteError;
  return Expose(Classic(opaque_node)->temporaries, temporaries,
                num_temporaries);
}

int TfLiteOpaqueNodeGetInputTensorIndex(const TfLiteOpaqueNode* opaque_node,
                                        int index_of_input) {
  if (opaque_node == nullptr) return kNoTensor;
  return At(Classic(opaque_node)->inputs, index_of_input);
}

int TfLiteOpaqueNodeGetOutputTensorIndex(const TfLiteOpaqueNode* opaque_node,
                                         int index_of_output) {
  if (opaque_node == nullptr) return kNoTensor;
  return At(Classic(opaque_node)->outputs, index_of_output);
}

}  // extern "C"
