#include "testing/kernel_tests/test_model_values.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/string_util.h"
#include "testing/kernel_tests/model/fatal.h"
#include "tools/logging.h"

namespace tflite {
namespace kernel_tests {
namespace {

std::vector<int> DimsOf(const TfLiteTensor& t) {
  return std::vector<int>(t.dims->data, t.dims->data + t.dims->size);
}

// The stored range of symmetric weights of this type. Both ends have the same
// magnitude, except for INT2.
StoredRange SymmetricRange(TfLiteType type) {
  if (type == kTfLiteInt16) return {-32767, 32767};
  if (PackedBits(type) != 0) return StoredRangeOf<int8_t>(type);
  return {-127, 127};
}

const TfLiteAffineQuantization* AffineOf(const TfLiteTensor& t, int index) {
  const auto* affine =
      t.quantization.type == kTfLiteAffineQuantization
          ? static_cast<const TfLiteAffineQuantization*>(t.quantization.params)
          : nullptr;
  if (affine == nullptr || affine->scale == nullptr) {
    Fatal("tensor %d has no scales", index);
  }
  return affine;
}

std::vector<float> ScalesOf(const TfLiteAffineQuantization& affine) {
  return std::vector<float>(affine.scale->data,
                            affine.scale->data + affine.scale->size);
}

}  // namespace

const TfLiteTensor* TestModelValues::Tensor(int index) const {
  if (interpreter_ == nullptr) Fatal("The interpreter is not built");
  const TfLiteTensor* t = interpreter_->tensor(index);
  if (t == nullptr) Fatal("No tensor with index %d", index);
  return t;
}

void TestModelValues::NoValues(int index, TfLiteType wanted) const {
  const TfLiteTensor* t = Tensor(index);
  if (t->type != wanted) {
    Fatal("Type mismatch for tensor with index %d: it is %s, not %s", index,
          TfLiteTypeGetName(t->type), TfLiteTypeGetName(wanted));
  }
  Fatal("Empty data for tensor with index %d", index);
}

size_t TestModelValues::Room(int index, int64_t offset, size_t count,
                             size_t element_bytes) const {
  const size_t all = Tensor(index)->bytes / element_bytes;
  if (offset < 0)
    Fatal("tensor %d has no element %lld", index,
          static_cast<long long>(offset));
  const size_t behind =
      static_cast<size_t>(offset) < all ? all - static_cast<size_t>(offset) : 0;
  if (count > behind) {
    TFLITE_LOG(WARN) << count << " values from element " << offset
                     << " on do not fit the " << all << " of tensor " << index
                     << "; those behind its end are left out";
  }
  return std::min(count, behind);
}

void TestModelValues::PopulateStringTensor(int index,
                                           const std::vector<string>& content) {
  Tensor(index);
  TfLiteTensor* t = interpreter_->tensor(index);
  if (t->type != kTfLiteString) NoValues(index, kTfLiteString);
  DynamicBuffer strings;
  for (const string& s : content) {
    if (strings.AddString(s.data(), s.size()) != kTfLiteOk) {
      Fatal("the strings of tensor %d are too long", index);
    }
  }
  strings.WriteToTensor(t, /*new_shape=*/nullptr);
}

void TestModelValues::PopulatePacked(int index, int offset, const int8_t* begin,
                                     const int8_t* end, int bits) {
  const size_t count = end - begin;
  const int per_byte = 8 / bits;
  const std::vector<uint8_t> packed = PackBits(begin, count, bits);
  const TfLiteTensor* t = Tensor(index);
  if (PackedBits(t->type) != bits || offset % per_byte != 0) {
    Fatal("tensor %d, of type %s, does not take values of %d bits", index,
          TfLiteTypeGetName(t->type), bits);
  }
  const size_t bytes = Room(index, offset / per_byte, packed.size(), 1);
  if (bytes == 0) return;
  std::memcpy(t->data.raw + offset / per_byte, packed.data(), bytes);
}

void TestModelValues::PopulateStored(int index,
                                     const std::vector<int32_t>& stored) {
  const TfLiteTensor* t = Tensor(index);
  if (t->type == kTfLiteInt16) {
    PopulateTensor(index, ToVector<int16_t>(stored));
    return;
  }
  const std::vector<int8_t> bytes = ToVector<int8_t>(stored);
  const int8_t* begin = bytes.data();
  if (const int bits = PackedBits(t->type); bits != 0) {
    PopulatePacked(index, 0, begin, begin + bytes.size(), bits);
    return;
  }
  if (t->type != kTfLiteInt8 && t->type != kTfLiteUInt8) {
    NoValues(index, kTfLiteInt8);
  }
  const size_t count = Room(index, 0, bytes.size(), 1);
  if (count != 0) std::memcpy(t->data.raw, begin, count);
}

void TestModelValues::QuantizeAndPopulate4bit(int index,
                                              const std::vector<float>& data) {
  const TfLiteTensor* t = Tensor(index);
  PopulateStored(index, Quantize<int32_t>(data, t->params.scale,
                                          t->params.zero_point, kTfLiteInt4));
}

void TestModelValues::QuantizeAndPopulate2bit(int index,
                                              const std::vector<float>& data) {
  const TfLiteTensor* t = Tensor(index);
  PopulateStored(index, Quantize<int32_t>(data, t->params.scale,
                                          t->params.zero_point, kTfLiteInt2));
}

void TestModelValues::SetScale(int index, float scale) {
  TfLiteTensor* t = interpreter_->tensor(index);
  t->params.scale = scale;
  t->params.zero_point = 0;
  TfLiteQuantizationFree(&t->quantization);
  auto* affine = static_cast<TfLiteAffineQuantization*>(
      std::malloc(sizeof(TfLiteAffineQuantization)));
  affine->scale = BuildTfLiteArray<float>({scale}).release();
  affine->zero_point = BuildTfLiteArray<int>({0}).release();
  affine->quantized_dimension = 0;
  t->quantization = {kTfLiteAffineQuantization, affine};
  QuantizationChanged();
}

void TestModelValues::PopulateSymmetric(int index,
                                        const std::vector<float>& data,
                                        const StoredRange& range) {
  const SymmetricValues values = QuantizeSymmetric(data, range);
  PopulateStored(index, ToVector<int32_t>(values.stored));
  SetScale(index, values.scale);
}

void TestModelValues::SymmetricQuantizeAndPopulate(
    int index, const std::vector<float>& data) {
  PopulateSymmetric(index, data, {-127, 127});
}

void TestModelValues::SignedSymmetricQuantizeAndPopulate(
    int index, const std::vector<float>& data) {
  const TfLiteType type = Tensor(index)->type;
  PopulateSymmetric(
      index, data,
      PackedBits(type) != 0 ? SymmetricRange(type) : StoredRange{-127, 127});
}

void TestModelValues::PerChannelSymmetricQuantizeAndPopulate(
    int index, const std::vector<float>& data) {
  const TfLiteTensor* t = Tensor(index);
  const TfLiteAffineQuantization* affine = AffineOf(*t, index);
  const ChannelScales scales(DimsOf(*t), affine->quantized_dimension,
                             ScalesOf(*affine));
  PopulateStored(index,
                 QuantizePerChannel(data, scales, SymmetricRange(t->type)));
}

void TestModelValues::PerBlockSymmetricQuantizeAndPopulate(
    int index, const std::vector<float>& data) {
  const TfLiteTensor* t = Tensor(index);
  const auto* blocks = t->quantization.type == kTfLiteBlockwiseQuantization
                           ? static_cast<const TfLiteBlockwiseQuantization*>(
                                 t->quantization.params)
                           : nullptr;
  if (blocks == nullptr) Fatal("tensor %d is not quantized in blocks", index);
  PopulateStored(index, QuantizePerBlock(data, blocks->blocksize,
                                         ExtractVector<float>(blocks->scale),
                                         SymmetricRange(t->type)));
}

void TestModelValues::PerChannelQuantizeBias(int index,
                                             const std::vector<float>& data) {
  const TfLiteTensor* t = Tensor(index);
  const TfLiteAffineQuantization* affine = AffineOf(*t, index);
  if (t->type == kTfLiteInt32) {
    PerChannelQuantizeBiasPopulateTensor<int32_t>(index, data, affine);
  } else {
    PerChannelQuantizeBiasPopulateTensor<int64_t>(index, data, affine);
  }
}

std::vector<int> TestModelValues::GetTensorShape(int index) {
  return DimsOf(*Tensor(index));
}

int32_t TestModelValues::GetTensorSize(int index) const {
  int32_t count = 1;
  for (const int extent : DimsOf(*Tensor(index))) count *= extent;
  return count;
}

int64_t TestModelValues::StoredCount(int index) const {
  const TfLiteTensor* t = Tensor(index);
  if (t->sparsity == nullptr) return GetTensorSize(index);
  // Each level refines the positions of the previous one.
  int64_t count = 1;
  for (int i = 0; i < t->sparsity->dim_metadata_size; ++i) {
    const TfLiteDimensionMetadata& level = t->sparsity->dim_metadata[i];
    count = level.format == kTfLiteDimSparseCSR ? level.array_indices->size
                                                : count * level.dense_size;
  }
  return count;
}

std::vector<uint8_t> TestModelValues::ExtractPacked(int index) const {
  const TfLiteTensor* t = Tensor(index);
  const auto* bytes = reinterpret_cast<const uint8_t*>(t->data.raw);
  if (bytes == nullptr) NoValues(index, t->type);
  return std::vector<uint8_t>(bytes, bytes + t->bytes);
}

bool TestModelValues::IsPacked(int index) const {
  return PackedBits(Tensor(index)->type) != 0;
}

std::vector<std::string> TestModelValues::ExtractStrings(int index) const {
  const TfLiteTensor* t = Tensor(index);
  if (t->type != kTfLiteString) NoValues(index, kTfLiteString);
  std::vector<std::string> strings;
  for (int i = 0; i < GetStringCount(t); ++i) {
    const StringRef s = GetString(t, i);
    strings.emplace_back(s.str, s.len);
  }
  return strings;
}

}  // namespace kernel_tests
}  // namespace tflite
