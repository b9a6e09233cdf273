#ifndef DELEGATES_GPU_GPU_BUILDER_H_
#define DELEGATES_GPU_GPU_BUILDER_H_

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/partition_kernel.h"
#include "delegates/gpu/gpu_caps.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Elements of a constant, which they borrow from the graph or own.
class GpuFloats {
 public:
  explicit GpuFloats(const float* borrowed) : data_(borrowed) {}
  explicit GpuFloats(std::vector<float> own)
      : own_(std::make_shared<const std::vector<float>>(std::move(own))),
        data_(own_->data()) {}
  const float* data() const { return data_; }

 private:
  std::shared_ptr<const std::vector<float>> own_;
  const float* data_;
};

// Collects the nodes of a partition as calls of kernels. Values stand for
// tensors, dense and row-major as the host has them; FLOAT32 ones are of half
// precision where GpuPlanCaps::half says so, and kernels convert those that the
// host passes in or takes out.
class GpuBuilder {
 public:
  // Borrows everything while it lives.
  GpuBuilder(TfLiteContext* context, const DelegatedPartition& partition,
             const GpuPlanCaps& caps);

  const GpuCaps& caps() const { return caps_.device; }
  bool half() const { return caps_.half; }

  // The values of a node's tensors; of constants, copies of the elements.
  GpuValueId Input(const NodeView& node, int i);
  GpuValueId Output(const NodeView& node, int i);
  // The value that a variable, which is input i, has from here on. FLOAT32 ones
  // are of single precision.
  GpuValueId NextState(const NodeView& node, int i);

  // The elements of a FLOAT32 input that is known while planning.
  std::vector<float> Floats(const NodeView& node, int i) const;
  // The same, where they stand if that can be; for what a constant is filled
  // with.
  GpuFloats KnownFloats(const NodeView& node, int i) const;

  GpuValueId Inner(uint64_t bytes);
  // As many elements of the type that an output has on the device.
  GpuValueId InnerLike(const TensorView& output, int64_t elements);
  // Of the precision of FLOAT32 tensors.
  GpuValueId RealConstant(const std::vector<float>& data) {
    return half() ? HalfConstant(data) : Constant(data);
  }
  // Of single precision; a call of half precision takes its own copy.
  GpuValueId Constant(const std::vector<float>& data);
  GpuValueId Constant(const std::vector<int32_t>& data);
  // See GpuValue::fill.
  GpuValueId Constant(uint64_t bytes, std::function<void(void* to)> fill);
  // The value of faults, and the word that this node's call sets on this one.
  struct Fault {
    GpuValueId value;
    uint32_t word;
  };
  Fault AddFault(const NodeView& node, const std::string& what);
  // Nothing is computed for an output whose elements follow from constants.
  void DefineStatic(const NodeView& node, int output);

  // A kernel's call, whose label is the name of its kernel if it has none.
  void Add(GpuCall call);
  // The result of a function of each element. `channels` is the extent of the
  // last dimension.
  void AddMap(GpuValueId from, GpuValueId to, const GpuFunction& function,
              int64_t channels, std::string label);
  // The same elements.
  void AddCopy(GpuValueId from, GpuValueId to, std::string label);

  // Internal where a call was added that lacks an operand or a param.
  StatusOr<GpuGraph> Take();

 private:
  GpuValueId Value(int tensor);
  GpuValueId StateValue(int tensor, const TensorView& view,
                        GpuValue::Kind kind);
  GpuValueId ConstantBytes(const void* data, uint64_t bytes);
  GpuValueId HalfConstant(absl::Span<const float> data);
  // The value of half precision for a FLOAT32 tensor, and how it comes from the
  // host or goes there.
  GpuValueId HalfValue(int tensor, const TensorView& view);
  template <typename Kernel>
  void AddConversion(GpuValueId from, GpuValueId to, int64_t elements);

  TfLiteContext* const context_;
  const GpuPlanCaps& caps_;
  GpuGraph graph_;
  Status complete_;  // whether all calls are
  GpuValueId faults_ = kNoGpuValue;
  std::unordered_map<int, GpuValue::Kind> border_;  // by tensor
  std::unordered_map<int, GpuValueId> values_;      // by tensor
  // Outputs of the partition whose values are of half precision.
  struct Narrow {
    GpuValueId half, out;
    int64_t elements;
  };
  std::vector<Narrow> narrow_;
};

// The chain's function for clamping, with no code when it changes nothing.
GpuFunction ClampFunction(float min, float max);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_BUILDER_H_
