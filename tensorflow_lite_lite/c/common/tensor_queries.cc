// Queries derived from a tensor's type and allocation type.
#include "tensorflow_lite_lite/c/common/tensor_functions.h"

namespace {

struct AllocationTraits {
  TfLiteAllocationStrategy strategy;
  TfLiteRunStability address;
  TfLiteRunStability data;
  TfLiteRunStep data_known;
  TfLiteRunStep shape_known;
};

constexpr AllocationTraits kUnknownTraits = {
    kTfLiteAllocationStrategyUnknown, kTfLiteRunStabilityUnknown,
    kTfLiteRunStabilityUnknown, kTfLiteRunStepUnknown, kTfLiteRunStepUnknown};

// Indexed by TfLiteAllocationType. An arena may be replanned, and its tensors
// moved, whenever a shape changes. Memory provided by the application or a
// kernel (kTfLiteCustom, kTfLitePersistentRo) may be moved by its owner.
constexpr AllocationTraits kTraits[] = {
    // kTfLiteMemNone
    {kTfLiteAllocationStrategyNone, kTfLiteRunStabilityAcrossRuns,
     kTfLiteRunStabilityAcrossRuns, kTfLiteRunStepInit, kTfLiteRunStepInit},
    // kTfLiteMmapRo
    {kTfLiteAllocationStrategyMMap, kTfLiteRunStabilityAcrossRuns,
     kTfLiteRunStabilityAcrossRuns, kTfLiteRunStepInit, kTfLiteRunStepInit},
    // kTfLiteArenaRw
    {kTfLiteAllocationStrategyArena, kTfLiteRunStabilityUnstable,
     kTfLiteRunStabilitySingleRun, kTfLiteRunStepEval, kTfLiteRunStepPrepare},
    // kTfLiteArenaRwPersistent
    {kTfLiteAllocationStrategyArena, kTfLiteRunStabilityUnstable,
     kTfLiteRunStabilityAcrossRuns, kTfLiteRunStepEval, kTfLiteRunStepPrepare},
    // kTfLiteDynamic
    {kTfLiteAllocationStrategyMalloc, kTfLiteRunStabilitySingleRun,
     kTfLiteRunStabilitySingleRun, kTfLiteRunStepEval, kTfLiteRunStepEval},
    // kTfLitePersistentRo
    {kTfLiteAllocationStrategyUnknown, kTfLiteRunStabilityUnknown,
     kTfLiteRunStabilityAcrossRuns, kTfLiteRunStepPrepare,
     kTfLiteRunStepPrepare},
    // kTfLiteCustom
    kUnknownTraits,
    // kTfLiteVariantObject
    {kTfLiteAllocationStrategyNew, kTfLiteRunStabilityAcrossRuns,
     kTfLiteRunStabilitySingleRun, kTfLiteRunStepEval, kTfLiteRunStepEval},
    // kTfLiteNonCpu
    kUnknownTraits,
};

const AllocationTraits& Traits(const TfLiteTensor* t) {
  constexpr size_t kCount = sizeof(kTraits) / sizeof(kTraits[0]);
  static_assert(kCount == kTfLiteNonCpu + 1, "one row per allocation type");
  const auto index = static_cast<size_t>(t->allocation_type);
  return index < kCount ? kTraits[index] : kUnknownTraits;
}

}  // namespace

extern "C" {

const char* TfLiteTypeGetName(TfLiteType type) {
  switch (type) {
    case kTfLiteNoType:
      return "NOTYPE";
    case kTfLiteFloat32:
      return "FLOAT32";
    case kTfLiteInt32:
      return "INT32";
    case kTfLiteUInt8:
      return "UINT8";
    case kTfLiteInt64:
      return "INT64";
    case kTfLiteString:
      return "STRING";
    case kTfLiteBool:
      return "BOOL";
    case kTfLiteInt16:
      return "INT16";
    case kTfLiteComplex64:
      return "COMPLEX64";
    case kTfLiteInt8:
      return "INT8";
    case kTfLiteFloat16:
      return "FLOAT16";
    case kTfLiteFloat64:
      return "FLOAT64";
    case kTfLiteComplex128:
      return "COMPLEX128";
    case kTfLiteUInt64:
      return "UINT64";
    case kTfLiteResource:
      return "RESOURCE";
    case kTfLiteVariant:
      return "VARIANT";
    case kTfLiteUInt32:
      return "UINT32";
    case kTfLiteUInt16:
      return "UINT16";
    case kTfLiteInt4:
      return "INT4";
    case kTfLiteBFloat16:
      return "BFLOAT16";
    case kTfLiteInt2:
      return "INT2";
    case kTfLiteUInt4:
      return "UINT4";
    case kTfLiteFloat8E4M3FN:
      return "FLOAT8_E4M3FN";
    case kTfLiteFloat8E5M2:
      return "FLOAT8_E5M2";
  }
  return "Unknown type";
}

const TfLiteIntArray* TfLiteTensorGetDimsSignature(const TfLiteTensor* t) {
  const TfLiteIntArray* signature = t->dims_signature;
  return signature != nullptr && signature->size > 0 ? signature : t->dims;
}

TfLiteAllocationStrategy TfLiteTensorGetAllocationStrategy(
    const TfLiteTensor* t) {
  return Traits(t).strategy;
}

TfLiteRunStability TfLiteTensorGetBufferAddressStability(
    const TfLiteTensor* t) {
  return Traits(t).address;
}

TfLiteRunStability TfLiteTensorGetDataStability(const TfLiteTensor* t) {
  return Traits(t).data;
}

TfLiteRunStep TfLiteTensorGetDataKnownStep(const TfLiteTensor* t) {
  return Traits(t).data_known;
}

TfLiteRunStep TfLiteTensorGetShapeKnownStep(const TfLiteTensor* t) {
  return Traits(t).shape_known;
}

}  // extern "C"
