#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/partition/partition.h"

namespace tflite::core {

// What a delegate's kernel gets in Init about its partition: nodes by their
// index and tensors at its boundary. One block for free(); null where memory is
// short. TfLiteDelegateParams, or TfLiteOpaqueDelegateParams where the delegate
// is opaque.
void* NewPartitionParams(TfLiteDelegate* delegate,
                         const std::vector<int>& nodes,
                         const PartitionBoundary& boundary);

// What PreviewDelegatePartitioning hands out: the arrays are this object's.
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

// What a delegate passed as its kernel, without the fields that a caller with
// an older and shorter struct has not written: they hold whatever was on its
// stack.
TfLiteRegistration TrustedRegistration(TfLiteRegistration registration);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_PARAMS_H_
