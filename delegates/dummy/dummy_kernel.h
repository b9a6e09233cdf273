#ifndef DELEGATES_DUMMY_DUMMY_KERNEL_H_
#define DELEGATES_DUMMY_DUMMY_KERNEL_H_

#include <vector>

#include "delegates/dummy/dummy_delegate.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::dummy {

// The kernel of one partition. In a real delegate, Init compiles the partition,
// Prepare allocates memory, and Eval runs it.
class DummyKernel : public SimpleDelegateKernelInterface {
 public:
  explicit DummyKernel(const DummyDelegateOptions& options)
      : options_(options) {}

  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override;
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) override;
  // Fills the outputs with zero bytes.
  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) override;

 private:
  const DummyDelegateOptions options_;
  std::vector<int> outputs_;  // tensor indices
};

}  // namespace tflite::dummy

#endif  // DELEGATES_DUMMY_DUMMY_KERNEL_H_
