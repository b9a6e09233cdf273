#ifndef DELEGATES_GPU_KERNELS_KERNEL_CALL_H_
#define DELEGATES_GPU_KERNELS_KERNEL_CALL_H_

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

#include "delegates/gpu/graph/gpu_graph.h"

// What the headers that the build makes of kernel files refer to. Such a header
// has a struct for each kernel: callers set its constants, operands and params
// by name, and Call() puts them in the order that the kernel has them in.

namespace tflite::gpu {

// A param of any type, as its bits.
class GpuWord {
 public:
  GpuWord() = default;
  GpuWord(uint32_t bits) : bits_(bits), is_set_(true) {}  // NOLINT
  uint32_t bits() const { return bits_; }
  bool is_set() const { return is_set_; }

 private:
  uint32_t bits_ = 0;
  bool is_set_ = false;
};

// A param of type T: int32_t, uint32_t or float. Integers of other types are
// taken where they fit, which plans see to.
template <typename T>
class GpuParam : public GpuWord {
 public:
  GpuParam() = default;
  template <typename V, typename = std::enable_if_t<std::is_arithmetic_v<V>>>
  GpuParam(V value) : GpuWord(Bits(value)) {  // NOLINT
    static_assert(std::is_floating_point_v<T> == std::is_floating_point_v<V>);
  }

 private:
  template <typename V>
  static uint32_t Bits(V value) {
    if constexpr (std::is_floating_point_v<T>) {
      return FloatBits(value);
    } else {
      return static_cast<uint32_t>(value);
    }
  }
};

// The value of a specialization constant, and the one in the kernel file.
struct GpuConstantChoice {
  const char* name;
  int32_t value, otherwise;
};

// A call of `kernel`, in which grids and chains are to be set later. Constants
// with the kernel file's value are omitted from its spec. Without operands if
// one of them or of the params is not set: GpuBuilder refuses such a call.
// `post_operand` as in GpuCall.
GpuCall MakeGpuCall(std::string kernel,
                    std::initializer_list<GpuConstantChoice> constants,
                    std::initializer_list<GpuOperand> operands,
                    std::initializer_list<GpuWord> params,
                    int post_operand = -1, int post_unit = 1);

// A constant of a variant, or `otherwise` where it has none.
int32_t GpuConstantOf(const GpuKernelSpec& spec, std::string_view name,
                      int32_t otherwise);

// The grid of a kernel that counts by FLAT_ID() to `count`.
void SetFlatGrid(int64_t count, const GpuCaps& caps, GpuCall* call);
// Of one that gives each of `count` places a workgroup, of 64 where the device
// has them.
void SetGroupGrid(int64_t count, const GpuCaps& caps, GpuCall* call);

// The call of a kernel that counts by FLAT_ID() to its param `count`.
template <typename Kernel>
GpuCall FlatCall(Kernel kernel, int64_t count, const GpuCaps& caps) {
  kernel.count = count;
  GpuCall call = kernel.Call();
  SetFlatGrid(count, caps, &call);
  return call;
}

// The first numbers of `from` as params.
template <typename From, typename Params>
void SetAll(const From& from, Params& to) {
  for (size_t i = 0; i < std::size(to); ++i) to[i] = from[i];
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_KERNELS_KERNEL_CALL_H_
