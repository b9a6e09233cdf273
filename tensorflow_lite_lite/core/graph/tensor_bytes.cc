#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"

#include <cstdint>
#include <cstring>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::core {
namespace {

// Layout: int32 count, count + 1 offsets relative to the start, characters.
Status CheckStrings(const char* buffer, size_t bytes) {
  if (bytes == 0) return OkStatus();
  const auto read = [&](size_t i) {
    int32_t value;
    std::memcpy(&value, buffer + i * sizeof(value), sizeof(value));
    return value;
  };
  if (bytes < sizeof(int32_t)) return Invalid("its string table is cut off");
  const int32_t count = read(0);
  if (count < 0 || bytes / sizeof(int32_t) < static_cast<size_t>(count) + 2) {
    return Invalid("its string table has room for fewer than ", count,
                   " strings");
  }
  int64_t end = (int64_t{count} + 2) * static_cast<int64_t>(sizeof(int32_t));
  for (int32_t i = 0; i <= count; ++i) {
    const int32_t offset = read(1 + i);
    if (offset < end || static_cast<size_t>(offset) > bytes) {
      return Invalid("string ", i, " begins at ", offset, " of ", bytes,
                     " bytes");
    }
    end = offset;
  }
  return OkStatus();
}

}  // namespace

StatusOr<size_t> BytesOf(TfLiteType type, const int* dims, size_t rank) {
  // Preparing a graph calls this for each tensor, several times; only errors
  // need a Shape.
  int64_t elements = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] > 0 && CheckedMul<int64_t>(elements, dims[i], &elements)) {
      continue;
    }
    const Shape shape(dims, dims + rank);
    TFLL_ASSIGN_OR_RETURN(elements, shape.CheckedNumElements());
    break;
  }
  return BytesFor(type, elements);
}

Status CheckConstant(TfLiteType type, const int* dims, size_t rank,
                     const char* buffer, bool sparse, size_t* bytes) {
  if (buffer == nullptr && *bytes > 0) return Invalid("its buffer is missing");
  if (type == kTfLiteString) return CheckStrings(buffer, *bytes);
  if (type == kTfLiteResource || type == kTfLiteVariant) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const size_t required, BytesOf(type, dims, rank));
  if (sparse) return OkStatus();
  if (required > *bytes) {
    return Invalid("its buffer has ", *bytes, " bytes where ",
                   TfLiteTypeGetName(type), Shape(dims, dims + rank).ToString(),
                   " needs ", required);
  }
  *bytes = required;
  return OkStatus();
}

}  // namespace tflite::core
