// The native module of the Python package.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "tensorflow_lite_lite/python/interpreter_wrapper.h"
#include "tensorflow_lite_lite/python/numpy_types.h"

namespace py = pybind11;
using tflite::python::InterpreterArguments;
using tflite::python::InterpreterWrapper;

namespace {

InterpreterArguments Arguments(int op_resolver,
                               std::vector<std::string> registerer_names,
                               std::vector<py::function> registerers,
                               bool preserve_all_tensors,
                               bool disable_delegate_clustering,
                               bool disable_delegate_node_fusion,
                               bool require_delegation, int num_threads) {
  InterpreterArguments a;
  a.op_resolver = op_resolver;
  a.num_threads = num_threads;
  a.preserve_all_tensors = preserve_all_tensors;
  a.disable_delegate_clustering = disable_delegate_clustering;
  a.disable_delegate_node_fusion = disable_delegate_node_fusion;
  a.require_delegation = require_delegation;
  a.registerer_names = std::move(registerer_names);
  a.registerers = std::move(registerers);
  return a;
}

void DefineInterpreterWrapper(py::module_& m) {
  using W = InterpreterWrapper;
  const py::arg_v subgraph = py::arg("subgraph_index") = 0;
  py::class_<W>(m, "InterpreterWrapper")
      .def("AllocateTensors", &W::AllocateTensors, subgraph)
      .def("Invoke", &W::Invoke, subgraph)
      .def("ResetVariableTensors", &W::ResetVariableTensors)
      .def("ResizeInputTensor", &W::ResizeInputTensor, py::arg("index"),
           py::arg("shape"), py::arg("strict") = false, subgraph)
      .def("SetNumThreads", &W::SetNumThreads)
      // The interpreter is deleted before the delegate's owner is released.
      .def(
          "ModifyGraphWithDelegate",
          [](W& w, uintptr_t delegate, const py::object&) {
            return w.ModifyGraphWithDelegate(delegate);
          },
          py::arg("pointer"), py::arg("owner"), py::keep_alive<1, 3>())
      .def("NumSubgraphs", &W::NumSubgraphs)
      .def("NumTensors", &W::NumTensors, subgraph)
      .def("InputIndices", &W::InputIndices)
      .def("OutputIndices", &W::OutputIndices)
      .def("TensorName", &W::TensorName, py::arg("index"), subgraph)
      .def("TensorType", &W::TensorType, py::arg("index"), subgraph)
      .def("TensorSize", &W::TensorSize, py::arg("index"), subgraph)
      .def("TensorSizeSignature", &W::TensorSizeSignature, py::arg("index"),
           subgraph)
      .def("TensorQuantization", &W::TensorQuantization, py::arg("index"),
           subgraph)
      .def("TensorQuantizationParameters", &W::TensorQuantizationParameters,
           py::arg("index"), subgraph)
      .def("TensorSparsityParameters", &W::TensorSparsityParameters,
           py::arg("index"), subgraph)
      .def("SetTensor", &W::SetTensor, py::arg("index"), py::arg("value"),
           subgraph)
      .def("GetTensor", &W::GetTensor, py::arg("index"), subgraph)
      .def(
          "tensor",
          [](py::object self, int index, int subgraph) {
            return self.cast<W&>().View(index, subgraph, self);
          },
          py::arg("index"), subgraph)
      .def("NumViews", &W::NumViews)
      .def("NumNodes", &W::NumNodes)
      .def("NodeName", &W::NodeName)
      .def("NodeDelegateName", &W::NodeDelegateName)
      .def("NodeInputs", &W::NodeInputs)
      .def("NodeOutputs", &W::NodeOutputs)
      .def("GetSignatureDefs", &W::GetSignatureDefs)
      .def("GetSubgraphIndexFromSignature", &W::GetSubgraphIndexFromSignature)
      .def("interpreter",
           [](W& w) { return reinterpret_cast<uintptr_t>(w.interpreter()); });
}

}  // namespace

PYBIND11_MODULE(_interpreter_wrapper, m) {
  m.doc() = "The native implementation of tensorflow_lite_lite.interpreter.";
  py::class_<InterpreterArguments>(m, "InterpreterArguments")
      .def(py::init(&Arguments), py::arg("op_resolver"),
           py::arg("registerer_names"), py::arg("registerers"),
           py::arg("preserve_all_tensors"),
           py::arg("disable_delegate_clustering"),
           py::arg("disable_delegate_node_fusion"),
           py::arg("require_delegation"), py::arg("num_threads"));

  using tflite::python::TensorMemory;
  py::class_<TensorMemory>(m, "TensorMemory", py::buffer_protocol())
      .def_buffer([](TensorMemory& t) {
        return py::buffer_info(t.data, 1, "B", 1, {t.bytes}, {size_t{1}},
                               t.read_only);
      });

  m.def("CreateWrapperFromFile", &InterpreterWrapper::CreateFromFile);
  m.def("CreateWrapperFromBuffer", &InterpreterWrapper::CreateFromBuffer);

  DefineInterpreterWrapper(m);
}
