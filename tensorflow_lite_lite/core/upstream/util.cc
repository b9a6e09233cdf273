#include "tensorflow_lite_lite/core/upstream/util.h"

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/core/graph/tensor_bytes.h"
#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"

namespace tflite {
namespace {

absl::Span<const int> Extents(const TfLiteIntArray* dims) {
  if (dims == nullptr) return {};
  return {dims->data, static_cast<size_t>(dims->size)};
}

template <typename Count>
TfLiteStatus Product(absl::Span<const int> dims, Count& count) {
  Count product = 1;
  bool empty = false;
  for (const int d : dims) {
    if (d < 0) return kTfLiteError;
    empty |= d == 0;
    Count extent;
    if (!base::CheckedCast(d, &extent) ||
        (d > 0 && !base::CheckedMul(product, extent, &product))) {
      return kTfLiteError;
    }
  }
  count = empty ? 0 : product;
  return kTfLiteOk;
}

}  // namespace

TfLiteIntArray* ConvertVectorToTfLiteIntArray(const std::vector<int>& input) {
  return BuildTfLiteArray<int>(input).release();
}

TfLiteIntArray* ConvertArrayToTfLiteIntArray(int ndims, const int* dims) {
  return BuildTfLiteArray<int>(ndims, dims).release();
}

bool EqualArrayAndTfLiteIntArray(const TfLiteIntArray* a, int b_size,
                                 const int* b) {
  return TfLiteIntArrayEqualsArray(a, b_size, b) != 0;
}

size_t CombineHashes(std::initializer_list<size_t> hashes) {
  // FNV-1a hash of the values.
  uint64_t result = 14695981039346656037u;
  for (const size_t hash : hashes) result = (result ^ hash) * 1099511628211u;
  return static_cast<size_t>(result);
}

TfLiteStatus GetSizeOfType(TfLiteContext* context, const TfLiteType type,
                           size_t* bytes) {
  const int bits = base::ElementBits(type);
  *bytes = bits / 8;
  if (bits >= 8 && type != kTfLiteResource) return kTfLiteOk;
  *bytes = 0;
  if (context != nullptr) {
    context->ReportError(context, "Elements of type %s have no size in bytes",
                         TfLiteTypeGetName(type));
  }
  return kTfLiteError;
}

TfLiteStatus MultiplyAndCheckOverflow(size_t a, size_t b, size_t* product) {
  return base::CheckedMul(a, b, product) ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus CheckedNumElements(absl::Span<const int> dims, size_t& count) {
  return Product(dims, count);
}
TfLiteStatus CheckedNumElements(absl::Span<const int> dims, int& count) {
  return Product(dims, count);
}
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, size_t& count) {
  return Product(Extents(dims), count);
}
TfLiteStatus CheckedNumElements(const TfLiteIntArray* dims, int& count) {
  return Product(Extents(dims), count);
}
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, size_t& count) {
  return Product(Extents(tensor->dims), count);
}
TfLiteStatus CheckedNumElements(const TfLiteTensor* tensor, int& count) {
  return Product(Extents(tensor->dims), count);
}

bool IsResourceOrVariant(const TfLiteTensor* tensor) {
  return tensor->type == kTfLiteResource || tensor->type == kTfLiteVariant;
}

TfLiteStatus BytesRequired(TfLiteType type, const int* dims, size_t dims_size,
                           size_t* bytes, TfLiteContext* context) {
  const auto required = core::BytesOf(type, dims, dims_size);
  if (required.ok()) {
    *bytes = *required;
    return kTfLiteOk;
  }
  if (context != nullptr) {
    context->ReportError(context, "%s",
                         std::string(required.status().message()).c_str());
  }
  return kTfLiteError;
}

void TfLiteTensorDeleter::operator()(TfLiteTensor* t) {
  if (t == nullptr) return;
  TfLiteTensorFree(t);
  std::free(t);
}

TensorUniquePtr BuildTfLiteTensor() {
  TensorUniquePtr tensor(
      static_cast<TfLiteTensor*>(std::calloc(1, sizeof(TfLiteTensor))));
  if (tensor != nullptr) tensor->buffer_handle = kTfLiteNullBufferHandle;
  return tensor;
}

TensorUniquePtr BuildTfLiteTensor(TfLiteType type, const std::vector<int>& dims,
                                  TfLiteAllocationType allocation_type) {
  return BuildTfLiteTensor(type, BuildTfLiteArray<int>(dims), allocation_type);
}

TensorUniquePtr BuildTfLiteTensor(TfLiteType type, IntArrayUniquePtr dims,
                                  TfLiteAllocationType allocation_type) {
  TensorUniquePtr tensor = BuildTfLiteTensor();
  if (tensor == nullptr || dims == nullptr) return nullptr;
  size_t bytes = 0;
  if (type != kTfLiteString && type != kTfLiteVariant) {
    if (BytesRequired(type, dims->data, dims->size, &bytes, nullptr) !=
        kTfLiteOk) {
      return nullptr;
    }
  }
  tensor->type = type;
  tensor->allocation_type = allocation_type;
  tensor->dims = dims.release();
  // A variant contains an object, which its user creates.
  if (allocation_type == kTfLiteVariantObject) return tensor;
  if (TfLiteTensorResizeMaybeCopy(bytes, tensor.get(), false) != kTfLiteOk) {
    return nullptr;
  }
  tensor->bytes = bytes;
  return tensor;
}

int GetBuiltinDataSize(BuiltinOperator op) {
  return static_cast<int>(BuiltinDataSize(op));
}

}  // namespace tflite
