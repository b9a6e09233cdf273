// simple_delegate.h for the opaque API: delegates that access contexts, nodes
// and tensors only as handles. The functions of c_api_opaque.h and operator.h
// come from the program or the host: link //tensorflow_lite_lite/c_api, or load
// the delegate in a host that exports them.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_OPAQUE_DELEGATE_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_OPAQUE_DELEGATE_H_

#include <stdint.h>

#include <limits>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

using TfLiteOpaqueDelegateUniquePtr =
    std::unique_ptr<TfLiteOpaqueDelegate, void (*)(TfLiteOpaqueDelegate*)>;

// Runs one partition; see SimpleDelegateKernelInterface.
class SimpleOpaqueDelegateKernelInterface {
 public:
  virtual ~SimpleOpaqueDelegateKernelInterface() = default;

  // Called once. `params` lives as long as the kernel.
  virtual TfLiteStatus Init(TfLiteOpaqueContext* context,
                            const TfLiteOpaqueDelegateParams* params) = 0;
  // Called after each change of shapes.
  virtual TfLiteStatus Prepare(TfLiteOpaqueContext* context,
                               TfLiteOpaqueNode* node) = 0;
  virtual TfLiteStatus Eval(TfLiteOpaqueContext* context,
                            TfLiteOpaqueNode* node) = 0;
};

// Describes what a delegate supports; see SimpleDelegateInterface.
class SimpleOpaqueDelegateInterface {
 public:
  enum class PartitionOrder { kByGain, kBySize };

  // Which nodes stay on the CPU; see SimpleDelegateInterface::Options. The
  // opaque API has no preview of partitions: for the limits on partitions, they
  // are computed here in the same way as by this project's runtime when it may
  // reorder nodes.
  struct Options {
    int max_delegated_partitions = 0;
    int min_nodes_per_partition = 0;
    int first_delegate_node_index = 0;
    int last_delegate_node_index = std::numeric_limits<int>::max();
    std::string allow;
    std::string deny;
    PartitionOrder partition_order = PartitionOrder::kByGain;
  };

  virtual ~SimpleOpaqueDelegateInterface() = default;

  virtual bool IsNodeSupportedByDelegate(
      const TfLiteOperator* op, const TfLiteOpaqueNode* node,
      TfLiteOpaqueContext* context) const = 0;

  // The same check with a result for the user: OK, or Unsupported with the
  // reason. This function is the one that is called; by default it calls the
  // function above.
  virtual base::Status CheckNode(const TfLiteOperator* op,
                                 const TfLiteOpaqueNode* node,
                                 TfLiteOpaqueContext* context) const;

  // Called before the nodes of a graph are checked; on an error the graph is
  // left unchanged.
  virtual TfLiteStatus Initialize(TfLiteOpaqueContext* context) = 0;

  // The string must live as long as the delegate.
  virtual const char* Name() const = 0;

  // Creates a kernel for one more partition; null rejects it.
  virtual std::unique_ptr<SimpleOpaqueDelegateKernelInterface>
  CreateDelegateKernelInterface() = 0;

  virtual SimpleOpaqueDelegateInterface::Options DelegateOptions() const {
    return Options();
  }

  // Buffers of the delegate that hold tensors, for delegates that have any.
  virtual TfLiteStatus CopyFromBufferHandle(TfLiteOpaqueContext* context,
                                            TfLiteBufferHandle buffer_handle,
                                            TfLiteOpaqueTensor* tensor) {
    return kTfLiteError;
  }
  virtual TfLiteStatus CopyToBufferHandle(TfLiteOpaqueContext* context,
                                          TfLiteBufferHandle buffer_handle,
                                          const TfLiteOpaqueTensor* tensor) {
    return kTfLiteError;
  }
  virtual void FreeBufferHandle(TfLiteOpaqueContext* context,
                                TfLiteBufferHandle* handle) {}
};

// Creates opaque delegates; the lifetime rules of TfLiteDelegateFactory apply.
class TfLiteOpaqueDelegateFactory {
 public:
  // Takes ownership of the object; `flags` are TfLiteDelegateFlags. Null for
  // null.
  static TfLiteOpaqueDelegate* CreateSimpleDelegate(
      std::unique_ptr<SimpleOpaqueDelegateInterface> simple_delegate,
      int64_t flags = kTfLiteDelegateFlagsNone);

  // Only for delegates made by CreateSimpleDelegate. Null is allowed.
  static void DeleteSimpleDelegate(TfLiteOpaqueDelegate* opaque_delegate);

  // The same as an owning pointer.
  static TfLiteOpaqueDelegateUniquePtr Create(
      std::unique_ptr<SimpleOpaqueDelegateInterface> simple_delegate) {
    return TfLiteOpaqueDelegateUniquePtr(
        CreateSimpleDelegate(std::move(simple_delegate)), DeleteSimpleDelegate);
  }
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_SIMPLE_OPAQUE_DELEGATE_H_
