#ifndef KERNELS_CONV_2D_CONV_2D_COMPUTE_H_
#define KERNELS_CONV_2D_CONV_2D_COMPUTE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/conv_2d/conv_2d.h"
#include "kernels/gemm/packed_sum.h"
#include "kernels/gemm/winograd/winograd.h"
#include "kernels/gemm/winograd/winograd_bytes.h"

namespace tflite::kernels {

// How a convolution of one window geometry is cut up. The geometry is the
// operator's, or one with other heights: a strip of the image.
struct Conv2dPlan {
  GemmWindow window;        // of one group
  bool one_by_one = false;  // the windows are the input's pixels, in order
  GemmPlan product;
  // Groups that may run at once, each by one thread.
  int group_tasks = 1;
  // In place of `product`.
  std::optional<WinogradPlan> winograd;

  uint64_t scratch_bytes() const {
    if (winograd) return winograd->scratch_bytes();
    return product.scratch_bytes() * static_cast<uint64_t>(group_tasks);
  }
};

// CONV_2D as a product of the input's windows with packed filters, or by
// Winograd's method, on plain memory: what the operator's fast kernel and
// delegates/cpu run. Once the filters are set, any number of threads may call
// Run at the same time. Constant filters of floats with a single window, which
// is the whole input, stay as they are stored
// (kernels/gemm/stored/float_row.h).
class Conv2dCompute {
 public:
  // Other operators are left to the reference kernel.
  static bool Supports(const Conv2d& op);
  // Whether each run reads the filters and the bias, and none are set. The sums
  // then have bits of their own.
  static bool ReadsStored(const Conv2d& op);

  // Quick; keeps filters that were packed for the same extents. An error when
  // there is not enough memory. `isa` decides whether bytes are transformed.
  Status Init(const Conv2d& op, const GemmIsa& isa = BestGemmIsa());
  bool reads_stored() const { return reads_stored_; }
  bool has_filters() const;
  // Whether results are sums of transformed windows, so that the bits of floats
  // depend on where tiles begin: strips of an image would have others. Strips
  // of bytes would cut tiles.
  bool by_winograd() const {
    return winograd_.edge() != 0 || byte_winograd_.used();
  }
  // Packs the filters, one float or byte per weight in the operator's layout
  // (4-bit and 2-bit ones unpacked); `scale` as in PackedSum::SetWeights. Then
  // SetBias must follow. `threads` may be null. An error when there is not
  // enough memory.
  Status SetFilters(const Conv2d& op, const void* filters, float scale,
                    ThreadPool* threads);
  // Elements of op.sum.bias_type; null without a bias.
  void SetBias(const void* bias);

  // `window` differs from the operator's in heights and vertical padding only.
  Conv2dPlan Plan(const Conv2d& op, const ConvWindow& window,
                  int threads) const;

  // row_offsets: one per image.
  struct Args : PackedSumArgs<Conv2dPlan> {
    // If reads_stored(), and for RunStreamed; `bias` may be null.
    const void* filters = nullptr;
    const void* bias = nullptr;
  };
  void Run(const Conv2d& op, const Args& args, ThreadPool& threads) const;

  // PackedSum::TakesUnsignedRows.
  bool TakesUnsignedRows() const {
    return !groups_.empty() && groups_[0].TakesUnsignedRows();
  }

  // Whether a first run should be RunStreamed, for which no filters are set
  // (kernels/gemm/stored/streamed_sum.h).
  bool StreamsFirstRun(const Conv2d& op) const;
  // The scratch memory of RunStreamed, by `threads` at once.
  uint64_t StreamedBytes(const Conv2d& op, int threads) const;
  void RunStreamed(const Conv2d& op, const Args& args, int most_threads,
                   ThreadPool& threads) const;

  size_t MemoryBytes() const;

 private:
  GemmLeft LeftOf(const Conv2dPlan& plan, const void* in) const;
  void SetByteWinograd(const Conv2d& op, const GemmIsa& isa);
  void RunWinograd(const Conv2d& op, const Args& args,
                   ThreadPool& threads) const;

  std::vector<PackedSum> groups_;  // none if by_winograd() or reads_stored()
  WinogradConv winograd_;
  std::vector<float> winograd_bias_;
  WinogradByteConv byte_winograd_;
  GemmRequantizer requantizer_;  // for byte_winograd_
  std::vector<float> zeros_;     // a run of padding
  bool reads_stored_ = false;
};

// Elements of one image of the input.
inline int64_t ImageElements(const ConvWindow& w) {
  return int64_t{w.in_height} * w.in_width * w.in_channels;
}

}  // namespace tflite::kernels

#endif  // KERNELS_CONV_2D_CONV_2D_COMPUTE_H_
