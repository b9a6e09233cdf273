#include "tensorflow_lite_lite/python/text.h"

namespace py = pybind11;

namespace tflite {
namespace python {

py::str TextOf(const std::string& bytes) {
  PyObject* text = PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

std::string Utf8Of(const std::string& bytes) {
  return py::cast<std::string>(TextOf(bytes));
}

}  // namespace python
}  // namespace tflite
