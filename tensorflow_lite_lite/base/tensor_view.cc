#include "tensorflow_lite_lite/base/tensor_view.h"

#include <cstddef>
#include <limits>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {
namespace {

const TfLiteAffineQuantization* Affine(const TfLiteTensor& t) {
  return t.quantization.type == kTfLiteAffineQuantization
             ? static_cast<const TfLiteAffineQuantization*>(
                   t.quantization.params)
             : nullptr;
}

}  // namespace

absl::Span<const float> TensorView::scales() const {
  const auto* q = Affine(*t_);
  if (q != nullptr && q->scale != nullptr && q->scale->size > 0) {
    return {q->scale->data, static_cast<size_t>(q->scale->size)};
  }
  // Tensors built by hand have only the older per-tensor parameters.
  if (t_->params.scale != 0.0f) return {&t_->params.scale, 1};
  return {};
}

absl::Span<const int32_t> TensorView::zero_points() const {
  const auto* q = Affine(*t_);
  if (q != nullptr && q->zero_point != nullptr && q->zero_point->size > 0) {
    return {q->zero_point->data, static_cast<size_t>(q->zero_point->size)};
  }
  if (t_->params.scale != 0.0f) return {&t_->params.zero_point, 1};
  return {};
}

int TensorView::quantized_dimension() const {
  const auto* q = Affine(*t_);
  return q == nullptr ? 0 : q->quantized_dimension;
}

std::string TensorView::ToString() const {
  if (!present()) return "(absent)";
  return StrCat(TfLiteTypeGetName(type()), shape().ToString(), " '", name(),
                "'");
}

int ElementBits(TfLiteType type) {
  switch (type) {
    case kTfLiteInt2:
      return 2;
    case kTfLiteInt4:
    case kTfLiteUInt4:
      return 4;
    case kTfLiteBool:
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteFloat8E4M3FN:
    case kTfLiteFloat8E5M2:
      return 8;
    case kTfLiteInt16:
    case kTfLiteUInt16:
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return 16;
    case kTfLiteFloat32:
    case kTfLiteInt32:
    case kTfLiteUInt32:
    case kTfLiteResource:
      return 32;
    case kTfLiteFloat64:
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteComplex64:
      return 64;
    case kTfLiteComplex128:
      return 128;
    case kTfLiteNoType:
    case kTfLiteString:
    case kTfLiteVariant:
      return 0;
  }
  return 0;
}

StatusOr<size_t> BytesFor(TfLiteType type, int64_t elements) {
  const int bits = ElementBits(type);
  if (bits == 0) {
    return Invalid("type ", TfLiteTypeGetName(type), " has no fixed size");
  }
  // Pointers into a tensor have distances, which are signed.
  constexpr int64_t kMost = std::numeric_limits<ptrdiff_t>::max();
  int64_t total;
  if (elements < 0 || !CheckedMul<int64_t>(elements, bits, &total) ||
      !CheckedAdd<int64_t>(total, 7, &total) || total / 8 > kMost) {
    return Invalid(elements, " elements of ", TfLiteTypeGetName(type),
                   " are too many");
  }
  return static_cast<size_t>(total / 8);
}

StatusOr<absl::InlinedVector<int64_t, 8>> ReadIntegers(
    const TensorView& tensor) {
  absl::InlinedVector<int64_t, 8> out;
  if (tensor.num_elements() != 0 && tensor.raw()->data.data == nullptr) {
    return Invalid(tensor.ToString(), " has no data yet");
  }
  if (tensor.type() == kTfLiteInt32) {
    const auto values = tensor.span<int32_t>();
    out.assign(values.begin(), values.end());
  } else if (tensor.type() == kTfLiteInt64) {
    const auto values = tensor.span<int64_t>();
    out.assign(values.begin(), values.end());
  } else {
    return Invalid(tensor.ToString(), " must be INT32 or INT64");
  }
  return out;
}

}  // namespace tflite::base
