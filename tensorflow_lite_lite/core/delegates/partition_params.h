#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/partition/partition.h"

namespace tflite::core {

// Creates the description of a partition that a delegate's kernel gets in Init:
// node indices and boundary tensors. The result is TfLiteDelegateParams, or
// TfLiteOpaqueDelegateParams for an opaque delegate, in a single block that the
// caller releases with free(). Returns null if memory is exhausted.
void* NewPartitionParams(TfLiteDelegate* delegate,
                         const std::vector<int>& nodes,
                         const PartitionBoundary& boundary);

// The result of PreviewDelegatePartitioning. Owns the arrays.
class PartitionPreview {
 public:
  PartitionPreview() = default;
  ~PartitionPreview() { Clear(); }
  PartitionPreview(const PartitionPreview&) = delete;
  PartitionPreview& operator=(const PartitionPreview&) = delete;

  void Add(const std::vector<int>& nodes, const PartitionBoundary& boundary);
  void Clear();
  TfLiteDelegateParams* data() { return params_.data(); }
  int size() const { return static_cast<int>(params_.size()); }

 private:
  std::vector<TfLiteDelegateParams> params_;
};

// Returns the registration that a delegate passed as its kernel, without fields
// that a caller with an older, shorter struct has not written: these have
// arbitrary contents.
TfLiteRegistration TrustedRegistration(TfLiteRegistration registration);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_
