#ifndef DELEGATES_COMMON_PARTITION_KERNEL_H_
#define DELEGATES_COMMON_PARTITION_KERNEL_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "delegates/common/lowering.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::delegates {

// The nodes that a delegate took as one, in order, and the tensors at its
// border. Constants count among the inputs.
struct DelegatedPartition {
  std::vector<std::unique_ptr<OwnedNode>> nodes;
  std::vector<int> inputs;
  std::vector<int> outputs;
  // As the host knows it: what tensors in buffers of the delegate refer to.
  TfLiteDelegate* delegate = nullptr;
};

// A partition as the device runs it: packed weights, a command list, a handle
// in another process. One thread at a time; the host calls it from the thread
// that prepares or invokes.
class PartitionProgram {
 public:
  virtual ~PartitionProgram() = default;

  // Every time the host has prepared its graph. Shapes are settled; memory of
  // tensors is not there yet. A device allocates its own here.
  virtual Status Prepare(TfLiteContext* context) { return OkStatus(); }
  // Tensors at the border have memory, which may be elsewhere than last time.
  virtual Status Run(TfLiteContext* context) = 0;
};

// Plans the partition's nodes and emits them, in order. Shapes within it and of
// its outputs follow from its inputs' before. An error names the node.
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
    (*planned)->Emit(view, builder);
  }
  return OkStatus();
}

// The kernel of one partition, for any back-end: compiles when the host makes
// it, and again whenever the shapes of its inputs have changed, or the back-end
// asks for it, which is looked at before each run too.
class PartitionKernel : public SimpleDelegateKernelInterface {
 public:
  // Turns a partition into a program for the shapes its inputs have now;
  // usually EmitPartition and the builder's end.
  using Compile = std::function<StatusOr<std::unique_ptr<PartitionProgram>>(
      TfLiteContext*, const DelegatedPartition&)>;
  // True when what a program was compiled for, other than shapes, has changed,
  // e.g. the number of threads. Cheap.
  using IsStale = std::function<bool(TfLiteContext*)>;

  // `name` stands before errors. The functions outlive the kernel's calls.
  PartitionKernel(std::string name, Compile compile, IsStale is_stale = nullptr)
      : name_(std::move(name)),
        compile_(std::move(compile)),
        is_stale_(std::move(is_stale)) {}

  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override;
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) override;
  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) override;

 private:
  bool IsOutdated(TfLiteContext* context) const;
  Status CompileNow(TfLiteContext* context);
  std::vector<Shape> InputShapes(TfLiteContext* context) const;

  const std::string name_;
  const Compile compile_;
  const IsStale is_stale_;
  DelegatedPartition partition_;
  std::vector<Shape> shapes_;  // of the inputs when program_ was compiled
  std::unique_ptr<PartitionProgram> program_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_KERNEL_H_
