// Delegates in a few virtual functions. Implement SimpleDelegateInterface,
// which says what the delegate takes, and SimpleDelegateKernelInterface, which
// runs one partition; TfLiteDelegateFactory makes a TfLiteDelegate of them.
//
// The result calls nothing of its host but the functions of TfLiteContext, so
// that it also runs inside other TensorFlow Lite runtimes.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_DELEGATE_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_DELEGATE_H_

#include <stdint.h>

#include <limits>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {
class PartitionPolicy;
}  // namespace tflite::delegates

namespace tflite {

using TfLiteDelegateUniquePtr =
    std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// Runs one partition of a graph. An interpreter has one kernel a partition and
// calls it on one thread at a time. What a kernel tells
// TfLiteContext::ReportError when it fails becomes the reason that its nodes go
// back to the CPU with.
class SimpleDelegateKernelInterface {
 public:
  virtual ~SimpleDelegateKernelInterface() = default;

  // Once. `params` lists the nodes and the tensors at their border and lives as
  // long as the kernel; GetNodeAndRegistration works in this call only.
  virtual TfLiteStatus Init(TfLiteContext* context,
                            const TfLiteDelegateParams* params) = 0;

  // After each change of shapes: `node` stands for the partition. Gives outputs
  // their shapes and reserves memory.
  virtual TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) = 0;

  // Computes the partition's outputs from its inputs.
  virtual TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) = 0;
};

// What a delegate can do. Shared by all interpreters that it is given to, and
// called on their threads while they prepare; kernels may hold a pointer to it.
class SimpleDelegateInterface {
 public:
  enum class PartitionOrder {
    kByGain,  // most computation left after the cost of crossing the border
    kBySize,  // most nodes
  };

  struct Options {
    // Most partitions to take: the best by partition_order. 0: all there are.
    int max_delegated_partitions = 0;
    // Partitions with fewer nodes stay on the CPU.
    int min_nodes_per_partition = 0;
    // Nodes outside of these indices stay on the CPU.
    int first_delegate_node_index = 0;
    int last_delegate_node_index = std::numeric_limits<int>::max();
    // Lists in the form of NodeFilter.
    std::string allow;
    std::string deny;
    PartitionOrder partition_order = PartitionOrder::kByGain;
  };

  virtual ~SimpleDelegateInterface() = default;

  // Whether the delegate takes a node. Pure: the answer depends on nothing but
  // the node and its tensors.
  virtual bool IsNodeSupportedByDelegate(const TfLiteRegistration* registration,
                                         const TfLiteNode* node,
                                         TfLiteContext* context) const = 0;

  // The same question with an answer for the user: OK, or Unsupported with the
  // reason. This is what is called; by default it asks the function above.
  // Delegates with reasons derive from delegates::PlannedDelegate.
  virtual base::Status CheckNode(const TfLiteRegistration* registration,
                                 const TfLiteNode* node,
                                 TfLiteContext* context) const;

  // Before the nodes of a graph are looked at; an error leaves the graph alone.
  virtual TfLiteStatus Initialize(TfLiteContext* context) = 0;

  // Shown to users and in profiles; lives as long as the delegate.
  virtual const char* Name() const = 0;

  // A kernel for one more partition; null refuses it.
  virtual std::unique_ptr<SimpleDelegateKernelInterface>
  CreateDelegateKernelInterface() = 0;

  virtual SimpleDelegateInterface::Options DelegateOptions() const {
    return Options();
  }

  // What the delegate says of whole partitions, such as that one does not fit
  // (partition_policy.h). Null: nothing. Lives as long as the delegate. Hosts
  // without a preview of partitions do not ask.
  virtual const delegates::PartitionPolicy* GetPartitionPolicy() const {
    return nullptr;
  }

  // Buffers of the delegate behind tensors (TfLiteTensor::buffer_handle), for
  // delegates that have any: to tensor->data, from there, and the end of one.
  virtual TfLiteStatus CopyFromBufferHandle(TfLiteContext* context,
                                            TfLiteBufferHandle buffer_handle,
                                            TfLiteTensor* tensor) {
    return kTfLiteError;
  }
  virtual TfLiteStatus CopyToBufferHandle(TfLiteContext* context,
                                          TfLiteBufferHandle buffer_handle,
                                          const TfLiteTensor* tensor) {
    return kTfLiteError;
  }
  virtual void FreeBufferHandle(TfLiteContext* context,
                                TfLiteBufferHandle* handle) {}
};

}  // namespace tflite

namespace tflite::delegates {

// A delegate with one check, CheckNode, whose text is the reason users see.
class PlannedDelegate : public SimpleDelegateInterface {
 public:
  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override = 0;
  bool IsNodeSupportedByDelegate(const TfLiteRegistration* registration,
                                 const TfLiteNode* node,
                                 TfLiteContext* context) const final;
};

}  // namespace tflite::delegates

namespace tflite {

// Makes delegates for TfLiteInterpreterOptionsAddDelegate,
// Interpreter::ModifyGraphWithDelegate and the like. This project's runtime
// shares what it is given: there, a delegate and the interpreters that use it
// are deleted in any order. In other runtimes a delegate outlives every
// interpreter it was given to; one that is deleted while kernels of it exist is
// reported in the log, and those kernels fail from then on.
class TfLiteDelegateFactory {
 public:
  // Takes the object; `flags` are TfLiteDelegateFlags. Null for null.
  static TfLiteDelegate* CreateSimpleDelegate(
      std::unique_ptr<SimpleDelegateInterface> simple_delegate,
      int64_t flags = kTfLiteDelegateFlagsNone);

  // For delegates of CreateSimpleDelegate alone. Null is allowed.
  static void DeleteSimpleDelegate(TfLiteDelegate* delegate);

  // The same, deleted when the pointer goes.
  static TfLiteDelegateUniquePtr Create(
      std::unique_ptr<SimpleDelegateInterface> simple_delegate) {
    return TfLiteDelegateUniquePtr(
        CreateSimpleDelegate(std::move(simple_delegate)), DeleteSimpleDelegate);
  }
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_DELEGATE_H_
