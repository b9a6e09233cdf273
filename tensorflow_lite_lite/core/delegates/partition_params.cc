#include "tensorflow_lite_lite/core/delegates/partition_params.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::core {
namespace {

// Writes `values` as an int array to `*at` and advances `*at` past it.
TfLiteIntArray* PutArray(const std::vector<int>& values, char** at) {
  auto* array = reinterpret_cast<TfLiteIntArray*>(*at);
  array->size = static_cast<int>(values.size());
  std::copy(values.begin(), values.end(), array->data);
  *at += TfLiteIntArrayGetSizeInBytes(array->size);
  return array;
}

size_t ArrayBytes(const std::vector<int>& values) {
  return TfLiteIntArrayGetSizeInBytes(static_cast<int>(values.size()));
}

template <typename Params>
Params* NewParams(TfLiteDelegate* delegate, const std::vector<int>& nodes,
                  const PartitionBoundary& boundary) {
  char* block = static_cast<char*>(
      std::malloc(sizeof(Params) + ArrayBytes(nodes) +
                  ArrayBytes(boundary.inputs) + ArrayBytes(boundary.outputs)));
  if (block == nullptr) return nullptr;
  auto* params = reinterpret_cast<Params*>(block);
  *params = Params{};
  char* at = block + sizeof(Params);
  params->delegate = delegate;
  params->nodes_to_replace = PutArray(nodes, &at);
  params->input_tensors = PutArray(boundary.inputs, &at);
  params->output_tensors = PutArray(boundary.outputs, &at);
  return params;
}

// Returns true if the last fields contain values that a caller with the
// complete struct could have written.
bool HasAllFields(const TfLiteRegistration& registration) {
  constexpr uint64_t kInPlaceFlags =
      kTfLiteInplaceOpInput0Shared | kTfLiteInplaceOpInput1Shared |
      kTfLiteInplaceOpInput2Shared | kTfLiteInplaceOpDataUnmodified |
      kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput;
  return registration.registration_external == nullptr &&
         (registration.inplace_operator & ~kInPlaceFlags) == 0;
}

}  // namespace

void* NewPartitionParams(TfLiteDelegate* delegate,
                         const std::vector<int>& nodes,
                         const PartitionBoundary& boundary) {
  if (!IsOpaqueDelegate(delegate)) {
    return NewParams<TfLiteDelegateParams>(delegate, nodes, boundary);
  }
  auto* params =
      NewParams<TfLiteOpaqueDelegateParams>(delegate, nodes, boundary);
  if (params != nullptr) {
    params->delegate_data = delegate->opaque_delegate_builder->data;
  }
  return params;
}

void PartitionPreview::Add(const std::vector<int>& nodes,
                           const PartitionBoundary& boundary) {
  params_.push_back({nullptr, BuildTfLiteArray<int>(nodes).release(),
                     BuildTfLiteArray<int>(boundary.inputs).release(),
                     BuildTfLiteArray<int>(boundary.outputs).release()});
}

void PartitionPreview::Clear() {
  for (TfLiteDelegateParams& p : params_) {
    TfLiteIntArrayFree(p.nodes_to_replace);
    TfLiteIntArrayFree(p.input_tensors);
    TfLiteIntArrayFree(p.output_tensors);
  }
  params_.clear();
}

TfLiteRegistration TrustedRegistration(TfLiteRegistration registration) {
  registration.builtin_code = kTfLiteBuiltinDelegate;
  if (IsLiveOperator(registration.registration_external)) {
    if (registration.custom_name == nullptr) {
      registration.custom_name =
          registration.registration_external->custom_name;
    }
  } else if (registration.invoke != nullptr) {
    if (!HasAllFields(registration)) registration.async_kernel = nullptr;
    registration.registration_external = nullptr;
    registration.inplace_operator = kTfLiteInplaceOpNone;
  }
  return registration;
}

}  // namespace tflite::core
