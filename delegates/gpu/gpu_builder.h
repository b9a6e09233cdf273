#ifndef DELEGATES_GPU_GPU_BUILDER_H_
#define DELEGATES_GPU_GPU_BUILDER_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/value_builder.h"
#include "delegates/gpu/gpu_caps.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

using GpuFloats = ConstantElements<float>;

// Collects the nodes of a partition as calls of kernels. FLOAT32 values are of
// half precision where GpuPlanCaps::half says so, and kernels convert those
// that the host passes in or takes out; variables stay at single precision.
class GpuBuilder : public CallBuilder<GpuCall> {
 public:
  // Borrows everything while it lives.
  GpuBuilder(TfLiteContext* context, const DelegatedPartition& partition,
             const GpuPlanCaps& caps)
      : CallBuilder(context, partition, caps.statics), caps_(caps) {}

  const GpuCaps& caps() const { return caps_.device; }
  bool half() const { return caps_.half; }

  // As many elements of the type that an output has on the device.
  GpuValueId InnerLike(const TensorView& output, int64_t elements);
  // Of the precision of FLOAT32 tensors; Constant is of single precision, and a
  // call of half precision takes its own copy.
  GpuValueId RealConstant(const std::vector<float>& data) {
    return half() ? HalfConstant(data) : Constant(data);
  }
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
  GpuValueId NewValue(int tensor, const TensorView& view) override;
  GpuValueId HalfConstant(absl::Span<const float> data);
  GpuValueId HalfInner(uint64_t bytes);
  // The value of half precision for a FLOAT32 tensor, and how it comes from the
  // host or goes there.
  GpuValueId HalfValue(int tensor, const TensorView& view);
  template <typename Kernel>
  void AddConversion(GpuValueId from, GpuValueId to, int64_t elements);

  const GpuPlanCaps& caps_;
  Status complete_;  // an error if a call lacks an operand or parameter
  // Outputs of the partition whose values are of half precision.
  struct Narrow {
    GpuValueId half, out;
    int64_t elements;
    int node;
  };
  std::vector<Narrow> narrow_;
};

// The chain's function for clamping, with no code when it changes nothing.
GpuFunction ClampFunction(float min, float max);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_BUILDER_H_
