#ifndef TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_
#define TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace python {

// Of pybind11's array type only what numpy 1 and 2 have in the same place is
// used: shapes and data. The rest is asked of numpy itself.

// A tensor's memory under Python's buffer protocol, with what keeps it alive.
struct TensorMemory {
  void* data;
  size_t bytes;
  bool read_only;
  pybind11::object owner;
};

// The numpy type that holds a tensor's elements: bytes_ for strings, int8 for
// INT4 and INT2 (unpacked), ml_dtypes' for BFLOAT16 and the FLOAT8s where that
// package is installed, object for resources and variants. Raises TypeError
// where there is none.
pybind11::object NumpyType(TfLiteType type);

// The type of an array's elements; kTfLiteNoType where no tensor has it.
TfLiteType TensorTypeOf(const pybind11::array& array);

// The tensor's elements as a new array.
pybind11::array CopyOf(const TfLiteTensor& tensor);

// An array over the tensor's own memory; `owner` lives as long as the array.
pybind11::array ArrayOver(const TfLiteTensor& tensor, pybind11::object owner);

// Writes the array, of the tensor's shape and type, to the tensor.
void CopyTo(const pybind11::array& array, TfLiteTensor* tensor);

// Writes strings, from an array of bytes, str or object, to a tensor of the
// same number of elements.
void CopyStringsTo(const pybind11::array& array, TfLiteTensor* tensor);

}  // namespace python
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_PYTHON_NUMPY_TYPES_H_
