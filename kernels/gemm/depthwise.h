#ifndef KERNELS_GEMM_DEPTHWISE_H_
#define KERNELS_GEMM_DEPTHWISE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gemm/isa.h"

namespace tflite::kernels {

// The weights of a depthwise convolution of bytes, packed for the machine's
// kernel. Immutable once packed.
class DepthwiseWeights {
 public:
  explicit DepthwiseWeights(const GemmIsa& isa = BestGemmIsa()) : isa_(&isa) {}

  // False where packing would take unreasonably much memory.
  static bool Supports(int64_t taps, int64_t channels);

  // weights[t * channels + c], bytes that are INT8 or UINT8, less `zero_point`.
  void Pack(const int8_t* weights, bool is_unsigned, int32_t zero_point,
            int64_t taps, int64_t channels);

  // The start value of a sum of Run, which accounts for the input's zero point:
  // `bias`, one per channel or null, adjusted. Writes padded_channels() values.
  void Start(bool is_unsigned, int32_t zero_point, const int32_t* bias,
             int32_t* start) const;

  // Sums of one result pixel. `in` has padded_taps() pointers, the last ones to
  // any readable pixels; `sums` has room for padded_channels().
  void Run(const uint8_t* const* in, bool is_unsigned, int32_t zero_point,
           const int32_t* start, int32_t* sums) const;

  // Of weights with the taps of DepthwiseIntLine: whether RunLine can be
  // called, which does what Run does for each of the line's results. The caller
  // leaves out `channels`, `weights`, `parts`, `is_unsigned` and `flip`.
  bool has_line() const { return kernel_->line != nullptr; }
  // Whether lines may have stride 0.
  bool has_apart_lines() const { return kernel_->line_apart; }
  void RunLine(DepthwiseIntLine line, bool is_unsigned) const;

  const GemmIsa& isa() const { return *isa_; }
  int64_t padded_taps() const { return padded_taps_; }
  int64_t padded_channels() const { return padded_channels_; }
  bool empty() const { return packed_.empty(); }
  size_t MemoryBytes() const { return packed_.size() + sums_.size() * 4; }

 private:
  template <typename T>
  void PackPlaces(const std::vector<int16_t>& values, int64_t tap,
                  int64_t channel, int part, T* out) const;
  template <typename T>
  void PackAs(const std::vector<int16_t>& values, T* out);
  uint8_t Flip(bool is_unsigned) const;
  bool bytes() const { return kernel_ == &isa_->depthwise_bytes; }

  const GemmIsa* isa_;
  const DepthwiseIntKernel* kernel_ = nullptr;
  int parts_ = 1;  // bytes whose sum is a weight
  int64_t taps_ = 0, padded_taps_ = 0, channels_ = 0, padded_channels_ = 0;
  std::vector<uint8_t> packed_;
  std::vector<int32_t> sums_;  // of each channel's weights
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_DEPTHWISE_H_
