#include "delegates/skeleton/skeleton_delegate.h"

#include <utility>

#include "delegates/common/partition_kernel.h"
#include "delegates/skeleton/skeleton_lowering.h"
#include "delegates/skeleton/skeleton_program.h"

namespace tflite::skeleton {
namespace {

constexpr char kName[] = "SkeletonDelegate";

class SkeletonDelegate : public PlannedDelegate {
 public:
  SkeletonDelegate(const SkeletonDelegateOptions& options, Options common)
      : options_(options), common_(std::move(common)) {}

  // Opens the device, once for all graphs.
  TfLiteStatus Initialize(TfLiteContext* context) override {
    if (options_.device == 0) return kTfLiteOk;
    context->ReportError(context, "%s: there is no device %d", kName,
                         options_.device);
    return kTfLiteError;
  }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    return SkeletonLowering().Check(context, GraphNode(*registration, node),
                                    caps_);
  }

  // Compiles and runs a partition.
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    return std::make_unique<PartitionKernel>(
        kName,
        [this](TfLiteContext* context, const DelegatedPartition& partition)
            -> StatusOr<std::unique_ptr<PartitionProgram>> {
          SkeletonBuilder builder(partition);
          TFLL_RETURN_IF_ERROR(EmitPartition(SkeletonLowering(), context,
                                             partition, caps_, builder));
          return builder.Finish();
        });
  }

  const char* Name() const override { return kName; }
  Options DelegateOptions() const override { return common_; }

 private:
  const SkeletonDelegateOptions options_;
  const Options common_;
  const SkeletonCaps caps_;
};

}  // namespace

TfLiteDelegate* CreateSkeletonDelegate(
    const SkeletonDelegateOptions& options,
    const SimpleDelegateInterface::Options& common) {
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<SkeletonDelegate>(options, common));
}

}  // namespace tflite::skeleton

extern "C" {

SkeletonDelegateOptions SkeletonDelegateOptionsDefault(void) {
  return SkeletonDelegateOptions{/*device=*/0};
}

TfLiteDelegate* SkeletonDelegateCreate(const SkeletonDelegateOptions* options) {
  return tflite::skeleton::CreateSkeletonDelegate(
      options != nullptr ? *options : SkeletonDelegateOptionsDefault(), {});
}

void SkeletonDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // extern "C"
