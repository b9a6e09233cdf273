#ifndef TENSORFLOW_LITE_LITE_PYTHON_INTERPRETER_WRAPPER_H_
#define TENSORFLOW_LITE_LITE_PYTHON_INTERPRETER_WRAPPER_H_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite {
namespace python {

// Collects messages until they are raised as an exception.
class MessageCollector : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override;
  // Returns the messages so far, as UTF-8, and clears them.
  std::string Take();

 private:
  std::string messages_;
};

// How to create an interpreter; the values of Python's arguments.
struct InterpreterArguments {
  int op_resolver = 0;  // OpResolverType
  int num_threads = -1;
  bool preserve_all_tensors = false;
  bool disable_delegate_clustering = false;
  bool disable_delegate_node_fusion = false;
  bool require_delegation = false;  // a delegate that fails is an error
  // Libraries or exported functions that register custom operators, and Python
  // callables that receive the resolver's address.
  std::vector<std::string> registerer_names;
  std::vector<pybind11::function> registerers;
};

// An interpreter for Python: errors become exceptions, tensors numpy arrays.
// Not thread-safe; Invoke releases the interpreter lock.
class InterpreterWrapper {
 public:
  // Raises ValueError if the model cannot be read. The wrapper keeps `content`
  // alive.
  static std::unique_ptr<InterpreterWrapper> CreateFromFile(
      const std::string& path, const InterpreterArguments& arguments);
  static std::unique_ptr<InterpreterWrapper> CreateFromBuffer(
      pybind11::bytes content, const InterpreterArguments& arguments);

  void AllocateTensors(int subgraph);
  void Invoke(int subgraph);
  void ResetVariableTensors();
  void ResizeInputTensor(int index, const std::vector<int>& shape, bool strict,
                         int subgraph);
  void SetNumThreads(int threads);
  // Returns the reason if the delegate fails and the interpreter continues
  // without it, otherwise an empty string. Raises if delegation is required.
  std::string ModifyGraphWithDelegate(uintptr_t delegate);

  int NumSubgraphs() const;
  int NumTensors(int subgraph);
  std::vector<int> InputIndices() const;
  std::vector<int> OutputIndices() const;
  pybind11::str TensorName(int index, int subgraph);
  pybind11::object TensorType(int index, int subgraph);
  std::vector<int> TensorSize(int index, int subgraph);
  std::vector<int> TensorSizeSignature(int index, int subgraph);
  pybind11::tuple TensorQuantization(int index, int subgraph);
  // (scales, zero points, quantized dimension, block size)
  pybind11::tuple TensorQuantizationParameters(int index, int subgraph);
  pybind11::dict TensorSparsityParameters(int index, int subgraph);
  void SetTensor(int index, const pybind11::array& value, int subgraph);
  pybind11::array GetTensor(int index, int subgraph);
  // An array that shares the tensor's memory; it keeps `owner` alive.
  pybind11::array View(int index, int subgraph, pybind11::object owner);
  // Number of arrays that share memory with tensors. References to the owner
  // say less: frames of an error that is kept hold some, too.
  int NumViews() const { return static_cast<int>(views_.use_count()) - 1; }

  int NumNodes() const;
  // "DELEGATE" for the partition of a delegate.
  pybind11::str NodeName(int node) const;
  // The name of the delegate that runs the node; empty for other nodes.
  pybind11::str NodeDelegateName(int node) const;
  std::vector<int> NodeInputs(int node) const;
  std::vector<int> NodeOutputs(int node) const;

  // {key: {"inputs": {name: index}, "outputs": {name: index}}}
  pybind11::dict GetSignatureDefs() const;
  // Of a key of GetSignatureDefs(); -1 if there is none.
  int GetSubgraphIndexFromSignature(const std::string& key) const;

  Interpreter* interpreter() { return interpreter_.get(); }

 private:
  InterpreterWrapper() = default;

  void Build(const InterpreterArguments& arguments);
  Subgraph& SubgraphAt(int subgraph);
  TfLiteTensor& TensorAt(int index, int subgraph);
  TfLiteTensor& TensorWithData(int index, int subgraph);
  void CheckNode(int node) const;
  // Raises RuntimeError with the collected messages unless `status` is ok.
  void Check(TfLiteStatus status);

  MessageCollector errors_;
  pybind11::bytes content_;
  std::unique_ptr<MutableOpResolver> resolver_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
  // Each view has a copy.
  std::shared_ptr<const char> views_ = std::make_shared<const char>();
};

}  // namespace python
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_PYTHON_INTERPRETER_WRAPPER_H_
