#include "tensorflow_lite_lite/python/interpreter_wrapper.h"

#include <pybind11/stl.h>

#include <cstdarg>
#include <cstdio>

#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/python/numpy_types.h"
#include "tensorflow_lite_lite/python/text.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace py = pybind11;

namespace tflite {
namespace python {
namespace {

template <typename T>
py::object ArrayOf(const T* values, int n, const char* type) {
  return py::module_::import("numpy").attr("array")(
      std::vector<T>(values, values + n), type);
}

std::vector<int> Values(const TfLiteIntArray* array) {
  if (array == nullptr) return {};
  return std::vector<int>(array->data, array->data + array->size);
}

const TfLiteAffineQuantization* AffineOf(const TfLiteTensor& tensor) {
  return tensor.quantization.type == kTfLiteAffineQuantization
             ? static_cast<const TfLiteAffineQuantization*>(
                   tensor.quantization.params)
             : nullptr;
}

// Raises an error if the array's shape differs from the tensor's.
void CheckShape(const py::array& value, const TfLiteTensor& tensor, int index) {
  const auto raise = [index](const std::string& what) {
    throw py::value_error("Cannot set tensor: Dimension mismatch. " + what +
                          " of input " + std::to_string(index) + ".");
  };
  if (value.ndim() != tensor.dims->size) {
    throw py::value_error("Cannot set tensor: Dimension mismatch. Got " +
                          std::to_string(value.ndim()) + " but expected " +
                          std::to_string(tensor.dims->size) + " for input " +
                          std::to_string(index) + ".");
  }
  for (int i = 0; i < value.ndim(); ++i) {
    if (value.shape(i) == tensor.dims->data[i]) continue;
    raise("Got " + std::to_string(value.shape(i)) + " but expected " +
          std::to_string(tensor.dims->data[i]) + " for dimension " +
          std::to_string(i));
  }
}

}  // namespace

int MessageCollector::Report(const char* format, va_list args) {
  char text[2048];
  const int n = std::vsnprintf(text, sizeof(text), format, args);
  messages_ += text;
  return n;
}

std::string MessageCollector::Take() {
  std::string all;
  all.swap(messages_);
  return Utf8Of(all);
}

void InterpreterWrapper::Check(TfLiteStatus status) {
  const std::string messages = errors_.Take();
  if (status == kTfLiteOk) return;
  throw std::runtime_error(messages.empty() ? "The runtime gave no reason."
                                            : messages);
}

Subgraph& InterpreterWrapper::SubgraphAt(int subgraph) {
  if (subgraph < 0 || subgraph >= NumSubgraphs()) {
    throw py::value_error("Invalid subgraph index " + std::to_string(subgraph) +
                          " of " + std::to_string(NumSubgraphs()));
  }
  return *interpreter_->subgraph(subgraph);
}

TfLiteTensor& InterpreterWrapper::TensorAt(int index, int subgraph) {
  Subgraph& graph = SubgraphAt(subgraph);
  const int size = static_cast<int>(graph.tensors_size());
  if (index < 0 || index >= size) {
    throw py::value_error("Invalid tensor index " + std::to_string(index) +
                          " exceeds max tensor index " + std::to_string(size));
  }
  return *graph.tensor(index);
}

TfLiteTensor& InterpreterWrapper::TensorWithData(int index, int subgraph) {
  TfLiteTensor& tensor = TensorAt(index, subgraph);
  Check(SubgraphAt(subgraph).EnsureTensorDataIsReadable(index));
  if (tensor.data.raw == nullptr && tensor.bytes > 0) {
    throw py::value_error("Tensor data is null. Run allocate_tensors() first");
  }
  return tensor;
}

void InterpreterWrapper::AllocateTensors(int subgraph) {
  Check(subgraph == 0 ? interpreter_->AllocateTensors()
                      : SubgraphAt(subgraph).AllocateTensors());
}

void InterpreterWrapper::Invoke(int subgraph) {
  Subgraph& graph = SubgraphAt(subgraph);
  TfLiteStatus status;
  {
    py::gil_scoped_release unlocked;
    status = subgraph == 0 ? interpreter_->Invoke() : graph.Invoke();
    for (size_t i = 0; status == kTfLiteOk && i < graph.outputs().size(); ++i) {
      status = graph.EnsureTensorDataIsReadable(graph.outputs()[i]);
    }
  }
  Check(status);
}

void InterpreterWrapper::ResetVariableTensors() {
  Check(interpreter_->ResetVariableTensors());
}

void InterpreterWrapper::ResizeInputTensor(int index,
                                           const std::vector<int>& shape,
                                           bool strict, int subgraph) {
  Subgraph& graph = SubgraphAt(subgraph);
  Check(strict ? graph.ResizeInputTensorStrict(index, shape)
               : graph.ResizeInputTensor(index, shape));
}

void InterpreterWrapper::SetNumThreads(int threads) {
  Check(interpreter_->SetNumThreads(threads));
}

std::string InterpreterWrapper::ModifyGraphWithDelegate(uintptr_t delegate) {
  const TfLiteStatus status = interpreter_->ModifyGraphWithDelegate(
      reinterpret_cast<TfLiteDelegate*>(delegate));
  const bool usable =
      status == kTfLiteDelegateError || status == kTfLiteApplicationError;
  const InterpreterOptions* options =
      interpreter_->primary_subgraph().GetOptions();
  if (!usable || !options->GetDelegateFallback()) {
    Check(status);
    return "";
  }
  const std::string reason = errors_.Take();
  return reason.empty() ? "The delegate gave no reason." : reason;
}

int InterpreterWrapper::NumSubgraphs() const {
  return static_cast<int>(interpreter_->subgraphs_size());
}
int InterpreterWrapper::NumTensors(int subgraph) {
  return static_cast<int>(SubgraphAt(subgraph).tensors_size());
}
std::vector<int> InterpreterWrapper::InputIndices() const {
  return interpreter_->inputs();
}
std::vector<int> InterpreterWrapper::OutputIndices() const {
  return interpreter_->outputs();
}

py::str InterpreterWrapper::TensorName(int index, int subgraph) {
  const char* name = TensorAt(index, subgraph).name;
  return TextOf(name == nullptr ? "" : name);
}

py::object InterpreterWrapper::TensorType(int index, int subgraph) {
  return NumpyType(TensorAt(index, subgraph).type);
}

std::vector<int> InterpreterWrapper::TensorSize(int index, int subgraph) {
  return Values(TensorAt(index, subgraph).dims);
}

std::vector<int> InterpreterWrapper::TensorSizeSignature(int index,
                                                         int subgraph) {
  const TfLiteTensor& tensor = TensorAt(index, subgraph);
  const bool declared =
      tensor.dims_signature != nullptr && tensor.dims_signature->size > 0;
  return Values(declared ? tensor.dims_signature : tensor.dims);
}

py::tuple InterpreterWrapper::TensorQuantization(int index, int subgraph) {
  const TfLiteTensor& tensor = TensorAt(index, subgraph);
  return py::make_tuple(tensor.params.scale, tensor.params.zero_point);
}

py::tuple InterpreterWrapper::TensorQuantizationParameters(int index,
                                                           int subgraph) {
  const TfLiteTensor& tensor = TensorAt(index, subgraph);
  int blocksize = 0;
  if (tensor.quantization.type == kTfLiteBlockwiseQuantization) {
    blocksize = static_cast<const TfLiteBlockwiseQuantization*>(
                    tensor.quantization.params)
                    ->blocksize;
  }
  const TfLiteAffineQuantization* affine = AffineOf(tensor);
  if (affine == nullptr || affine->scale == nullptr) {
    return py::make_tuple(ArrayOf<float>(nullptr, 0, "float32"),
                          ArrayOf<int32_t>(nullptr, 0, "int32"), 0, blocksize);
  }
  const int zeros =
      affine->zero_point == nullptr ? 0 : affine->zero_point->size;
  return py::make_tuple(
      ArrayOf<float>(affine->scale->data, affine->scale->size, "float32"),
      ArrayOf<int32_t>(zeros == 0 ? nullptr : affine->zero_point->data, zeros,
                       "int32"),
      affine->quantized_dimension, blocksize);
}

py::dict InterpreterWrapper::TensorSparsityParameters(int index, int subgraph) {
  py::dict out;
  const TfLiteSparsity* sparsity = TensorAt(index, subgraph).sparsity;
  if (sparsity == nullptr) return out;
  out["traversal_order"] = py::cast(Values(sparsity->traversal_order));
  out["block_map"] = py::cast(Values(sparsity->block_map));
  py::list dims;
  for (int i = 0; i < sparsity->dim_metadata_size; ++i) {
    const TfLiteDimensionMetadata& d = sparsity->dim_metadata[i];
    py::dict dim;
    dim["format"] = static_cast<int>(d.format);
    if (d.format == kTfLiteDimDense) {
      dim["dense_size"] = d.dense_size;
    } else {
      dim["array_segments"] = py::cast(Values(d.array_segments));
      dim["array_indices"] = py::cast(Values(d.array_indices));
    }
    dims.append(dim);
  }
  out["dim_metadata"] = dims;
  return out;
}

void InterpreterWrapper::SetTensor(int index, const py::array& value,
                                   int subgraph) {
  TfLiteTensor& tensor = TensorAt(index, subgraph);
  const TfLiteType given = TensorTypeOf(value);
  const bool unpacks =
      (tensor.type == kTfLiteInt4 || tensor.type == kTfLiteInt2) &&
      given == kTfLiteInt8;
  if (given != tensor.type && !unpacks &&
      !(tensor.type == kTfLiteUInt4 && given == kTfLiteUInt8)) {
    throw py::value_error(
        std::string("Cannot set tensor: Got value of type ") +
        TfLiteTypeGetName(given) + " but expected type " +
        TfLiteTypeGetName(tensor.type) + " for input " + std::to_string(index) +
        ", name: " + Utf8Of(tensor.name == nullptr ? "" : tensor.name) + " ");
  }
  CheckShape(value, tensor, index);
  if (tensor.allocation_type == kTfLiteMmapRo) {
    throw py::value_error("Cannot set tensor: input " + std::to_string(index) +
                          " is a constant of the model.");
  }
  if (tensor.type == kTfLiteString) return CopyStringsTo(value, &tensor);
  if (tensor.data.raw == nullptr && tensor.bytes > 0) {
    throw py::value_error(
        "Cannot set tensor: Tensor is unallocated. Try calling "
        "allocate_tensors() first");
  }
  CopyTo(value, &tensor);
}

py::array InterpreterWrapper::GetTensor(int index, int subgraph) {
  return CopyOf(TensorWithData(index, subgraph));
}

py::array InterpreterWrapper::View(int index, int subgraph, py::object owner) {
  TfLiteTensor& tensor = TensorWithData(index, subgraph);
  if (tensor.type == kTfLiteString || tensor.type == kTfLiteInt4 ||
      tensor.type == kTfLiteUInt4 || tensor.type == kTfLiteInt2) {
    return CopyOf(tensor);
  }
  return ArrayOver(tensor, std::move(owner), views_);
}

int InterpreterWrapper::NumNodes() const {
  return static_cast<int>(interpreter_->nodes_size());
}

void InterpreterWrapper::CheckNode(int node) const {
  if (node < 0 || node >= NumNodes()) {
    throw py::value_error("Invalid node index");
  }
}

py::str InterpreterWrapper::NodeName(int node) const {
  CheckNode(node);
  const auto& [n, r] = *interpreter_->node_and_registration(node);
  if (n.delegate == nullptr && r.custom_name != nullptr) {
    return TextOf(r.custom_name);
  }
  return TextOf(BuiltinOperatorName(
      n.delegate == nullptr ? static_cast<BuiltinOperator>(r.builtin_code)
                            : BuiltinOperator_DELEGATE));
}
py::str InterpreterWrapper::NodeDelegateName(int node) const {
  CheckNode(node);
  const auto& [n, r] = *interpreter_->node_and_registration(node);
  const bool named = n.delegate != nullptr && r.custom_name != nullptr;
  return TextOf(named ? r.custom_name : "");
}
std::vector<int> InterpreterWrapper::NodeInputs(int node) const {
  CheckNode(node);
  return Values(interpreter_->node_and_registration(node)->first.inputs);
}
std::vector<int> InterpreterWrapper::NodeOutputs(int node) const {
  CheckNode(node);
  return Values(interpreter_->node_and_registration(node)->first.outputs);
}

py::dict InterpreterWrapper::GetSignatureDefs() const {
  py::dict out;
  for (const std::string* key : interpreter_->signature_keys()) {
    py::dict signature, inputs, outputs;
    for (const auto& [name, index] :
         interpreter_->signature_inputs(key->c_str())) {
      inputs[TextOf(name)] = index;
    }
    for (const auto& [name, index] :
         interpreter_->signature_outputs(key->c_str())) {
      outputs[TextOf(name)] = index;
    }
    signature["inputs"] = inputs;
    signature["outputs"] = outputs;
    out[TextOf(*key)] = signature;
  }
  return out;
}

int InterpreterWrapper::GetSubgraphIndexFromSignature(
    const std::string& key) const {
  for (const std::string* known : interpreter_->signature_keys()) {
    if (Utf8Of(*known) != key) continue;
    return interpreter_->GetSubgraphIndexFromSignature(known->c_str());
  }
  return -1;
}

}  // namespace python
}  // namespace tflite
