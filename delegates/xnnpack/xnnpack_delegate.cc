#include "delegates/xnnpack/xnnpack_delegate.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "delegates/common/partition_kernel.h"
#include "delegates/common/static_tensors.h"
#include "delegates/xnnpack/xnnpack_lowering.h"
#include "delegates/xnnpack/xnnpack_options.h"

namespace tflite::xnnpack {
namespace {

constexpr char kName[] = "TfLiteXNNPackDelegate";

// Makes the programs of one partition. Keeps what was known of the graph when
// the host made the kernel; looking again is not allowed later.
class Compiler {
 public:
  Compiler(XnnCaps caps, const TfLiteXNNPackDelegateOptions& options,
           XnnThreads* threads)
      : caps_(std::move(caps)), options_(options), threads_(threads) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition) {
    TFLL_ASSIGN_OR_RETURN(
        const std::unique_ptr<XnnBuilder> builder,
        XnnBuilder::Create(context, partition, caps_.statics));
    TFLL_RETURN_IF_ERROR(
        EmitPartition(XnnLowering(), context, partition, caps_, *builder));
    num_threads_ = NumThreads(context);
    return builder->Finish(threads_->Get(num_threads_), options_.weights_cache,
                           RuntimeFlags());
  }

  bool IsStale(TfLiteContext* context) const {
    return NumThreads(context) != num_threads_;
  }

 private:
  int NumThreads(TfLiteContext* context) const {
    const int asked = options_.num_threads > 0
                          ? options_.num_threads
                          : context->recommended_num_threads;
    return std::clamp(asked, 1, XnnThreads::kMost);
  }

  uint32_t RuntimeFlags() const {
    uint32_t flags = options_.runtime_flags;
    if (options_.flags & TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16) {
      flags |= XNN_FLAG_FORCE_FP16_INFERENCE;
    }
    // Workers that wait for the next run would take time from other kernels.
    return flags | XNN_FLAG_YIELD_WORKERS;
  }

  const XnnCaps caps_;
  const TfLiteXNNPackDelegateOptions options_;
  XnnThreads* const threads_;
  int num_threads_ = 0;  // of the last program
};

class XnnpackDelegate : public PlannedDelegate {
 public:
  explicit XnnpackDelegate(const XnnpackOptions& options) : options_(options) {
    caps_.take_float = options.take_float;
    caps_.take_signed = options.c.flags & TFLITE_XNNPACK_DELEGATE_FLAG_QS8;
    caps_.take_unsigned = options.c.flags & TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
    if (library_.ok()) pool_ = threads_.Get(options.c.num_threads);
  }

  const XnnpackOptions& options() const { return options_; }
  pthreadpool_t pool() const { return pool_.get(); }

  TfLiteStatus Initialize(TfLiteContext* context) override {
    const Status status = statics_.Note(context);
    if (status.ok()) return kTfLiteOk;
    context->ReportError(context, "%s: %s", kName,
                         std::string(status.message()).c_str());
    return kTfLiteDelegateError;
  }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    if (!library_.ok()) return Unsupported(library_.message());
    if (options_.meaning_is_known != nullptr &&
        !options_.meaning_is_known(*registration)) {
      return Unsupported("the application has its own code for the operator");
    }
    return XnnLowering().Check(context, GraphNode(*registration, node),
                               CapsFor(context));
  }

  const char* Name() const override { return kName; }

  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    // Made with the context of the first call, when Initialize has seen it.
    auto compiler = std::make_shared<std::unique_ptr<Compiler>>();
    return std::make_unique<PartitionKernel>(
        kName,
        [this, compiler](TfLiteContext* context,
                         const DelegatedPartition& partition) {
          if (*compiler == nullptr) {
            *compiler = std::make_unique<Compiler>(CapsFor(context), options_.c,
                                                   &threads_);
          }
          return (*compiler)->Compile(context, partition);
        },
        [compiler](TfLiteContext* context) {
          return (*compiler)->IsStale(context);
        });
  }

  SimpleDelegateInterface::Options DelegateOptions() const override {
    return options_.nodes;
  }

 private:
  XnnCaps CapsFor(TfLiteContext* context) const {
    XnnCaps caps = caps_;
    caps.statics = statics_.Of(context);
    return caps;
  }

  const XnnpackOptions options_;
  const Status library_ = InitializeXnnpack();
  XnnCaps caps_;
  XnnThreads threads_;
  XnnThreads::Pool pool_;  // where the options name a number of threads
  GraphStatics statics_;
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
