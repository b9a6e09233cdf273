#ifndef DELEGATES_COMMON_PARTITION_KERNEL_H_
#define DELEGATES_COMMON_PARTITION_KERNEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/common/lowering.h"
#include "delegates/common/partition_builder.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::delegates {

// A partition as the device runs it: packed weights, a command list, a handle
// in another process. One thread at a time; the host calls it from the thread
// that prepares or invokes.
class PartitionProgram {
 public:
  virtual ~PartitionProgram() = default;

  // Every time the host has prepared its graph. Shapes are settled; memory of
  // tensors is not there yet. A device allocates its own here.
  virtual Status Prepare(TfLiteContext* context) { return OkStatus(); }
  // Tensors at the boundary have memory, which may be elsewhere than last time.
  virtual Status Run(TfLiteContext* context) = 0;
  // True when what the program was compiled for, other than shapes, has
  // changed, e.g. the number of threads. Asked before each run; cheap.
  virtual bool IsStale(TfLiteContext* context) const { return false; }
};

// Plans the partition's nodes and emits them, in order. Shapes within it and of
// its outputs follow from its inputs' before. An error names the node. Builder
// derives from PartitionBuilder.
template <typename Caps, typename Builder>
Status EmitPartition(const LoweringTable<Caps, Builder>& table,
                     TfLiteContext* context,
                     const DelegatedPartition& partition, const Caps& caps,
                     Builder& builder) {
  for (const std::unique_ptr<OwnedNode>& owned : partition.nodes) {
    const GraphNode node = owned->get();
    auto planned = table.ReshapeAndPlan(context, node, caps);
    if (!planned.ok()) {
      return Annotate(planned.status(), Describe(context, node));
    }
    const CompleteNode complete(node);
    const NodeView view(context, complete.get(), NodeView::Phase::kPrepare);
    builder.StartNode(node.index);
    (*planned)->Emit(view, builder);
  }
  return OkStatus();
}

// Makes the programs of one partition, one after another as shapes change. One
// thread at a time, as PartitionProgram.
class PartitionCompiler {
 public:
  virtual ~PartitionCompiler() = default;

  // Once, before all else. What is to be known of the graph around the
  // partition is looked at here; later the host does not show it.
  virtual Status Start(TfLiteContext* context) { return OkStatus(); }
  // A program for the shapes that the partition's inputs have now; usually
  // EmitPartition and the builder's end. The partition outlives the program.
  virtual StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition) = 0;
};

// The kernel of one partition, for any back-end: compiles when the host makes
// it, and again whenever the shapes of its inputs have changed, or the program
// is stale.
class PartitionKernel : public SimpleDelegateKernelInterface {
 public:
  // `name` stands before errors.
  PartitionKernel(std::string name, std::unique_ptr<PartitionCompiler> compiler)
      : name_(std::move(name)), compiler_(std::move(compiler)) {}

  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override;
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) override;
  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) override;

 private:
  Status Start(TfLiteContext* context, const TfLiteDelegateParams& params);
  Status CompileNow(TfLiteContext* context);
  std::vector<Shape> InputShapes(TfLiteContext* context) const;

  const std::string name_;
  const std::unique_ptr<PartitionCompiler> compiler_;
  DelegatedPartition partition_;
  std::vector<Shape> shapes_;  // of the inputs when program_ was compiled
  std::unique_ptr<PartitionProgram> program_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_KERNEL_H_
