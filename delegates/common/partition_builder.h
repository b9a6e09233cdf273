#ifndef DELEGATES_COMMON_PARTITION_BUILDER_H_
#define DELEGATES_COMMON_PARTITION_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "delegates/common/partition.h"
#include "delegates/common/static_tensors.h"

namespace tflite::delegates {

// What a tensor is to a partition.
enum class TensorRole {
  kVariable,  // it has one value before the run and another after it
  kConstant,  // its elements are known while compiling
  kInput,     // the host's memory, read
  kOutput,    // the host's memory, written
  kInner,     // made and read within
  kUnread,    // made within, and read by nobody
};

// Elements of a constant, which they borrow from the graph or own. Cheap to
// copy.
template <typename T>
class ConstantElements {
 public:
  ConstantElements(const T* borrowed, size_t size)
      : data_(borrowed), size_(size) {}
  template <typename Own>
  explicit ConstantElements(std::vector<Own> own)
      : size_(own.size() * sizeof(Own) / sizeof(T)) {
    auto kept = std::make_shared<const std::vector<Own>>(std::move(own));
    data_ = reinterpret_cast<const T*>(kept->data());
    own_ = std::move(kept);
  }
  const T* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  std::shared_ptr<const void> own_;
  const T* data_;
  size_t size_;
};

// Base of what Emit writes a partition to (delegates/common/lowering.h): what a
// back-end's builder has to know of the partition's tensors, whatever it makes
// of them. Lives for one compilation.
class PartitionBuilder {
 public:
  // Borrows the first two.
  PartitionBuilder(TfLiteContext* context, const DelegatedPartition& partition,
                   StaticTensors statics);
  virtual ~PartitionBuilder() = default;

  // Called by EmitPartition before a node is emitted.
  void StartNode(int index) { node_ = index; }
  // The graph's index of the node that is emitted; -1 before the first.
  int node() const { return node_; }

  TensorRole RoleOf(int tensor) const;
  bool IsOutput(int tensor) const;
  // How many tensors are kUnread.
  size_t num_unread() const { return num_unread_; }

  // The elements of a kConstant, as they stand: not every host aligns them.
  ConstantElements<char> KnownBytes(int tensor) const;
  // The elements of a FLOAT32 input of a node that is kConstant.
  ConstantElements<float> KnownFloats(const NodeView& node, int i) const;
  std::vector<float> Floats(const NodeView& node, int i) const;

 protected:
  TfLiteContext* context() const { return context_; }
  const DelegatedPartition& partition() const { return partition_; }
  const StaticTensors& statics() const { return statics_; }

 private:
  TfLiteContext* const context_;
  const DelegatedPartition& partition_;
  const StaticTensors statics_;
  // But for constants and variables; those that are missing are kInner.
  std::unordered_map<int, TensorRole> roles_;
  size_t num_unread_ = 0;
  int node_ = -1;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_BUILDER_H_
