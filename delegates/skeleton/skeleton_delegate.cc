#include "delegates/skeleton/skeleton_delegate.h"

#include <memory>
#include <utility>
#include <vector>

#include "delegates/common/fusion.h"
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

class SkeletonDelegate final
    : public LoweredDelegate<SkeletonCaps, SkeletonBuilder> {
 public:
  SkeletonDelegate(const SkeletonDelegateOptions& options, Options common)
      : LoweredDelegate(kName, std::move(common), SkeletonLowering(),
                        ToCaps(options)),
        options_(options) {}

  // A real delegate opens its device here, once for all graphs.
  TfLiteStatus Initialize(TfLiteContext* context) override {
    const Status opened = OpenSkeletonDevice(options_);
    return opened.ok() ? LoweredDelegate::Initialize(context)
                       : Report(context, opened);
  }

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const SkeletonCaps& caps) override {
    TFLL_ASSIGN_OR_RETURN(SkeletonGraph graph,
                          GraphOf(context, partition, caps));
    return MakeSkeletonProgram(std::move(graph), caps.memory);
  }

  // A delegate without a partition policy omits everything from here to the end
  // of the class except GraphOf.
  const PartitionPolicy* GetPartitionPolicy() const override { return this; }

 private:
  static StatusOr<SkeletonGraph> GraphOf(TfLiteContext* context,
                                         const DelegatedPartition& partition,
                                         const SkeletonCaps& caps) {
    SkeletonBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(SkeletonLowering(), context, partition, caps, builder));
    SkeletonGraph graph = builder.Take();
    RemoveUnused(&graph);
    return graph;
  }

  // The device reads host memory directly, as fast as the host.
  double ByteSeconds() const override { return 1e-10; }

  // Splits a partition in two if its values do not fit in device memory.
  Status ReviewPartition(TfLiteContext* context,
                         const DelegatedPartition& partition,
                         const SkeletonCaps& caps,
                         PartitionReview* review) const override {
    TFLL_ASSIGN_OR_RETURN(const SkeletonGraph graph,
                          GraphOf(context, partition, caps));
    const Status fits =
        PlanInnerValues(graph.values, LifetimesOf(graph), caps.memory).status();
    if (!IsResourceExhausted(fits)) return fits;
    std::vector<int> second_half;
    for (size_t i = partition.nodes.size() / 2; i < partition.nodes.size();
         ++i) {
      second_half.push_back(partition.nodes[i]->get().index);
    }
    review->SplitOff(std::move(second_half));
    return OkStatus();
  }

  const SkeletonDelegateOptions options_;
};

}  // namespace

Status OpenSkeletonDevice(const SkeletonDelegateOptions& options) {
  if (options.device == 0) return OkStatus();
  return Unavailable("there is no device ", options.device);
}

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
