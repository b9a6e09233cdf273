#ifndef TENSORFLOW_LITE_LITE_PYTHON_TEXT_H_
#define TENSORFLOW_LITE_LITE_PYTHON_TEXT_H_

#include <pybind11/pybind11.h>

#include <string>

namespace tflite {
namespace python {

// Bytes of a model or a message as Python's str. They need not be UTF-8: others
// become "\xff", so that different names stay different.
pybind11::str TextOf(const std::string& bytes);

// The same as UTF-8, which is what messages of exceptions must be: Python drops
// others.
std::string Utf8Of(const std::string& bytes);

}  // namespace python
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_PYTHON_TEXT_H_
