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

// A compiled partition in the device's form: packed weights, a command list, a
// handle in another process. Not thread-safe: the host calls it from the thread
// that prepares or invokes.
class PartitionProgram {
 public:
  virtual ~PartitionProgram() = default;

  // Called each time the host has prepared its graph. Shapes are final; tensors
  // have no memory yet. Allocate device memory here.
  virtual Status Prepare(TfLiteContext* context) { return OkStatus(); }
  // Computes the outputs. Tensors at the boundary that are not in buffers of
  // the delegate have memory, whose address may have changed since the last
  // run.
  virtual Status Run(TfLiteContext* context) = 0;
  // True if the program must be recompiled for a reason other than shapes, e.g.
  // another number of threads. Called before each run, so it must be cheap.
  virtual bool IsStale(TfLiteContext* context) const { return false; }
};

// Plans and emits the partition's nodes in order, after inferring the shapes of
// inner tensors and outputs from the partition's inputs. An error names the
// node. Builder derives from PartitionBuilder.
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

// Compiles the programs of one partition, a new one when shapes change. Not
// thread-safe, like PartitionProgram.
class PartitionCompiler {
 public:
  virtual ~PartitionCompiler() = default;

  // Called once, before Compile. Collect information about the graph around the
  // partition here; the host does not show it later.
  virtual Status Start(TfLiteContext* context) { return OkStatus(); }
  // Returns a program for the current shapes of the partition's inputs, usually
  // by calling EmitPartition and finishing the builder. The partition outlives
  // the program.
  virtual StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition) = 0;
};

// The kernel of one partition, for any back-end. Compiles the partition when
// the host creates the kernel, and again if the shapes of its inputs have
// changed or the program is stale.
class PartitionKernel : public SimpleDelegateKernelInterface {
 public:
  // `name` is the prefix of error messages.
  PartitionKernel(std::string name, std::unique_ptr<PartitionCompiler> compiler)
      : name_(std::move(name)), compiler_(std::move(compiler)) {}

  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override;
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) override;
  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) override;

 private:
  Status Start(TfLiteContext* context, const TfLiteDelegateParams& params);
  Status CompileNow(TfLiteContext* context);
  Status CheckMemory(const TfLiteContext& context) const;
  std::vector<Shape> InputShapes(TfLiteContext* context) const;

  const std::string name_;
  const std::unique_ptr<PartitionCompiler> compiler_;
  DelegatedPartition partition_;
  std::vector<Shape> shapes_;  // of the inputs when program_ was compiled
  std::vector<int> border_;    // what runs read and write
  std::unique_ptr<PartitionProgram> program_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_KERNEL_H_
