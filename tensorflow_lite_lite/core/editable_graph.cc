#include "tensorflow_lite_lite/core/editable_graph.h"

#include "tensorflow_lite_lite/core/graph/inline_composite.h"

namespace tflite::core {

TfLiteStatus EditableGraph::SetInputs(std::vector<int> inputs) {
  return Report(data_.SetInputs(std::move(inputs)));
}
TfLiteStatus EditableGraph::SetOutputs(std::vector<int> outputs) {
  return Report(data_.SetOutputs(std::move(outputs)));
}
TfLiteStatus EditableGraph::SetVariables(std::vector<int> variables) {
  return Report(data_.SetVariables(std::move(variables)));
}

TfLiteStatus EditableGraph::AddNodeWithParameters(
    const std::vector<int>& inputs, const std::vector<int>& outputs,
    const std::vector<int>& intermediates, const char* init_data,
    size_t init_data_size, void* builtin_data,
    const TfLiteRegistration* registration, int* node_index) {
  return Report(data_.AddNode({inputs, outputs, intermediates, init_data,
                               init_data_size, builtin_data, registration},
                              node_index));
}

TfLiteStatus EditableGraph::AddTensors(int tensors_to_add,
                                       int* first_new_tensor_index) {
  return Report(data_.AddTensors(tensors_to_add, first_new_tensor_index));
}

TfLiteStatus EditableGraph::SetTensorParametersReadOnly(
    int tensor_index, TfLiteType type, const char* name, size_t ndims,
    const int* dims, TfLiteQuantization quantization, const char* buffer,
    size_t bytes, const Allocation* allocation, TfLiteSparsity* sparsity,
    size_t buffer_identifier, size_t external_buffer_id) {
  return Report(data_.SetConstant(
      tensor_index, {type, name, ndims, dims, quantization, external_buffer_id},
      {buffer, bytes, allocation, sparsity, buffer_identifier}));
}

TfLiteStatus EditableGraph::SetTensorParametersReadOnly(
    int tensor_index, TfLiteType type, const char* name,
    const std::vector<int>& dims, TfLiteQuantization quantization,
    const char* buffer, size_t bytes, const Allocation* allocation,
    TfLiteSparsity* sparsity, size_t buffer_identifier,
    size_t external_buffer_id) {
  return SetTensorParametersReadOnly(
      tensor_index, type, name, dims.size(), dims.data(), quantization, buffer,
      bytes, allocation, sparsity, buffer_identifier, external_buffer_id);
}

TfLiteStatus EditableGraph::SetTensorParametersReadWrite(
    int tensor_index, TfLiteType type, const char* name, size_t ndims,
    const int* dims, TfLiteQuantization quantization, bool is_variable,
    size_t ndims_signature, const int* dims_signature,
    size_t external_buffer_id) {
  return Report(data_.SetActivation(
      tensor_index, {type, name, ndims, dims, quantization, external_buffer_id},
      is_variable, ndims_signature, dims_signature));
}

TfLiteStatus EditableGraph::SetTensorParametersReadWrite(
    int tensor_index, TfLiteType type, const char* name,
    const std::vector<int>& dims, TfLiteQuantization quantization,
    bool is_variable, const std::vector<int>& dims_signature,
    size_t external_buffer_id) {
  return SetTensorParametersReadWrite(
      tensor_index, type, name, dims.size(), dims.data(), quantization,
      is_variable, dims_signature.size(), dims_signature.data(),
      external_buffer_id);
}

TfLiteStatus EditableGraph::RemoveUnusedInputs() {
  data_.RemoveUnusedInputs();
  return kTfLiteOk;
}

TfLiteStatus EditableGraph::ReplaceNodeWithSubgraph(int plan_index,
                                                    const TfLiteNode& node,
                                                    int subgraph_index,
                                                    int& nodes_added) {
  return Report(
      InlineNodes(&data_, plan_index, node, subgraph_index, &nodes_added));
}

TfLiteStatus EditableGraph::InlineCompositeNodes(CompositeFilter filter) {
  return Report(InlineComposites(&data_, filter));
}

void EditableGraph::ReportError(const char* format, ...) {
  va_list args;
  va_start(args, format);
  ReportErrorV(format, args);
  va_end(args);
}

}  // namespace tflite::core
