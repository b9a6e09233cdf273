#include "delegates/xnnpack/xnnpack_delegate.h"

#include <memory>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/xnnpack/xnnpack_half_precision.h"
#include "delegates/xnnpack/xnnpack_lowering.h"
#include "delegates/xnnpack/xnnpack_options.h"

namespace tflite::xnnpack {
namespace {

constexpr char kName[] = "TfLiteXNNPackDelegate";

bool ForcesHalfPrecision(const XnnpackOptions& options) {
  return options.c.flags & TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16 ||
         options.c.runtime_flags & XNN_FLAG_FORCE_FP16_INFERENCE;
}

XnnCaps ToCaps(const XnnpackOptions& options) {
  XnnCaps caps;
  caps.take_float = options.take_float;
  // The library compiles no partition with integers at half precision, and
  // Debian 13's aborts on conversions.
  const bool integers = !ForcesHalfPrecision(options);
  caps.take_signed =
      integers && options.c.flags & TFLITE_XNNPACK_DELEGATE_FLAG_QS8;
  caps.take_unsigned =
      integers && options.c.flags & TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  return caps;
}

bool ReadsATensorTwice(const TfLiteNode& node) {
  const TfLiteIntArray& inputs = *node.inputs;
  for (int i = 0; i < inputs.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (inputs.data[i] >= 0 && inputs.data[i] == inputs.data[j]) return true;
    }
  }
  return false;
}

class XnnpackDelegate final : public LoweredDelegate<XnnCaps, XnnBuilder> {
 public:
  explicit XnnpackDelegate(const XnnpackOptions& options)
      : LoweredDelegate(kName, options.nodes, XnnLowering(), ToCaps(options)),
        options_(options) {
    if (library_.ok()) pool_ = threads_.Get(options.c.num_threads);
  }

  const XnnpackOptions& options() const { return options_; }
  pthreadpool_t pool() const { return pool_.get(); }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    if (!library_.ok()) return Unsupported(library_.message());
    if (options_.meaning_is_known != nullptr &&
        !options_.meaning_is_known(*registration)) {
      return Unsupported("the application has its own code for the operator");
    }
    // Debian 13's library converts an input of the partition as often as its
    // first node reads it, and aborts on the second time.
    if (ForcesHalfPrecision(options_) && ReadsATensorTwice(*node)) {
      return Unsupported(
          "at half precision, XNNPACK does not read a tensor twice");
    }
    TFLL_RETURN_IF_ERROR(
        LoweredDelegate::CheckNode(registration, node, context));
    return ForcesHalfPrecision(options_) ? CheckHalfPrecision() : OkStatus();
  }

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const XnnCaps& caps) override {
    TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<XnnBuilder> builder,
                          XnnBuilder::Create(context, partition, caps.statics));
    TFLL_RETURN_IF_ERROR(
        EmitPartition(XnnLowering(), context, partition, caps, *builder));
    return builder->Finish(&threads_, options_.c.num_threads,
                           options_.c.weights_cache, RuntimeFlags());
  }

 private:
  uint32_t RuntimeFlags() const {
    uint32_t flags = options_.c.runtime_flags;
    if (ForcesHalfPrecision(options_)) {
      flags |= XNN_FLAG_FORCE_FP16_INFERENCE;
    }
    // Workers that busy-wait for the next run would take CPU time from other
    // kernels.
    return flags | XNN_FLAG_YIELD_WORKERS;
  }

  const XnnpackOptions options_;
  const Status library_ = InitializeXnnpack();
  XnnThreads threads_;
  XnnThreads::Pool pool_;  // if the options specify the number of threads
};

XnnpackDelegate* DelegateOf(TfLiteDelegate* delegate) {
  if (delegate == nullptr || delegate->data_ == nullptr) return nullptr;
  return static_cast<XnnpackDelegate*>(
      static_cast<SimpleDelegateInterface*>(delegate->data_));
}

}  // namespace

TfLiteDelegate* CreateXnnpackDelegate(const XnnpackOptions& options) {
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<XnnpackDelegate>(options));
}

}  // namespace tflite::xnnpack

bool TfLiteXNNPackDelegateCanUseInMemoryWeightCacheProvider() { return false; }

const char* TfLiteXNNPackDelegateInMemoryFilePath() { return ":memory"; }

TfLiteXNNPackDelegateOptions TfLiteXNNPackDelegateOptionsDefault() {
  TfLiteXNNPackDelegateOptions options{};
  options.flags =
      TFLITE_XNNPACK_DELEGATE_FLAG_QS8 | TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  return options;
}

TfLiteDelegate* TfLiteXNNPackDelegateCreate(
    const TfLiteXNNPackDelegateOptions* options) {
  return TfLiteXNNPackDelegateCreateWithThreadpool(options, nullptr);
}

TfLiteDelegate* TfLiteXNNPackDelegateCreateWithThreadpool(
    const TfLiteXNNPackDelegateOptions* options, TfLiteContext* context) {
  if (!tflite::xnnpack::InitializeXnnpack().ok()) return nullptr;
  tflite::xnnpack::XnnpackOptions all;
  if (options != nullptr) all.c = *options;
  if (context != nullptr && all.c.num_threads <= 0) {
    all.c.num_threads = context->recommended_num_threads;
  }
  return tflite::xnnpack::CreateXnnpackDelegate(all);
}

void* TfLiteXNNPackDelegateGetThreadPool(TfLiteDelegate* delegate) {
  const auto* xnnpack = tflite::xnnpack::DelegateOf(delegate);
  return xnnpack == nullptr ? nullptr : xnnpack->pool();
}

const TfLiteXNNPackDelegateOptions* TfLiteXNNPackDelegateGetOptions(
    TfLiteDelegate* delegate) {
  const auto* xnnpack = tflite::xnnpack::DelegateOf(delegate);
  return xnnpack == nullptr ? nullptr : &xnnpack->options().c;
}

int TfLiteXNNPackDelegateGetFlags(TfLiteDelegate* delegate) {
  const auto* options = TfLiteXNNPackDelegateGetOptions(delegate);
  return options == nullptr ? 0 : static_cast<int>(options->flags);
}

void TfLiteXNNPackDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}
