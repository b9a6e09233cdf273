#include "delegates/skeleton/skeleton_delegate.h"

#include <memory>
#include <string>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/skeleton/skeleton_lowering.h"
#include "delegates/skeleton/skeleton_program.h"

namespace tflite::skeleton {
namespace {

constexpr char kName[] = "SkeletonDelegate";

SkeletonCaps ToCaps(const SkeletonDelegateOptions& options) {
  SkeletonCaps caps;
  if (options.memory_bytes > 0) {
    caps.memory.most_bytes = 0;
    caps.memory.regions = {static_cast<uint64_t>(options.memory_bytes)};
  }
  return caps;
}

StatusOr<std::unique_ptr<PartitionProgram>> Compiled(
    TfLiteContext* context, const DelegatedPartition& partition,
    const SkeletonCaps& caps) {
  SkeletonBuilder builder(context, partition, caps.statics);
  TFLL_RETURN_IF_ERROR(
      EmitPartition(SkeletonLowering(), context, partition, caps, builder));
  return MakeSkeletonProgram(builder.Take(), caps.memory);
}

class SkeletonDelegate final
    : public LoweredDelegate<SkeletonCaps, SkeletonBuilder>,
      private PartitionPolicy {
 public:
  SkeletonDelegate(const SkeletonDelegateOptions& options, Options common)
      : LoweredDelegate(kName, std::move(common), SkeletonLowering(),
                        ToCaps(options)),
        options_(options) {}

  // Opens the device, once for all graphs.
  TfLiteStatus Initialize(TfLiteContext* context) override {
    if (options_.device == 0) return LoweredDelegate::Initialize(context);
    context->ReportError(context, "%s: there is no device %d", kName,
                         options_.device);
    return kTfLiteError;
  }

  std::unique_ptr<PartitionCompiler> NewCompiler() override {
    return std::make_unique<Compiler>(*this);
  }

  // A delegate that does not care which partitions there are has no policy.
  const PartitionPolicy* GetPartitionPolicy() const override { return this; }

 private:
  class Compiler : public PartitionCompiler {
   public:
    explicit Compiler(const SkeletonDelegate& delegate) : delegate_(delegate) {}
    Status Start(TfLiteContext* context) override {
      TFLL_ASSIGN_OR_RETURN(caps_, delegate_.CapsFor(context));
      return OkStatus();
    }
    StatusOr<std::unique_ptr<PartitionProgram>> Compile(
        TfLiteContext* context, const DelegatedPartition& partition) override {
      return Compiled(context, partition, caps_);
    }

   private:
    const SkeletonDelegate& delegate_;
    SkeletonCaps caps_;
  };

  // What a byte at the boundary costs: nothing is copied.
  double ByteSeconds() const override { return 1e-10; }

  // Cuts a partition in two that does not fit in the device's memory.
  Status Review(TfLiteContext* context, const TfLiteDelegateParams& params,
                PartitionReview* review) const override {
    TFLL_ASSIGN_OR_RETURN(const SkeletonCaps caps, CapsFor(context));
    TFLL_ASSIGN_OR_RETURN(const DelegatedPartition partition,
                          DelegatedPartition::Of(context, params));
    const Status status = Compiled(context, partition, caps).status();
    if (!IsResourceExhausted(status)) return OkStatus();
    const int* nodes = params.nodes_to_replace->data;
    const int count = params.nodes_to_replace->size;
    if (count == 1) review->Refuse(nodes[0], std::string(status.message()));
    review->SplitOff({nodes + count / 2, nodes + count});
    return OkStatus();
  }

  const SkeletonDelegateOptions options_;
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
  return SkeletonDelegateOptions{/*device=*/0, /*memory_bytes=*/0};
}

TfLiteDelegate* SkeletonDelegateCreate(const SkeletonDelegateOptions* options) {
  return tflite::skeleton::CreateSkeletonDelegate(
      options != nullptr ? *options : SkeletonDelegateOptionsDefault(), {});
}

void SkeletonDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // extern "C"
