#ifndef TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_
#define TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace python {

// Only the part of pybind11's array type that is compatible with both numpy 1
// and 2 is used: shapes and data. For the rest, numpy is called from Python.

// A tensor's memory for Python's buffer protocol, with the object that keeps it
// alive, and what counts the views.
struct TensorMemory {
  void* data;
  size_t bytes;
  bool read_only;
  pybind11::object owner;
  std::shared_ptr<const void> view;
};

// The numpy type for a tensor's elements: bytes_ for strings, int8 for INT4 and
// INT2 (unpacked), types of ml_dtypes for BFLOAT16 and the FLOAT8s if that
// package is installed, object for resources and variants. Raises TypeError if
// there is none.
pybind11::object NumpyType(TfLiteType type);

// The type of an array's elements; kTfLiteNoType if no tensor type matches.
TfLiteType TensorTypeOf(const pybind11::array& array);

// The tensor's elements as a new array.
pybind11::array CopyOf(const TfLiteTensor& tensor);

// An array that shares the tensor's memory; it keeps `owner` alive, and a copy
// of `view`.
pybind11::array ArrayOver(const TfLiteTensor& tensor, pybind11::object owner,
                          std::shared_ptr<const void> view);

// Copies an array with the tensor's shape and type to the tensor.
void CopyTo(const pybind11::array& array, TfLiteTensor* tensor);

// Copies strings, from an array of bytes, str or object, to a tensor with the
// same number of elements.
void CopyStringsTo(const pybind11::array& array, TfLiteTensor* tensor);

}  // namespace python
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_
