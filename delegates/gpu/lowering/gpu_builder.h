#ifndef DELEGATES_GPU_LOWERING_GPU_BUILDER_H_
#define DELEGATES_GPU_LOWERING_GPU_BUILDER_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/value_builder.h"
#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/lowering/gpu_caps.h"

namespace tflite::gpu {

using namespace delegates;

using GpuFloats = ConstantElements<float>;

// Collects the nodes of a partition as kernel calls. If GpuPlanCaps::half is
// set, FLOAT32 values have half precision, and kernels convert those that come
// from or go to the host; variables keep single precision.
class GpuBuilder : public CallBuilder<GpuCall> {
 public:
  // Does not own its arguments, which must outlive it.
  GpuBuilder(TfLiteContext* context, const DelegatedPartition& partition,
             const GpuPlanCaps& caps)
      : CallBuilder(context, partition, caps.statics), caps_(caps) {}

  const GpuCaps& caps() const { return caps_.device; }
  bool half() const { return caps_.half; }

  // An inner value with `elements` elements of the type that `output` has on
  // the device.
  GpuValueId InnerLike(const TensorView& output, int64_t elements);
  // A constant with the precision that FLOAT32 tensors have on the device.
  // Constant() always has single precision; a half-precision call uses a
  // converted copy.
  GpuValueId RealConstant(const std::vector<float>& data) {
    return half() ? HalfConstant(data) : Constant(data);
  }
  // Defines an output whose elements are known at compile time, so that nothing
  // is computed for it.
  void DefineStatic(const NodeView& node, int output);

  // Adds a kernel call. Without a label, it gets the kernel's name.
  void Add(GpuCall call);
  // Applies a function to each element. `channels` is the extent of the last
  // dimension.
  void AddMap(GpuValueId from, GpuValueId to, const GpuFunction& function,
              int64_t channels, std::string label);
  // Copies the elements.
  void AddCopy(GpuValueId from, GpuValueId to, std::string label);

  // Returns the graph; Internal if a call lacks an operand or parameter.
  StatusOr<GpuGraph> Take();

 private:
  GpuValueId NewValue(int tensor, const TensorView& view) override;
  GpuValueId HalfConstant(absl::Span<const float> data);
  GpuValueId HalfInner(uint64_t bytes);
  // The half-precision value of a FLOAT32 tensor, with a conversion from or to
  // the host's value for tensors at the boundary.
  GpuValueId HalfValue(int tensor, const TensorView& view);
  template <typename Kernel>
  void AddConversion(GpuValueId from, GpuValueId to, int64_t elements);

  const GpuPlanCaps& caps_;
  Status complete_;  // an error if a call lacks an operand or parameter
  // Outputs of the partition that have half precision on the device.
  struct Narrow {
    GpuValueId half, out;
    int64_t elements;
    int node;
  };
  std::vector<Narrow> narrow_;
};

// A function that clamps to [min, max]; has no code if it changes nothing.
GpuFunction ClampFunction(float min, float max);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_GPU_BUILDER_H_
