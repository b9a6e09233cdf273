#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;

constexpr int kMaxSlots = 64;
// Sums that stay in the first-level cache until they are requantized.
constexpr int64_t kSumsAtOnce = 4096;
constexpr int64_t kMaxPixels = kGemmRequantRows;
// The pointers or offsets of a window's taps, and sums of some pixels, are so
// much longer than what is used of them.
constexpr int64_t kPadding = 64;

int64_t Taps(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width;
}

int64_t ImageElements(const ConvWindow& w) {
  return int64_t{w.in_height} * w.in_width * w.in_channels;
}

// Whether the input with repeated channels is small enough for scratch memory.
bool RepeatFits(const ConvWindow& w) {
  return double{1} * w.batch * w.in_height * w.in_width * w.out_channels * 4 <
         2e9;
}

bool ByProduct(const DepthwiseConv2d& op) {
  return op.window.in_channels == 1 &&
         PackedSum::Supports(op.sum, Taps(op.window));
}

bool UnsignedWeights(const WeightedSum& sum) {
  return sum.weights_type == kTfLiteUInt8 && !sum.weights_as_int8;
}

// Whether the windows are those of DepthwiseIntLine, or of several lines.
bool FitsLines(const ConvWindow& w) {
  return w.filter_height == 3 && w.filter_width == 3 && w.stride_width <= 2 &&
         (w.dilation_width == 1 || w.stride_width == 1);
}

bool HasLines(const GemmIsa& isa, int64_t wide) {
  const DepthwiseIntKernel& kernel = DepthwiseKernelOf(isa);
  return wide > 1 ? kernel.line_apart : kernel.line != nullptr;
}

// The filter with the taps of DepthwiseIntLine: column by column, the fourth
// line of a column without weight.
std::vector<int8_t> ByColumns(const int8_t* filter, int64_t channels,
                              int32_t zero_point) {
  std::vector<int8_t> out(static_cast<size_t>(12 * channels),
                          static_cast<int8_t>(zero_point));
  for (int64_t x = 0; x < 3; ++x) {
    for (int64_t y = 0; y < 3; ++y) {
      std::copy_n(filter + (3 * y + x) * channels, channels,
                  out.data() + (4 * x + y) * channels);
    }
  }
  return out;
}

// `rows` of `n` values, each row several times in turn.
template <typename T>
std::vector<T> Repeated(const T* values, int64_t rows, int64_t n,
                        int64_t times) {
  std::vector<T> out(static_cast<size_t>(rows * n * times));
  for (int64_t i = 0; i < rows * times; ++i) {
    std::copy_n(values + i / times * n, n, out.data() + i * n);
  }
  return out;
}

}  // namespace

const DepthwiseIntKernel& DepthwiseKernelOf(const GemmIsa& isa) {
  return isa.depthwise_bytes.run != nullptr ? isa.depthwise_bytes
                                            : isa.depthwise_int16;
}

bool DepthwiseConv2dCompute::Supports(const DepthwiseConv2d& op) {
  // Without channels, no weights bound the taps, which memory is needed for.
  if (op.window.out_channels == 0) return false;
  if (ByProduct(op)) return true;
  if (op.sum.input_type == kTfLiteInt16) return false;
  if (op.multiplier > 1 && !RepeatFits(op.window)) return false;
  if (op.sum.kind == Kind::kFloat) return true;
  return DepthwiseWeights::Supports(Taps(op.window), op.window.out_channels) &&
         Taps(op.window) < 32768;
}

Status DepthwiseConv2dCompute::Init(const DepthwiseConv2d& op, int threads) {
  const ConvWindow& w = op.window;
  by_product = ByProduct(op);
  if (by_product) {
    TFLL_RETURN_IF_ERROR(product.Init(op.sum, 0, w.out_channels, Taps(w)));
    window.geometry = w;
    window.channels = 1;
    window.pixel_stride = 1;
    zeros.assign(window.run_elements(), 0.0f);
    plan = product.Plan(window.rows(), &window, threads);
    slots = 1;
    slot_bytes = plan.scratch_bytes();
    return OkStatus();
  }
  offsets.clear();
  weight_offsets.clear();
  for (int64_t fy = 0; fy < w.filter_height; ++fy) {
    for (int64_t fx = 0; fx < w.filter_width; ++fx) {
      offsets.push_back(
          (fy * w.dilation_height * w.in_width + fx * w.dilation_width) *
          w.out_channels);
      weight_offsets.push_back((fy * w.filter_width + fx) * w.out_channels);
    }
  }
  const DepthwiseIntKernel& kernel = DepthwiseKernelOf(weights.isa());
  const bool lines = kernel.line != nullptr && FitsLines(w) &&
                     w.out_channels % kernel.line_multiple == 0;
  wide = lines ? 1 : DepthwiseWidePixels(op, weights.isa());
  const int64_t padded = w.out_channels * wide + kPadding;
  pixels = std::min(kMaxPixels, std::max<int64_t>(1, kSumsAtOnce / padded));
  slot_bytes = static_cast<uint64_t>(
      ((Taps(w) + kPadding) * 16 + padded * pixels * 4 + 63) / 64 * 64);
  if (wide > 1) {
    slot_bytes = DepthwiseWideSlotBytes(op, *this, Taps(w) + kPadding, padded);
  }
  slots = std::min(kMaxSlots, threads);
  return OkStatus();
}

uint64_t DepthwiseConv2dCompute::repeat_bytes(const DepthwiseConv2d& op,
                                              const ConvWindow& w) const {
  if (by_product || op.multiplier == 1) return 0;
  const int64_t bytes = op.sum.kind == Kind::kFloat ? 4 : 1;
  return static_cast<uint64_t>(int64_t{w.batch} * w.in_height * w.in_width *
                               w.out_channels * bytes);
}

uint64_t DepthwiseConv2dCompute::row_bytes(const DepthwiseConv2d& op,
                                           int64_t batch) const {
  if (by_product || op.sum.kind == Kind::kFloat) return 0;
  // A pixel of padding, and where sums start, for every image.
  const int64_t channels = op.window.out_channels;
  const int64_t padded = channels * wide + kPadding;
  return static_cast<uint64_t>((batch + 1) * (padded * 4 + channels));
}

Status DepthwiseConv2dCompute::SetFilter(const DepthwiseConv2d& op,
                                         const void* filter, float scale,
                                         const void* bias) {
  const int64_t channels = op.window.out_channels;
  if (by_product) {
    GemmSource source;
    source.data = filter;
    source.column_stride = 1;
    source.depth_stride = channels;
    TFLL_RETURN_IF_ERROR(product.SetWeights(source, scale));
    product.SetBias(bias);
    return OkStatus();
  }
  if (op.sum.kind == Kind::kFloat) return OkStatus();
  const bool is_unsigned = UnsignedWeights(op.sum);
  std::vector<int8_t> repeated;
  const auto* values = static_cast<const int8_t*>(filter);
  if (wide > 1) {
    repeated = Repeated(values, Taps(op.window), channels, wide);
    values = repeated.data();
  }
  const int32_t zero_point = op.sum.weights_zero_point;
  by_lines = false;
  if (FitsLines(op.window) && HasLines(weights.isa(), wide)) {
    weights.Pack(ByColumns(values, channels * wide, zero_point).data(),
                 is_unsigned, zero_point, 12, channels * wide);
    by_lines = wide == 1 ? weights.has_line() : weights.has_apart_lines();
  }
  if (!by_lines) {
    weights.Pack(values, is_unsigned, zero_point, Taps(op.window),
                 channels * wide);
  }
  start.resize(weights.padded_channels());
  if (op.sum.kind == Kind::kHybrid) {
    column_scales.resize(channels);
    for (int32_t c = 0; c < channels; ++c) {
      column_scales[c] = HybridScale(op.sum, scale, c);
    }
    return OkStatus();
  }
  std::vector<int32_t> biases;
  if (op.sum.has_bias()) {
    biases = Repeated(static_cast<const int32_t*>(bias), 1, channels, wide);
  }
  weights.Start(op.sum.input_type == kTfLiteUInt8, op.sum.input_zero_point,
                biases.empty() ? nullptr : biases.data(), start.data());
  const std::vector<QuantizedMultiplier> factors =
      Repeated(op.sum.multipliers.data(), 1, channels, wide);
  const int64_t most_sum = GemmMostSum(Taps(op.window), biases.data(),
                                       static_cast<int64_t>(biases.size()));
  requantizer = GemmRequantizer(factors.data(), channels * wide,
                                op.sum.output_zero_point, op.sum.integer_range,
                                BestGemmIsa(), Halves::kAwayFromZero, most_sum);
  return OkStatus();
}

const void* RepeatChannels(const DepthwiseConv2d& op, const ConvWindow& w,
                           const void* in, int bytes, void* out,
                           ThreadPool& threads) {
  if (op.multiplier == 1) return in;
  const int64_t elements = int64_t{w.batch} * ImageElements(w);
  constexpr int64_t kGrain = 1 << 14;  // the least for a thread
  const auto repeat = [&](auto type) {
    using T = decltype(type);
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    threads.ParallelFor(elements, kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        std::fill_n(to + i * op.multiplier, op.multiplier, from[i]);
      }
    });
  };
  if (bytes == 4) {
    repeat(float{});
  } else {
    repeat(uint8_t{});
  }
  return out;
}

void DepthwiseConv2dCompute::Run(const DepthwiseConv2d& op,
                                 const DepthwiseConv2dArgs& args,
                                 ThreadPool& threads) const {
  const ConvWindow& w = args.window;
  if (w.batch == 0 || w.out_height == 0 || w.out_width == 0 ||
      w.out_channels == 0) {
    return;
  }
  if (!by_product) {
    return op.sum.kind == Kind::kFloat
               ? RunDepthwiseFloat(op, *this, args, threads)
               : RunDepthwiseIntegers(op, *this, args, threads);
  }
  PackedSumRows rows;
  PackedSum::Job job;
  if (op.sum.kind == Kind::kHybrid) {
    rows = args.rows->View(int64_t{w.out_height} * w.out_width);
    job.rows = &rows;
    job.row_offsets = args.rows->row_offsets();
  }
  job.plan = &plan;
  job.left.data = args.in;
  job.left.rows = window.rows();
  job.left.window = &window;
  job.left.zeros = zeros.data();
  job.out = args.out;
  job.layout.row_stride = w.out_channels;
  job.scratch = args.slots;
  product.Run(job, threads);
}

}  // namespace tflite::kernels
