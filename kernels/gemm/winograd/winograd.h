#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_H_

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/matrix.h"
#include "kernels/gemm/sharing/shared_buffer.h"
#include "kernels/gemm/winograd/winograd_plan.h"
#include "kernels/math/conv_window.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::kernels {

// A convolution of floats with 3x3 filters and stride 1 by Winograd's method:
// for each input channel 4 multiplications a result (2.25 with tiles of edge 4)
// instead of 9. Rounding errors are those of as many additions (edge 2), or
// twice as large. An infinite input makes NaN of all results of a tile; so may
// values whose products, of the largest input and filter of each channel, add
// up to more than 5e36 (edge 2) or 5e35 (edge 4): what the method computes in
// between is larger than the results.
//
// Once the filters are set, any number of threads may call Run at once.
class WinogradConv {
 public:
  // The edge of the tiles, 2 or 4, that are faster than the sums as they are
  // written; 0: none. It is the same on every machine, so that results do not
  // depend on which instruction set makes tiles pay.
  static int EdgeFor(const ConvWindow& window);

  WinogradConv() = default;
  // `in_channels` is a multiple of 16, `out_channels` of isa.float_nr.
  WinogradConv(int edge, int64_t in_channels, int64_t out_channels,
               const GemmIsa& isa = BestGemmIsa());

  int edge() const { return edge_; }
  int64_t in_channels() const { return filters_.k(); }
  int64_t out_channels() const { return out_channels_; }
  bool has_filters() const { return packed_ != nullptr; }
  // [out channel, 3, 3, in channel]. `threads` may be null. An error when there
  // is not enough memory. Shared with other objects of equal filters.
  Status SetFilters(const float* filters, ThreadPool* threads);

  WinogradPlan Plan(const ConvWindow& window, int threads) const;

  struct Args {
    const WinogradPlan* plan = nullptr;
    const float* in = nullptr;
    float* out = nullptr;
    const float* zeros = nullptr;  // in_channels
    const float* bias = nullptr;   // out_channels
    float min = 0, max = 0;
    void* scratch = nullptr;  // plan->scratch_bytes(), 64-byte aligned
  };
  void Run(const Args& args, ThreadPool& threads) const;

  size_t MemoryBytes() const {
    return packed_ == nullptr ? 0 : packed_->size();
  }

 private:
  int64_t positions() const { return int64_t{edge_ + 2} * (edge_ + 2); }
  int64_t panels() const { return out_channels_ / filters_.panel_columns(); }
  void PackPanel(const float* filters, int64_t panel, float* room);
  void TransformInput(const Args& args, const WinogradTask& task) const;
  void Multiply(const WinogradTask& task, int64_t panel) const;
  void MultiplyRows(const WinogradTask& task, int64_t panel) const;
  void TransformOutput(const Args& args, const WinogradTask& task,
                       int64_t panel) const;

  int edge_ = 0;
  int64_t out_channels_ = 0;
  // For each panel of output channels a panel of each position.
  GemmMatrix filters_;
  SharedBuffer packed_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_H_
