#include "tensorflow_lite_lite/python/numpy_types.h"

#include <pybind11/stl.h>

#include <cstring>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/python/text.h"
#include "tensorflow_lite_lite/string_util.h"

namespace py = pybind11;

namespace tflite {
namespace python {
namespace {

struct Pair {
  TfLiteType type;
  const char* name;  // name of the numpy type
};
constexpr Pair kPairs[] = {
    {kTfLiteFloat32, "float32"},     {kTfLiteFloat16, "float16"},
    {kTfLiteFloat64, "float64"},     {kTfLiteInt8, "int8"},
    {kTfLiteInt16, "int16"},         {kTfLiteInt32, "int32"},
    {kTfLiteInt64, "int64"},         {kTfLiteUInt8, "uint8"},
    {kTfLiteUInt16, "uint16"},       {kTfLiteUInt32, "uint32"},
    {kTfLiteUInt64, "uint64"},       {kTfLiteBool, "bool_"},
    {kTfLiteComplex64, "complex64"}, {kTfLiteComplex128, "complex128"},
};
constexpr Pair kMlTypes[] = {
    {kTfLiteBFloat16, "bfloat16"},
    {kTfLiteFloat8E4M3FN, "float8_e4m3fn"},
    {kTfLiteFloat8E5M2, "float8_e5m2"},
};

// Bits of an element of a packed type; 0 for all other types.
int PackedBits(TfLiteType type) {
  switch (type) {
    case kTfLiteInt4:
    case kTfLiteUInt4:
      return 4;
    case kTfLiteInt2:
      return 2;
    default:
      return 0;
  }
}

std::vector<py::ssize_t> ShapeOf(const TfLiteTensor& tensor) {
  std::vector<py::ssize_t> shape;
  for (int i = 0; tensor.dims != nullptr && i < tensor.dims->size; ++i) {
    shape.push_back(tensor.dims->data[i]);
  }
  return shape;
}

// A new array with undefined elements.
py::array Empty(const TfLiteTensor& tensor) {
  return py::module_::import("numpy").attr("empty")(ShapeOf(tensor),
                                                    NumpyType(tensor.type));
}

size_t BytesOf(const py::array& array) {
  return array.attr("nbytes").cast<size_t>();
}

// An array whose elements have the byte order of this machine.
py::array InNativeOrder(const py::array& array) {
  const py::object dtype = array.attr("dtype");
  if (dtype.attr("isnative").cast<bool>()) return array;
  return array.attr("astype")(dtype.attr("newbyteorder")("="));
}

py::array Unpacked(const TfLiteTensor& tensor, int bits) {
  py::array out = Empty(tensor);
  auto* to = static_cast<int8_t*>(out.mutable_data());
  const auto* from = reinterpret_cast<const uint8_t*>(tensor.data.raw_const);
  const int per_byte = 8 / bits;
  const bool is_signed = tensor.type != kTfLiteUInt4;
  for (py::ssize_t i = 0; i < out.size(); ++i) {
    const int shift = static_cast<int>(i % per_byte) * bits;
    int value = from[i / per_byte] >> shift & ((1 << bits) - 1);
    if (is_signed && value >> (bits - 1)) value -= 1 << bits;
    to[i] = static_cast<int8_t>(value);
  }
  return out;
}

py::array Strings(const TfLiteTensor& tensor) {
  py::list values;
  for (int i = 0; i < GetStringCount(&tensor); ++i) {
    const StringRef s = GetString(&tensor, i);
    values.append(py::bytes(s.str, s.len));
  }
  const py::module_ numpy = py::module_::import("numpy");
  // An array of bytes_ would lose trailing zero bytes.
  const py::object flat =
      numpy.attr("array")(values, py::arg("dtype") = py::str("O"));
  return flat.attr("reshape")(ShapeOf(tensor));
}

}  // namespace

py::object NumpyType(TfLiteType type) {
  for (const Pair& pair : kPairs) {
    if (pair.type == type) {
      return py::module_::import("numpy").attr(pair.name);
    }
  }
  for (const Pair& pair : kMlTypes) {
    if (pair.type != type) continue;
    try {
      return py::module_::import("ml_dtypes").attr(pair.name);
    } catch (py::error_already_set& e) {
      throw py::type_error(std::string("values of type ") +
                           TfLiteTypeGetName(type) +
                           " need the Python package ml_dtypes");
    }
  }
  const py::module_ numpy = py::module_::import("numpy");
  switch (type) {
    case kTfLiteString:
      return numpy.attr("bytes_");
    case kTfLiteInt4:
    case kTfLiteInt2:
      return numpy.attr("int8");
    case kTfLiteUInt4:
      return numpy.attr("uint8");
    case kTfLiteResource:
    case kTfLiteVariant:
      return numpy.attr("object_");
    default:
      throw py::type_error(std::string("no numpy type holds ") +
                           TfLiteTypeGetName(type));
  }
}

TfLiteType TensorTypeOf(const py::array& array) {
  const py::object dtype = array.attr("dtype");
  const std::string kind = py::str(dtype.attr("kind"));
  if (kind == "S" || kind == "U" || kind == "O") return kTfLiteString;
  const std::string name = py::str(dtype.attr("name"));
  for (const Pair& pair : kPairs) {
    if (name == pair.name || (name == "bool" && pair.type == kTfLiteBool)) {
      return pair.type;
    }
  }
  for (const Pair& pair : kMlTypes) {
    if (name == pair.name) return pair.type;
  }
  return kTfLiteNoType;
}

namespace {

void CheckHasValue(const TfLiteTensor& tensor) {
  if (tensor.type != kTfLiteResource && tensor.type != kTfLiteVariant) return;
  throw py::type_error(std::string("tensor ") +
                       Utf8Of(tensor.name == nullptr ? "" : tensor.name) +
                       " is a " + TfLiteTypeGetName(tensor.type) +
                       ", which has no value in Python");
}

}  // namespace

py::array CopyOf(const TfLiteTensor& tensor) {
  if (tensor.type == kTfLiteString) return Strings(tensor);
  if (const int bits = PackedBits(tensor.type)) return Unpacked(tensor, bits);
  CheckHasValue(tensor);
  py::array out = Empty(tensor);
  if (BytesOf(out) != tensor.bytes) {
    throw py::value_error("the tensor's size does not fit its shape");
  }
  std::memcpy(out.mutable_data(), tensor.data.raw_const, tensor.bytes);
  return out;
}

py::array ArrayOver(const TfLiteTensor& tensor, py::object owner,
                    std::shared_ptr<const void> view) {
  CheckHasValue(tensor);
  if (tensor.bytes == 0) return Empty(tensor);
  const bool constant = tensor.allocation_type == kTfLiteMmapRo;
  const py::object memory =
      py::cast(TensorMemory{tensor.data.raw, tensor.bytes, constant,
                            std::move(owner), std::move(view)});
  const py::object flat = py::module_::import("numpy").attr("frombuffer")(
      memory, NumpyType(tensor.type));
  return flat.attr("reshape")(ShapeOf(tensor));
}

void CopyTo(const py::array& array, TfLiteTensor* tensor) {
  const py::array dense = py::module_::import("numpy").attr(
      "ascontiguousarray")(InNativeOrder(array));
  if (const int bits = PackedBits(tensor->type)) {
    const auto* from = static_cast<const uint8_t*>(dense.data());
    auto* to = reinterpret_cast<uint8_t*>(tensor->data.raw);
    const int per_byte = 8 / bits;
    std::memset(to, 0, tensor->bytes);
    for (py::ssize_t i = 0; i < dense.size(); ++i) {
      to[i / per_byte] |= (from[i] & ((1 << bits) - 1))
                          << static_cast<int>(i % per_byte) * bits;
    }
    return;
  }
  if (BytesOf(dense) != tensor->bytes) {
    throw py::value_error(
        "Cannot set tensor: " + std::to_string(BytesOf(dense)) +
        " bytes given, " + std::to_string(tensor->bytes) + " needed.");
  }
  std::memcpy(tensor->data.raw, dense.data(), tensor->bytes);
}

void CopyStringsTo(const py::array& array, TfLiteTensor* tensor) {
  DynamicBuffer buffer;
  for (const py::handle item : array.attr("ravel")()) {
    const std::string value =
        py::isinstance<py::bytes>(item)
            ? py::cast<std::string>(
                  py::bytes(py::reinterpret_borrow<py::bytes>(item)))
            : py::cast<std::string>(py::str(item));
    if (buffer.AddString(value.data(), value.size()) != kTfLiteOk) {
      throw py::value_error("Cannot set tensor: the strings are too long.");
    }
  }
  buffer.WriteToTensor(tensor, /*new_shape=*/nullptr);
}

}  // namespace python
}  // namespace tflite
