#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_BYTES_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gemm/isa.h"
#include "kernels/gemm/sharing/shared_buffer.h"
#include "kernels/gemm/sinks.h"
#include "kernels/gemm/winograd/winograd_plan.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// A convolution of 8-bit integers with 3x3 filters and stride 1 by Winograd's
// method: 4 multiplications a result instead of 9, and the same results bit for
// bit. The packed filters take 32 bytes for each 9 weights.
//
// Once the filters are set, any number of threads may call Run at once.
class WinogradByteConv {
 public:
  // How the operands store integers: real = scale * (stored - zero_point).
  struct Types {
    bool unsigned_input = false;  // UINT8, otherwise INT8
    int32_t input_zero_point = 0;
    bool unsigned_filters = false;
    int32_t filters_zero_point = 0;
  };

  // Whether it is faster than the sums as they are written.
  static bool Pays(const ConvWindow& window, const GemmIsa& isa);

  WinogradByteConv() = default;
  // For windows that Pays() is true of, or others with as many channels.
  WinogradByteConv(const ConvWindow& window, const Types& types,
                   const GemmIsa& isa = BestGemmIsa());

  // False if made without arguments.
  bool used() const { return isa_ != nullptr; }
  // Whether one made with these arguments would be the same.
  bool Takes(const ConvWindow& window, const Types& types) const;
  bool has_filters() const { return packed_ != nullptr; }
  // [out channel, 3, 3, in channel]. `threads` may be null. An error when there
  // is not enough memory. Shared with other objects of equal filters.
  Status SetFilters(const uint8_t* filters, ThreadPool* threads);
  // One for each output channel, or null.
  void SetBias(const int32_t* bias);

  WinogradPlan Plan(const ConvWindow& window, int threads) const;

  struct Args {
    const WinogradPlan* plan = nullptr;
    const uint8_t* in = nullptr;
    uint8_t* out = nullptr;
    const GemmRequantizer* requantizer = nullptr;  // of the output channels
    void* scratch = nullptr;  // plan->scratch_bytes(), 64-byte aligned
  };
  void Run(const Args& args, ThreadPool& threads) const;

  size_t MemoryBytes() const;

 private:
  int64_t panels() const { return out_channels_ / kWinogradByteColumns; }
  int64_t panel_elements() const { return in_channels_ * kWinogradByteColumns; }
  void PackPanel(const uint8_t* filters, int64_t panel, int16_t* room,
                 int16_t* packed) const;
  void TransformInput(const Args& args, const WinogradTask& task) const;
  void Multiply(const WinogradTask& task, int64_t panel) const;
  void TransformOutput(const Args& args, const WinogradTask& task,
                       int64_t panel) const;

  const GemmIsa* isa_ = nullptr;
  int64_t in_channels_ = 0, out_channels_ = 0;
  Types types_;
  std::vector<uint8_t> outside_;  // a pixel
  std::vector<int32_t> bias_;
  // For each panel of output channels a panel of each position.
  SharedBuffer packed_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_BYTES_H_
