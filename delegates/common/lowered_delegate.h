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

// A delegate that takes what its lowering table takes, and runs partitions with
// PartitionKernel. A back-end says how one is compiled, and where it has more
// to say of partitions, overrides GetPartitionPolicy. Caps derives from
// GraphFacts.
template <typename Caps, typename Builder>
class LoweredDelegate : public PlannedDelegate {
 public:
  using Table = LoweringTable<Caps, Builder>;

  // `name` and `table` are static. `caps` without facts of a graph.
  LoweredDelegate(const char* name, Options options, const Table& table,
                  Caps caps)
      : name_(name),
        options_(std::move(options)),
        table_(table),
        caps_(std::move(caps)) {}

  // What is known of the device and of this graph; the delegate has been
  // initialized for it.
  StatusOr<Caps> CapsFor(TfLiteContext* context) const {
    Caps caps = caps_;
    TFLL_ASSIGN_OR_RETURN(static_cast<GraphFacts&>(caps), graphs_.Of(context));
    return caps;
  }

  // A compiler for one more partition. It may keep a pointer to the delegate.
  virtual std::unique_ptr<PartitionCompiler> NewCompiler() = 0;

  TfLiteStatus Initialize(TfLiteContext* context) override {
    const Status status = graphs_.Note(context);
    if (status.ok()) return kTfLiteOk;
    context->ReportError(context, "%s: %s", name_,
                         std::string(status.message()).c_str());
    return kTfLiteDelegateError;
  }
  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    TFLL_ASSIGN_OR_RETURN(const Caps caps, CapsFor(context));
    return table_.Check(context, GraphNode(*registration, node), caps);
  }
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    return std::make_unique<PartitionKernel>(name_, NewCompiler());
  }
  const char* Name() const override { return name_; }
  Options DelegateOptions() const override { return options_; }

 protected:
  const Caps& caps() const { return caps_; }

 private:
  const char* const name_;
  const Options options_;
  const Table& table_;
  const Caps caps_;
  NotedGraphs graphs_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_LOWERED_DELEGATE_H_
