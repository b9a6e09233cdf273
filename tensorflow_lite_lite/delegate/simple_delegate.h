// Delegates with a few virtual functions. Implement SimpleDelegateInterface,
// which decides what the delegate takes, and SimpleDelegateKernelInterface,
// which runs one partition; TfLiteDelegateFactory turns them into a
// TfLiteDelegate.
//
// The delegate calls only the functions of the host's TfLiteContext, so it also
// runs in other TensorFlow Lite runtimes.
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

// Runs one partition of a graph. An interpreter has one kernel per partition
// and calls it from one thread at a time. A failing kernel's message to
// TfLiteContext::ReportError becomes the reported reason why its nodes go back
// to the CPU.
class SimpleDelegateKernelInterface {
 public:
  virtual ~SimpleDelegateKernelInterface() = default;

  // Called once. `params` lists the nodes and the tensors at their boundary and
  // lives as long as the kernel; GetNodeAndRegistration works only during this
  // call.
  virtual TfLiteStatus Init(TfLiteContext* context,
                            const TfLiteDelegateParams* params) = 0;

  // Called after each change of shapes; `node` represents the partition. Sets
  // the shapes of outputs and reserves memory.
  virtual TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) = 0;

  // Computes the partition's outputs from its inputs.
  virtual TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) = 0;
};

// Describes what a delegate supports. Shared by all interpreters that use it,
// and called on their threads during Prepare; kernels may keep a pointer to it.
class SimpleDelegateInterface {
 public:
  enum class PartitionOrder {
    kByGain,  // most computation after the cost of the boundary
    kBySize,  // most nodes
  };

  struct Options {
    // Maximum number of partitions, the best by partition_order. 0: unlimited.
    int max_delegated_partitions = 0;
    // Partitions with fewer nodes stay on the CPU.
    int min_nodes_per_partition = 0;
    // Nodes with indices outside of this range stay on the CPU.
    int first_delegate_node_index = 0;
    int last_delegate_node_index = std::numeric_limits<int>::max();
    // Lists in the syntax of NodeFilter.
    std::string allow;
    std::string deny;
    PartitionOrder partition_order = PartitionOrder::kByGain;
  };

  virtual ~SimpleDelegateInterface() = default;

  // Whether the delegate takes a node. The answer may depend only on the node
  // and its tensors.
  virtual bool IsNodeSupportedByDelegate(const TfLiteRegistration* registration,
                                         const TfLiteNode* node,
                                         TfLiteContext* context) const = 0;

  // The same check with a result for the user: OK, or Unsupported with the
  // reason. This function is the one that is called; by default it calls the
  // function above. Delegates with reasons derive from
  // delegates::PlannedDelegate.
  virtual base::Status CheckNode(const TfLiteRegistration* registration,
                                 const TfLiteNode* node,
                                 TfLiteContext* context) const;

  // Called before the nodes of a graph are checked; on an error the graph is
  // left unchanged.
  virtual TfLiteStatus Initialize(TfLiteContext* context) = 0;

  // Shown to users and in profiles; must live as long as the delegate.
  virtual const char* Name() const = 0;

  // Creates a kernel for one more partition; null rejects it.
  virtual std::unique_ptr<SimpleDelegateKernelInterface>
  CreateDelegateKernelInterface() = 0;

  virtual SimpleDelegateInterface::Options DelegateOptions() const {
    return Options();
  }

  // The delegate's decisions about whole partitions, e.g. for those that do not
  // fit in memory (partition_policy.h). Null for none. Must live as long as the
  // delegate. Ignored by hosts without a preview of partitions.
  virtual const delegates::PartitionPolicy* GetPartitionPolicy() const {
    return nullptr;
  }

  // For delegates with buffers of their own (TfLiteTensor::buffer_handle): copy
  // a buffer to tensor->data, copy tensor->data to a buffer, and release a
  // buffer.
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

// Creates delegates for TfLiteInterpreterOptionsAddDelegate,
// Interpreter::ModifyGraphWithDelegate and similar functions. This project's
// runtime shares ownership: a delegate and the interpreters that use it can be
// deleted in any order. In other runtimes a delegate must outlive every
// interpreter that uses it; deleting one while its kernels exist is logged, and
// those kernels fail from then on.
class TfLiteDelegateFactory {
 public:
  // Takes ownership of the object; `flags` are TfLiteDelegateFlags. Null for
  // null.
  static TfLiteDelegate* CreateSimpleDelegate(
      std::unique_ptr<SimpleDelegateInterface> simple_delegate,
      int64_t flags = kTfLiteDelegateFlagsNone);

  // Only for delegates made by CreateSimpleDelegate. Null is allowed.
  static void DeleteSimpleDelegate(TfLiteDelegate* delegate);

  // The same as an owning pointer.
  static TfLiteDelegateUniquePtr Create(
      std::unique_ptr<SimpleDelegateInterface> simple_delegate) {
    return TfLiteDelegateUniquePtr(
        CreateSimpleDelegate(std::move(simple_delegate)), DeleteSimpleDelegate);
  }
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_DELEGATE_H_
