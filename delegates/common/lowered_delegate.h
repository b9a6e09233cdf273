#ifndef DELEGATES_COMMON_LOWERED_DELEGATE_H_
#define DELEGATES_COMMON_LOWERED_DELEGATE_H_

#include <memory>
#include <string>
#include <utility>

#include "delegates/common/graph_facts.h"
#include "delegates/common/partition_kernel.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::delegates {

// A delegate that supports the operators of its lowering table and runs
// partitions with PartitionKernel. The back-end implements Compile. To review
// partitions, it overrides functions of PartitionPolicy and returns itself from
// GetPartitionPolicy. Caps derives from GraphFacts.
template <typename Caps, typename Builder>
class LoweredDelegate : public PlannedDelegate, protected PartitionPolicy {
 public:
  using Table = LoweringTable<Caps, Builder>;

  // `name` and `table` must have static lifetime. The GraphFacts of `caps` are
  // empty.
  LoweredDelegate(const char* name, Options options, const Table& table,
                  Caps caps)
      : name_(name),
        options_(std::move(options)),
        table_(table),
        caps_(std::move(caps)) {}

  // The caps of the device with the facts of this graph, for which the delegate
  // must have been initialized.
  StatusOr<Caps> CapsFor(TfLiteContext* context) const {
    Caps caps = caps_;
    TFLL_ASSIGN_OR_RETURN(static_cast<GraphFacts&>(caps), graphs_.Of(context));
    return caps;
  }

  // See PartitionCompiler::Compile. May be called for several interpreters at
  // the same time. `caps` are those that were passed to the plans.
  virtual StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const Caps& caps) = 0;

  // See PartitionPolicy::Review.
  virtual Status ReviewPartition(TfLiteContext* context,
                                 const DelegatedPartition& partition,
                                 const Caps& caps,
                                 PartitionReview* review) const {
    return OkStatus();
  }

  TfLiteStatus Initialize(TfLiteContext* context) override {
    return Report(context, graphs_.Note(context));
  }
  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    TFLL_ASSIGN_OR_RETURN(const Caps caps, CapsFor(context));
    return table_.Check(context, GraphNode(*registration, node), caps);
  }
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    return std::make_unique<PartitionKernel>(name_,
                                             std::make_unique<Compiler>(*this));
  }
  const char* Name() const override { return name_; }
  Options DelegateOptions() const override { return options_; }

 protected:
  const Caps& caps() const { return caps_; }
  TfLiteStatus Report(TfLiteContext* context, const Status& status) const {
    if (status.ok()) return kTfLiteOk;
    context->ReportError(context, "%s: %s", name_,
                         std::string(status.message()).c_str());
    return kTfLiteDelegateError;
  }

 private:
  class Compiler final : public PartitionCompiler {
   public:
    explicit Compiler(LoweredDelegate& delegate) : delegate_(delegate) {}
    Status Start(TfLiteContext* context) override {
      TFLL_ASSIGN_OR_RETURN(caps_, delegate_.CapsFor(context));
      return OkStatus();
    }
    StatusOr<std::unique_ptr<PartitionProgram>> Compile(
        TfLiteContext* context, const DelegatedPartition& partition) override {
      return delegate_.Compile(context, partition, caps_);
    }

   private:
    LoweredDelegate& delegate_;
    Caps caps_;
  };

  Status Review(TfLiteContext* context, const TfLiteDelegateParams& params,
                PartitionReview* review) const final {
    TFLL_ASSIGN_OR_RETURN(const Caps caps, CapsFor(context));
    TFLL_ASSIGN_OR_RETURN(const DelegatedPartition partition,
                          DelegatedPartition::Of(context, params));
    return ReviewPartition(context, partition, caps, review);
  }

  const char* const name_;
  const Options options_;
  const Table& table_;
  const Caps caps_;
  NotedGraphs graphs_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_LOWERED_DELEGATE_H_
