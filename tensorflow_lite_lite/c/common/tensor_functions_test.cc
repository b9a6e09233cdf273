#include "tensorflow_lite_lite/c/common/tensor_functions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "tensorflow_lite_lite/c/common/variant_data.h"

namespace tflite {
namespace {

TfLiteIntArray* Dims(const std::vector<int>& values) {
  TfLiteIntArray* dims = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  for (size_t i = 0; i < values.size(); ++i) dims->data[i] = values[i];
  return dims;
}

// A tensor that frees its resources.
struct Owned : TfLiteTensor {
  Owned() : TfLiteTensor{} { buffer_handle = kTfLiteNullBufferHandle; }
  explicit Owned(const TfLiteTensor& t) : TfLiteTensor(t) {}
  ~Owned() { TfLiteTensorFree(this); }
  Owned(const Owned&) = delete;
};

void Fill(const std::vector<uint8_t>& bytes, TfLiteTensor* t) {
  ASSERT_EQ(TfLiteTensorRealloc(bytes.size(), t), kTfLiteOk);
  std::memcpy(t->data.raw, bytes.data(), bytes.size());
}

std::vector<uint8_t> Bytes(const TfLiteTensor& t) {
  return {t.data.uint8, t.data.uint8 + t.bytes};
}

TEST(TensorRealloc, KeepsContentsWhenItGrowsAndShrinks) {
  Owned t;
  t.allocation_type = kTfLiteDynamic;
  Fill({1, 2, 3}, &t);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(t.data.raw) % 64, 0u);
  ASSERT_EQ(TfLiteTensorRealloc(1000, &t), kTfLiteOk);
  EXPECT_EQ(t.bytes, 1000u);
  EXPECT_EQ(t.data.uint8[2], 3);
  ASSERT_EQ(TfLiteTensorRealloc(2, &t), kTfLiteOk);
  EXPECT_EQ(Bytes(t), (std::vector<uint8_t>{1, 2}));
}

TEST(TensorRealloc, ZeroBytesFrees) {
  Owned t;
  t.allocation_type = kTfLiteDynamic;
  Fill({1}, &t);
  ASSERT_EQ(TfLiteTensorRealloc(0, &t), kTfLiteOk);
  EXPECT_EQ(t.data.raw, nullptr);
  EXPECT_EQ(t.bytes, 0u);
}

TEST(TensorRealloc, LeavesOtherAllocationTypesAlone) {
  char byte = 9;
  TfLiteTensor t{};
  t.allocation_type = kTfLiteArenaRw;
  t.data.raw = &byte;
  t.bytes = 1;
  EXPECT_EQ(TfLiteTensorRealloc(100, &t), kTfLiteOk);
  EXPECT_EQ(t.data.raw, &byte);
  EXPECT_EQ(t.bytes, 1u);
}

TEST(TensorRealloc, FailureKeepsTheOldData) {
  Owned t;
  t.allocation_type = kTfLiteDynamic;
  Fill({4, 5}, &t);
  EXPECT_EQ(TfLiteTensorRealloc(std::numeric_limits<size_t>::max() - 8, &t),
            kTfLiteError);
  EXPECT_EQ(Bytes(t), (std::vector<uint8_t>{4, 5}));
}

// Counts allocations and checks that blocks are returned with their size.
struct Counting {
  TfLiteAllocator api{this, Allocate, nullptr, Deallocate};
  size_t live_bytes = 0;
  int calls = 0;

  static void* Allocate(void* self, size_t size, size_t) {
    static_cast<Counting*>(self)->live_bytes += size;
    ++static_cast<Counting*>(self)->calls;
    return std::malloc(size);
  }
  static void Deallocate(void* self, void* ptr, size_t size, size_t) {
    static_cast<Counting*>(self)->live_bytes -= size;
    std::free(ptr);
  }
};

constexpr size_t kSpare = 16;  // readable bytes after a block

TEST(TensorRealloc, UsesTheAllocatorAndReturnsItsSizes) {
  Counting counting;
  TfLiteTensor t{};
  t.allocation_type = kTfLiteDynamic;
  ASSERT_EQ(TfLiteTensorReallocWithAllocator(3, &t, &counting.api), kTfLiteOk);
  t.data.uint8[0] = 42;
  ASSERT_EQ(TfLiteTensorReallocWithAllocator(10, &t, &counting.api), kTfLiteOk);
  EXPECT_EQ(t.data.uint8[0], 42);
  EXPECT_EQ(counting.live_bytes, 10 + kSpare);
  EXPECT_EQ(counting.calls, 2);
  ASSERT_EQ(TfLiteTensorReallocWithAllocator(4, &t, &counting.api), kTfLiteOk);
  TfLiteTensorDataFreeWithAllocator(&t, &counting.api);
  EXPECT_EQ(counting.live_bytes, 0u);
  EXPECT_EQ(t.data.raw, nullptr);
}

TEST(TensorRealloc, KnowsWhereABlockCameFrom) {
  Counting counting;
  TfLiteTensor t{};
  t.allocation_type = kTfLiteDynamic;
  ASSERT_EQ(TfLiteTensorReallocWithAllocator(10, &t, &counting.api), kTfLiteOk);
  t.data.uint8[9] = 7;
  // Like an operator, which knows no allocator.
  ASSERT_EQ(TfLiteTensorRealloc(1000, &t), kTfLiteOk);
  EXPECT_EQ(t.data.uint8[9], 7);
  EXPECT_EQ(counting.live_bytes, 0u);
  ASSERT_EQ(TfLiteTensorReallocWithAllocator(2000, &t, &counting.api),
            kTfLiteOk);
  EXPECT_EQ(counting.live_bytes, 2000 + kSpare);
  TfLiteTensorDataFree(&t);
  EXPECT_EQ(counting.live_bytes, 0u);
}

TEST(TensorReset, FreesAndSets) {
  Owned t;
  t.allocation_type = kTfLiteDynamic;
  t.dims = Dims({3});
  Fill({1, 2, 3}, &t);
  char buffer[4] = {};
  TfLiteTensorReset(kTfLiteInt8, "name", Dims({4}), {0.5f, 2}, buffer, 4,
                    kTfLiteArenaRw, nullptr, true, &t);
  EXPECT_EQ(t.type, kTfLiteInt8);
  EXPECT_STREQ(t.name, "name");
  EXPECT_EQ(t.dims->data[0], 4);
  EXPECT_EQ(t.params.scale, 0.5f);
  EXPECT_EQ(t.params.zero_point, 2);
  EXPECT_EQ(t.data.raw, buffer);
  EXPECT_EQ(t.bytes, 4u);
  EXPECT_TRUE(t.is_variable);
  EXPECT_EQ(t.quantization.type, kTfLiteNoQuantization);
  EXPECT_EQ(t.buffer_handle, kTfLiteNullBufferHandle);
}

TEST(TensorCopy, CopiesShapeTypeAndBytes) {
  Owned a, b;
  a.type = kTfLiteUInt8;
  a.dims = Dims({1, 2});
  a.allocation_type = b.allocation_type = kTfLiteDynamic;
  b.dims = Dims({2});
  Fill({8, 9}, &a);
  Fill({0, 0}, &b);
  char* const storage = b.data.raw;
  ASSERT_EQ(TfLiteTensorCopy(&a, &b), kTfLiteOk);
  EXPECT_EQ(b.data.raw, storage);
  EXPECT_EQ(Bytes(b), (std::vector<uint8_t>{8, 9}));
  EXPECT_EQ(b.type, kTfLiteUInt8);
  EXPECT_EQ(TfLiteIntArrayEqual(a.dims, b.dims), 1);
}

TEST(TensorCopy, RefusesOtherSizesAndConstants) {
  Owned a, b;
  a.allocation_type = b.allocation_type = kTfLiteDynamic;
  Fill({8, 9}, &a);
  Fill({1}, &b);
  EXPECT_EQ(TfLiteTensorCopy(&a, &b), kTfLiteError);
  EXPECT_EQ(Bytes(b), (std::vector<uint8_t>{1}));
  char constant[2] = {5, 6};
  TfLiteTensor c{};
  c.allocation_type = kTfLiteMmapRo;
  c.data.raw = constant;
  c.bytes = 2;
  EXPECT_EQ(TfLiteTensorCopy(&a, &c), kTfLiteError);
  EXPECT_EQ(constant[0], 5);
  EXPECT_EQ(TfLiteTensorCopy(&a, nullptr), kTfLiteError);
}

TEST(TensorClone, OwnsEverythingItPointsTo) {
  char bytes[3] = {1, 2, 3};
  Owned a;
  a.type = kTfLiteInt8;
  a.allocation_type = kTfLiteMmapRo;
  a.data.raw = bytes;
  a.bytes = 3;
  a.dims = Dims({3});
  a.dims_signature = Dims({-1});
  auto* affine = static_cast<TfLiteAffineQuantization*>(
      std::malloc(sizeof(TfLiteAffineQuantization)));
  affine->scale = TfLiteFloatArrayCreate(1);
  affine->scale->data[0] = 0.25f;
  affine->zero_point = Dims({7});
  affine->quantized_dimension = 0;
  a.quantization = {kTfLiteAffineQuantization, affine};
  a.sparsity =
      static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(TfLiteSparsity)));
  a.sparsity->traversal_order = Dims({0});
  a.sparsity->dim_metadata_size = 1;
  a.sparsity->dim_metadata = static_cast<TfLiteDimensionMetadata*>(
      std::calloc(1, sizeof(TfLiteDimensionMetadata)));
  a.sparsity->dim_metadata[0].format = kTfLiteDimSparseCSR;
  a.sparsity->dim_metadata[0].array_segments = Dims({0, 3});

  Owned b(TfLiteTensorClone(a));
  EXPECT_EQ(b.allocation_type, kTfLiteDynamic);
  EXPECT_NE(b.data.raw, a.data.raw);
  EXPECT_EQ(Bytes(b), (std::vector<uint8_t>{1, 2, 3}));
  EXPECT_NE(b.dims, a.dims);
  EXPECT_EQ(b.dims_signature->data[0], -1);
  ASSERT_EQ(b.quantization.type, kTfLiteAffineQuantization);
  const auto* cloned =
      static_cast<TfLiteAffineQuantization*>(b.quantization.params);
  EXPECT_NE(cloned, affine);
  EXPECT_EQ(cloned->scale->data[0], 0.25f);
  EXPECT_EQ(cloned->zero_point->data[0], 7);
  ASSERT_EQ(b.sparsity->dim_metadata_size, 1);
  EXPECT_EQ(b.sparsity->dim_metadata[0].format, kTfLiteDimSparseCSR);
  EXPECT_EQ(b.sparsity->dim_metadata[0].array_segments->data[1], 3);
}

TEST(TensorClone, WithoutDataHasNone) {
  Owned a;
  a.allocation_type = kTfLiteArenaRw;
  a.bytes = 100;
  Owned b(TfLiteTensorClone(a));
  EXPECT_EQ(b.allocation_type, kTfLiteMemNone);
  EXPECT_EQ(b.data.raw, nullptr);
}

TEST(QuantizationClone, HandlesEveryType) {
  auto* block = static_cast<TfLiteBlockwiseQuantization*>(
      std::malloc(sizeof(TfLiteBlockwiseQuantization)));
  *block = {1, 2, 32, 0};
  TfLiteQuantization src{kTfLiteBlockwiseQuantization, block};
  TfLiteQuantization copy = TfLiteQuantizationClone(src);
  ASSERT_EQ(copy.type, kTfLiteBlockwiseQuantization);
  EXPECT_EQ(static_cast<TfLiteBlockwiseQuantization*>(copy.params)->blocksize,
            32);
  TfLiteQuantizationFree(&src);
  TfLiteQuantizationFree(&copy);
  EXPECT_EQ(copy.type, kTfLiteNoQuantization);

  auto* axes = static_cast<TfLiteMultiAxisQuantization*>(
      std::malloc(sizeof(TfLiteMultiAxisQuantization)));
  *axes = {1, 2, 16, Dims({0, 1})};
  src = {kTfLiteMultiAxisQuantization, axes};
  copy = TfLiteQuantizationClone(src);
  const auto* cloned = static_cast<TfLiteMultiAxisQuantization*>(copy.params);
  EXPECT_NE(cloned->quantized_dimensions, axes->quantized_dimensions);
  EXPECT_EQ(cloned->quantized_dimensions->data[1], 1);
  TfLiteQuantizationFree(&src);
  TfLiteQuantizationFree(&copy);

  copy = TfLiteQuantizationClone({kTfLiteNoQuantization, nullptr});
  EXPECT_EQ(copy.type, kTfLiteNoQuantization);
  EXPECT_EQ(copy.params, nullptr);
}

class Counter : public AbstractVariantData<Counter> {
 public:
  Counter(int value, int* live) : value(value), live_(live) { ++*live_; }
  Counter(const Counter& other) : value(other.value), live_(other.live_) {
    ++*live_;
  }
  ~Counter() override { --*live_; }
  int value;

 private:
  int* live_;
};

int ValueOf(const TfLiteTensor& t) {
  return static_cast<const Counter*>(static_cast<VariantData*>(t.data.data))
      ->value;
}

TEST(VariantTensor, CopyReusesCloneMakesAndFreeDeletes) {
  int live = 0;
  {
    Owned a, b;
    ASSERT_EQ(TfLiteTensorVariantRealloc<Counter>(&a, 1, &live), kTfLiteOk);
    ASSERT_EQ(TfLiteTensorVariantRealloc<Counter>(&a, 2, &live), kTfLiteOk);
    EXPECT_EQ(live, 1);
    EXPECT_EQ(a.allocation_type, kTfLiteVariantObject);
    EXPECT_EQ(a.bytes, sizeof(Counter));
    ASSERT_EQ(TfLiteTensorCopy(&a, &b), kTfLiteOk);
    EXPECT_EQ(live, 2);
    EXPECT_EQ(ValueOf(b), 2);
    void* const object = b.data.data;
    ASSERT_EQ(TfLiteTensorVariantRealloc<Counter>(&a, 3, &live), kTfLiteOk);
    ASSERT_EQ(TfLiteTensorCopy(&a, &b), kTfLiteOk);
    EXPECT_EQ(b.data.data, object);
    EXPECT_EQ(ValueOf(b), 3);
    EXPECT_EQ(live, 2);
    Owned c(TfLiteTensorClone(a));
    EXPECT_EQ(ValueOf(c), 3);
    EXPECT_NE(c.data.data, a.data.data);
    EXPECT_EQ(live, 3);
  }
  EXPECT_EQ(live, 0);
}

TEST(TensorQueries, FollowTheAllocationType) {
  TfLiteTensor t{};
  t.allocation_type = kTfLiteMmapRo;
  EXPECT_EQ(TfLiteTensorGetAllocationStrategy(&t),
            kTfLiteAllocationStrategyMMap);
  EXPECT_EQ(TfLiteTensorGetBufferAddressStability(&t),
            kTfLiteRunStabilityAcrossRuns);
  EXPECT_EQ(TfLiteTensorGetDataKnownStep(&t), kTfLiteRunStepInit);
  t.allocation_type = kTfLiteArenaRwPersistent;
  EXPECT_EQ(TfLiteTensorGetAllocationStrategy(&t),
            kTfLiteAllocationStrategyArena);
  EXPECT_EQ(TfLiteTensorGetDataStability(&t), kTfLiteRunStabilityAcrossRuns);
  EXPECT_EQ(TfLiteTensorGetShapeKnownStep(&t), kTfLiteRunStepPrepare);
  t.allocation_type = kTfLiteDynamic;
  EXPECT_EQ(TfLiteTensorGetShapeKnownStep(&t), kTfLiteRunStepEval);
  t.allocation_type = kTfLiteCustom;
  EXPECT_EQ(TfLiteTensorGetAllocationStrategy(&t),
            kTfLiteAllocationStrategyUnknown);
  t.allocation_type = static_cast<TfLiteAllocationType>(12);
  EXPECT_EQ(TfLiteTensorGetDataStability(&t), kTfLiteRunStabilityUnknown);
}

TEST(TensorQueries, SignatureFallsBackToTheShape) {
  Owned t;
  t.dims = Dims({2, 3});
  EXPECT_EQ(TfLiteTensorGetDimsSignature(&t), t.dims);
  t.dims_signature = Dims({-1, 3});
  EXPECT_EQ(TfLiteTensorGetDimsSignature(&t), t.dims_signature);
}

TEST(TypeGetName, KnowsAllTypesAndNoOthers) {
  EXPECT_STREQ(TfLiteTypeGetName(kTfLiteNoType), "NOTYPE");
  EXPECT_STREQ(TfLiteTypeGetName(kTfLiteBFloat16), "BFLOAT16");
  for (int i = kTfLiteNoType; i <= kTfLiteFloat8E5M2; ++i) {
    EXPECT_STRNE(TfLiteTypeGetName(static_cast<TfLiteType>(i)), "Unknown type")
        << i;
  }
  EXPECT_STREQ(TfLiteTypeGetName(static_cast<TfLiteType>(24)), "Unknown type");
}

}  // namespace
}  // namespace tflite
