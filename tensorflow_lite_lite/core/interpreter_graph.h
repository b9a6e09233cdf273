#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_GRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_GRAPH_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter/model_graphs.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/upstream/type_to_tflitetype.h"
#include "tensorflow_lite_lite/schema/allocation.h"

namespace tflite {
namespace impl {

// The part of an Interpreter that holds the subgraphs and what they share. Its
// functions set options, build the primary subgraph by hand and inspect it;
// EditableGraph documents them in more detail. An index that is out of range
// returns a null pointer or an error.
class InterpreterGraph {
 public:
  static constexpr size_t kTensorsReservedCapacity = 128;
  static constexpr size_t kTensorsCapacityHeadroom =
      Subgraph::kTensorsCapacityHeadroom;

  InterpreterGraph(const InterpreterGraph&) = delete;
  InterpreterGraph& operator=(const InterpreterGraph&) = delete;

  // --- Options of all subgraphs ---
  // Call before AllocateTensors.
  TfLiteStatus ApplyOptions(InterpreterOptions* options) {
    if (options != nullptr) runtime_.options = *options;
    return kTfLiteOk;
  }
  void SetAllowFp16PrecisionForFp32(bool allow) {
    graphs_.SetAllowFp16PrecisionForFp32(allow);
  }
  bool GetAllowFp16PrecisionForFp32() const {
    return primary_subgraph().GetAllowFp16PrecisionForFp32();
  }
  // `check_cancelled_func` is called before each node; true stops the run.
  void SetCancellationFunction(void* data,
                               bool (*check_cancelled_func)(void*)) {
    runtime_.SetCancellationFunction(data, check_cancelled_func);
  }
  TfLiteStatus EnableCancellation() {
    runtime_.cancellation_enabled = true;
    return kTfLiteOk;
  }
  // From any thread: stops the current run if cancellation is enabled. Reports
  // nothing, as the application's reporter may not be thread-safe.
  TfLiteStatus Cancel() { return runtime_.Cancel() ? kTfLiteOk : kTfLiteError; }

  // --- Building by hand ---
  void AddSubgraphs(int subgraphs_to_add) { graphs_.Add(subgraphs_to_add); }
  TfLiteStatus SetInputs(std::vector<int> inputs);
  TfLiteStatus SetOutputs(std::vector<int> outputs);
  TfLiteStatus SetVariables(std::vector<int> variables);
  // Takes ownership of `builtin_data`, which is released with free().
  TfLiteStatus AddNodeWithParameters(const std::vector<int>& inputs,
                                     const std::vector<int>& outputs,
                                     const char* init_data,
                                     size_t init_data_size, void* builtin_data,
                                     const TfLiteRegistration* registration,
                                     int* node_index = nullptr);
  TfLiteStatus AddTensors(int tensors_to_add,
                          int* first_new_tensor_index = nullptr);
  TfLiteStatus SetTensorParametersReadOnly(
      int tensor_index, TfLiteType type, const char* name,
      const std::vector<int>& dims, TfLiteQuantization quantization,
      const char* buffer, size_t bytes, const Allocation* allocation = nullptr);
  TfLiteStatus SetTensorParametersReadOnly(
      int tensor_index, TfLiteType type, const char* name,
      const std::vector<int>& dims, TfLiteQuantizationParams quantization,
      const char* buffer, size_t bytes,
      const Allocation* allocation = nullptr) {
    return SetTensorParametersReadOnly(tensor_index, type, name, dims.size(),
                                       dims.data(), quantization, buffer, bytes,
                                       allocation);
  }
  TfLiteStatus SetTensorParametersReadOnly(
      int tensor_index, TfLiteType type, const char* name, size_t rank,
      const int* dims, TfLiteQuantizationParams quantization,
      const char* buffer, size_t bytes, const Allocation* allocation = nullptr);
  TfLiteStatus SetTensorParametersReadWrite(int tensor_index, TfLiteType type,
                                            const char* name,
                                            const std::vector<int>& dims,
                                            TfLiteQuantization quantization,
                                            bool is_variable = false);
  TfLiteStatus SetTensorParametersReadWrite(
      int tensor_index, TfLiteType type, const char* name,
      const std::vector<int>& dims, TfLiteQuantizationParams quantization,
      bool is_variable = false,
      const std::vector<int>* dims_signature = nullptr) {
    return SetTensorParametersReadWrite(
        tensor_index, type, name, dims.size(), dims.data(), quantization,
        is_variable, dims_signature == nullptr ? 0 : dims_signature->size(),
        dims_signature == nullptr ? nullptr : dims_signature->data());
  }
  TfLiteStatus SetTensorParametersReadWrite(
      int tensor_index, TfLiteType type, const char* name, size_t rank,
      const int* dims, TfLiteQuantizationParams quantization,
      bool is_variable = false, size_t rank_dims_signature = 0,
      const int* dims_signature = nullptr);

  // --- Inspecting the graph ---
  const std::vector<int>& inputs() const { return primary_subgraph().inputs(); }
  const std::vector<int>& outputs() const {
    return primary_subgraph().outputs();
  }
  const std::vector<int>& variables() const {
    return primary_subgraph().variables();
  }
  // `index` is the position among the inputs or outputs.
  const char* GetInputName(int index) const;
  const char* GetOutputName(int index) const;
  size_t tensors_size() const { return primary_subgraph().tensors_size(); }
  size_t nodes_size() const { return primary_subgraph().nodes_size(); }
  const std::vector<int>& execution_plan() const {
    return primary_subgraph().execution_plan();
  }
  TfLiteTensor* tensor(int tensor_index) {
    return primary_subgraph().tensor(tensor_index);
  }
  const TfLiteTensor* tensor(int tensor_index) const {
    return primary_subgraph().tensor(tensor_index);
  }
  const std::pair<TfLiteNode, TfLiteRegistration>* node_and_registration(
      int node_index) const {
    return primary_subgraph().node_and_registration(node_index);
  }
  const std::pair<TfLiteNode, TfLiteRegistration>* node_and_registration(
      int subgraph_index, int node_index) const;
  // Returns null unless the tensor's type is T.
  template <typename T>
  T* typed_tensor(int tensor_index) {
    TfLiteTensor* t = tensor(tensor_index);
    return t != nullptr && t->type == typeToTfLiteType<T>()
               ? reinterpret_cast<T*>(t->data.raw)
               : nullptr;
  }
  template <typename T>
  const T* typed_tensor(int tensor_index) const {
    return const_cast<InterpreterGraph*>(this)->typed_tensor<T>(tensor_index);
  }
  // `index` is the position among the inputs or outputs.
  TfLiteTensor* input_tensor(size_t index) {
    return tensor(At(inputs(), index));
  }
  const TfLiteTensor* input_tensor(size_t index) const {
    return tensor(At(inputs(), index));
  }
  template <typename T>
  T* typed_input_tensor(int index) {
    return typed_tensor<T>(At(inputs(), index));
  }
  template <typename T>
  const T* typed_input_tensor(int index) const {
    return typed_tensor<T>(At(inputs(), index));
  }
  TfLiteTensor* output_tensor(size_t index) {
    return tensor(At(outputs(), index));
  }
  const TfLiteTensor* output_tensor(size_t index) const {
    return tensor(At(outputs(), index));
  }
  template <typename T>
  T* typed_output_tensor(int index) {
    return typed_tensor<T>(At(outputs(), index));
  }
  template <typename T>
  const T* typed_output_tensor(int index) const {
    return typed_tensor<T>(At(outputs(), index));
  }
  size_t subgraphs_size() const { return runtime_.subgraphs.size(); }
  Subgraph* subgraph(int subgraph_index);
  const Subgraph* subgraph(int subgraph_index) const;
  Subgraph& primary_subgraph() { return *runtime_.subgraphs.front(); }
  const Subgraph& primary_subgraph() const {
    return *runtime_.subgraphs.front();
  }
  ErrorReporter* error_reporter() const { return runtime_.error_reporter; }

 protected:
  // Creates an empty primary subgraph.
  explicit InterpreterGraph(ErrorReporter* error_reporter);
  ~InterpreterGraph() = default;
  // The units return errors, which are reported here.
  TfLiteStatus Report(const core::Status& status) {
    return primary_subgraph().Report(status);
  }
  // Returns kNoTensor (-1) if `position` is out of range.
  static int At(const std::vector<int>& indices, size_t position) {
    return position < indices.size() ? indices[position] : core::kNoTensor;
  }

  core::Runtime runtime_;
  core::ModelGraphs graphs_;
};

}  // namespace impl
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_GRAPH_H_
