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

// The role of a tensor in a partition.
enum class TensorRole {
  kVariable,  // state: a run reads the old value and writes a new one
  kConstant,  // elements are known at compile time
  kInput,     // host memory, read
  kOutput,    // host memory, written
  kInner,     // written and read inside the partition
  kUnread,    // written inside the partition, never read
};

// Elements of a constant, which either belong to the graph or are owned. Cheap
// to copy.
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

// Base class of builders, the objects to which Emit adds nodes
// (delegates/common/lowering.h): information about the partition's tensors that
// every back-end needs. Lives for one compilation.
class PartitionBuilder {
 public:
  // Does not own `context` and `partition`.
  PartitionBuilder(TfLiteContext* context, const DelegatedPartition& partition,
                   StaticTensors statics);
  virtual ~PartitionBuilder() = default;

  // Called by EmitPartition before a node is emitted.
  void StartNode(int index) { node_ = index; }
  // The graph's index of the node that is emitted; -1 before the first.
  int node() const { return node_; }

  TensorRole RoleOf(int tensor) const;
  bool IsOutput(int tensor) const;
  // The number of tensors that are kUnread.
  size_t num_unread() const { return num_unread_; }

  // The bytes of a kConstant of any type; may be unaligned.
  ConstantElements<char> KnownBytes(int tensor) const;
  // The elements of input `i`, a FLOAT32 kConstant; aligned.
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
  // Without constants and variables. Missing tensors are kInner.
  std::unordered_map<int, TensorRole> roles_;
  size_t num_unread_ = 0;
  int node_ = -1;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_BUILDER_H_
