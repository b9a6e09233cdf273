#include "tensorflow_lite_lite/core/load/quantization_reader.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::core {
namespace {

template <typename Params>
StatusOr<TfLiteQuantization> Holding(TfLiteQuantizationType type,
                                     const Params& params) {
  auto* copy = static_cast<Params*>(std::malloc(sizeof(Params)));
  if (copy == nullptr) return Internal("out of memory");
  *copy = params;
  return TfLiteQuantization{type, copy};
}

// Returns the first dimension along which a block has more than one element.
int32_t BlockDimension(const BlockwiseQuantization& q, int32_t fallback) {
  if (q.block_shape() == nullptr) return fallback;
  for (uint32_t i = 0; i < q.block_shape()->size(); ++i) {
    if (q.block_shape()->Get(i) > 1) return static_cast<int32_t>(i);
  }
  return fallback;
}

int32_t Saturate(int64_t value) {
  const auto narrow = static_cast<int32_t>(value);
  if (narrow == value) return narrow;
  return value < 0 ? std::numeric_limits<int32_t>::min()
                   : std::numeric_limits<int32_t>::max();
}

// `points` contains no value (all zero points are 0), one value for all
// channels, or one per channel.
void CopyPoints(const flatbuffers::Vector<int64_t>* points, int count,
                int32_t* out) {
  const auto given = static_cast<int>(SizeOf(points));
  if (given <= 1) {
    std::fill_n(out, count, given == 0 ? 0 : Saturate(Int64At(points, 0)));
    return;
  }
  for (int i = 0; i < count; ++i) out[i] = Saturate(Int64At(points, i));
}

StatusOr<TfLiteQuantization> ReadAffine(const QuantizationParameters& q,
                                        int rank, bool compress) {
  const auto* scale = q.scale();
  const auto* zero_point = q.zero_point();
  const uint32_t channels = scale->size();
  const uint32_t points = zero_point == nullptr ? 0 : zero_point->size();
  if (points > 1 && points != channels) {
    return Invalid("quantization has ", channels, " scales and ", points,
                   " zero points");
  }
  const int32_t dimension = q.quantized_dimension();
  if (channels > 1 && (dimension < 0 || dimension >= std::max(rank, 1))) {
    return Invalid("quantized_dimension ", dimension, " in a tensor of rank ",
                   rank);
  }
  bool equal = compress;
  for (uint32_t i = 1; i < points && equal; ++i) {
    equal =
        Saturate(Int64At(zero_point, i)) == Saturate(Int64At(zero_point, 0));
  }
  const int kept = equal && channels > 0 ? 1 : static_cast<int>(channels);
  TfLiteAffineQuantization params{};
  params.scale = TfLiteFloatArrayCreate(static_cast<int>(channels));
  params.zero_point = TfLiteIntArrayCreate(kept);
  params.quantized_dimension = dimension;
  auto held = params.scale == nullptr || params.zero_point == nullptr
                  ? StatusOr<TfLiteQuantization>(Internal("out of memory"))
                  : Holding(kTfLiteAffineQuantization, params);
  if (!held.ok()) {
    TfLiteFloatArrayFree(params.scale);
    TfLiteIntArrayFree(params.zero_point);
    return held.status();
  }
  if (channels > 0) {
    std::memcpy(params.scale->data, scale->Data(), channels * sizeof(float));
  }
  CopyPoints(zero_point, kept, params.zero_point->data);
  return held;
}

}  // namespace

StatusOr<TfLiteQuantization> ReadQuantization(
    const QuantizationParameters* quantization, int rank, bool compress) {
  if (quantization == nullptr) return TfLiteQuantization{};
  if (const auto* q = quantization->details_as_BlockwiseQuantization()) {
    TfLiteBlockwiseQuantization params{};
    params.scale = q->scales();
    params.zero_point = q->zero_points();
    params.blocksize = q->block_size();
    params.quantized_dimension =
        BlockDimension(*q, quantization->quantized_dimension());
    return Holding(kTfLiteBlockwiseQuantization, params);
  }
  if (const auto* q = quantization->details_as_MultiAxisQuantization()) {
    TfLiteMultiAxisQuantization params{};
    params.scales = q->scales();
    params.zero_points = q->zero_points();
    params.blocksize = q->block_size();
    const auto* dims = q->quantized_dimensions();
    const int count = dims == nullptr ? 0 : static_cast<int>(dims->size());
    params.quantized_dimensions = TfLiteIntArrayCreate(count);
    if (params.quantized_dimensions == nullptr)
      return Internal("out of memory");
    for (int i = 0; i < count; ++i) {
      params.quantized_dimensions->data[i] = dims->Get(i);
    }
    return Holding(kTfLiteMultiAxisQuantization, params);
  }
  if (quantization->scale() == nullptr || quantization->scale()->size() == 0) {
    return TfLiteQuantization{};
  }
  return ReadAffine(*quantization, rank, compress);
}

}  // namespace tflite::core
