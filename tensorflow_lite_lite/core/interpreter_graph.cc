#include "tensorflow_lite_lite/core/interpreter_graph.h"

#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {
namespace impl {

InterpreterGraph::InterpreterGraph(ErrorReporter* error_reporter)
    : graphs_(&runtime_) {
  runtime_.error_reporter =
      error_reporter == nullptr ? DefaultErrorReporter() : error_reporter;
  graphs_.Add(1);
}

TfLiteStatus InterpreterGraph::SetInputs(std::vector<int> inputs) {
  return primary_subgraph().SetInputs(std::move(inputs));
}
TfLiteStatus InterpreterGraph::SetOutputs(std::vector<int> outputs) {
  return primary_subgraph().SetOutputs(std::move(outputs));
}
TfLiteStatus InterpreterGraph::SetVariables(std::vector<int> variables) {
  return primary_subgraph().SetVariables(std::move(variables));
}

TfLiteStatus InterpreterGraph::AddNodeWithParameters(
    const std::vector<int>& inputs, const std::vector<int>& outputs,
    const char* init_data, size_t init_data_size, void* builtin_data,
    const TfLiteRegistration* registration, int* node_index) {
  return primary_subgraph().AddNodeWithParameters(
      inputs, outputs, {}, init_data, init_data_size, builtin_data,
      registration, node_index);
}

TfLiteStatus InterpreterGraph::AddTensors(int tensors_to_add,
                                          int* first_new_tensor_index) {
  return primary_subgraph().AddTensors(tensors_to_add, first_new_tensor_index);
}

TfLiteStatus InterpreterGraph::SetTensorParametersReadOnly(
    int tensor_index, TfLiteType type, const char* name,
    const std::vector<int>& dims, TfLiteQuantization quantization,
    const char* buffer, size_t bytes, const Allocation* allocation) {
  return primary_subgraph().SetTensorParametersReadOnly(
      tensor_index, type, name, dims, quantization, buffer, bytes, allocation);
}

TfLiteStatus InterpreterGraph::SetTensorParametersReadOnly(
    int tensor_index, TfLiteType type, const char* name, size_t rank,
    const int* dims, TfLiteQuantizationParams quantization, const char* buffer,
    size_t bytes, const Allocation* allocation) {
  return primary_subgraph().SetTensorParametersReadOnly(
      tensor_index, type, name, rank, dims,
      core::FullQuantization(quantization), buffer, bytes, allocation);
}

TfLiteStatus InterpreterGraph::SetTensorParametersReadWrite(
    int tensor_index, TfLiteType type, const char* name,
    const std::vector<int>& dims, TfLiteQuantization quantization,
    bool is_variable) {
  return primary_subgraph().SetTensorParametersReadWrite(
      tensor_index, type, name, dims, quantization, is_variable);
}

TfLiteStatus InterpreterGraph::SetTensorParametersReadWrite(
    int tensor_index, TfLiteType type, const char* name, size_t rank,
    const int* dims, TfLiteQuantizationParams quantization, bool is_variable,
    size_t rank_dims_signature, const int* dims_signature) {
  return primary_subgraph().SetTensorParametersReadWrite(
      tensor_index, type, name, rank, dims,
      core::FullQuantization(quantization), is_variable, rank_dims_signature,
      dims_signature);
}

const char* InterpreterGraph::GetInputName(int index) const {
  const TfLiteTensor* t = tensor(At(inputs(), index));
  return t == nullptr ? nullptr : t->name;
}

const char* InterpreterGraph::GetOutputName(int index) const {
  const TfLiteTensor* t = tensor(At(outputs(), index));
  return t == nullptr ? nullptr : t->name;
}

const std::pair<TfLiteNode, TfLiteRegistration>*
InterpreterGraph::node_and_registration(int subgraph_index,
                                        int node_index) const {
  const Subgraph* graph = subgraph(subgraph_index);
  return graph == nullptr ? nullptr : graph->node_and_registration(node_index);
}

Subgraph* InterpreterGraph::subgraph(int subgraph_index) {
  return primary_subgraph().subgraph(subgraph_index);
}

const Subgraph* InterpreterGraph::subgraph(int subgraph_index) const {
  return const_cast<InterpreterGraph*>(this)->subgraph(subgraph_index);
}

}  // namespace impl
}  // namespace tflite
