#ifndef DELEGATES_DSP_BENCH_KERNEL_CASE_H_
#define DELEGATES_DSP_BENCH_KERNEL_CASE_H_

#include "delegates/dsp/bench/guest.h"

// One run of a vector kernel on random data: packets counted, output compared
// with the scalar kernel's byte by byte, guards of output and scratch memory
// looked at.
namespace tflite::dsp::bench {

struct CaseResult {
  uint32_t packets;
  bool is_right;
  // Whether the output's bytes differ enough to tell right from wrong.
  bool is_varied;
  uint32_t scalar_packets;  // 0 where nothing was compared
};

// A window of one image, padded so that the output has ceil(input / stride)
// rows and columns.
Window SameWindow(int32_t height, int32_t width, int32_t in_channels,
                  int32_t out_channels, int32_t filter, int32_t stride);
// Small, of any filter, stride, dilation and padding, for given channels.
Window RandomWindow(Random& random, int32_t in_channels, int32_t out_channels,
                    int32_t most_filter_width);
// Of any extents, steps and padding: windows may lie outside of the image.
Window WildWindow(Random& random, int32_t in_channels, int32_t out_channels);
void PrintWindow(const Window& window);

// Elements of the output.
int64_t Outputs(const Window& window);

// Of a case with `is_small`, all inputs are the zero point: sums are biases, of
// up to so many units.
constexpr int32_t kSmallSums = 4;

// A convolution.
struct DenseCase {
  Window window;
  int32_t groups = 1;
  bool is_signed = true;
  // Factors that the fast requantization covers, as trained models have them.
  bool is_quick = true;
  int32_t weights_zero_point = 128;
  bool is_extreme = false;  // MakeFinish
  bool is_small = false;
};
DenseCase RandomDenseCase(Random& random);
CaseResult RunConv2d(Arena& arena, Random& random, const DenseCase& c,
                     bool compare);
// 256 products and 16 outputs a packet.
int64_t Conv2dBound(const DenseCase& c);
// Bytes of weights that the tiles of pixels load.
int64_t Conv2dWeightBytes(const DenseCase& c);

// A fully connected layer.
struct RowsCase {
  int32_t rows, depth, units;
  bool is_signed = true;
  bool is_quick = true;
  int32_t weights_zero_point = 128;
  bool is_extreme = false;
  bool is_small = false;
  // If not negative, the channel whose factor is the only one that the fast
  // requantization does not cover.
  int32_t slow_channel = -1;
};
RowsCase RandomRowsCase(Random& random);
CaseResult RunFullyConnected(Arena& arena, Random& random, const RowsCase& c,
                             bool compare);
// As a convolution; a single row cannot share weights: 128 products a packet.
int64_t FullyConnectedBound(const RowsCase& c);
int64_t FullyConnectedWeightBytes(const RowsCase& c);

struct DepthwiseCase {
  Window window;
  bool is_signed = true;
  bool is_quick = true;
  int32_t weights_zero_point = 0;
  int32_t least_weight = -127, greatest_weight = 127;
  bool is_extreme = false;
  bool is_small = false;
};
DepthwiseCase RandomDepthwiseCase(Random& random);
CaseResult RunDepthwise(Arena& arena, Random& random, const DepthwiseCase& c,
                        bool compare);
// A packet a quad of the filter and 32 outputs, and 16 outputs a packet.
int64_t DepthwiseBound(const DepthwiseCase& c);
int64_t DepthwiseWeightBytes(const DepthwiseCase& c);

// How the operands of a sum are scaled.
enum class Scales { kEqual, kSecond, kFirst, kBoth };
// Whether the second operand is stretched: one element, or a row of 24.
enum class Stretch { kNone, kElement, kRow };
struct BinaryCase {
  BinaryForm8 form;
  bool is_signed;
  Scales scales;
  bool subtract = false;  // of RunBinary
  Stretch stretch = Stretch::kNone;
};
// Operands of so many elements.
CaseResult RunBinary(Arena& arena, Random& random, const BinaryCase& c,
                     int32_t count);
// A table of two operands, neither of which is a scalar.
CaseResult RunTableOfPairs(Arena& arena, Random& random, int32_t count);
// A product of rows of so many elements; those of one operand, the first or the
// second one, lie two apart.
CaseResult RunSpreadProduct(Arena& arena, Random& random, int32_t count,
                            bool second);
// Any form, ranks, and operands that are stretched.
CaseResult RunRandomBinary(Arena& arena, Random& random);
// Sums, squared differences and products with shifts and factors that no model
// has.
CaseResult RunWildBinary(Arena& arena, Random& random);

CaseResult RunMap(Arena& arena, Random& random, int32_t count);
CaseResult RunFill(Arena& arena, Random& random);
// Boxes of elements of any size, with gaps between the rows.
CaseResult RunRandomCopy(Arena& arena, Random& random);
// Of any strides, and of `element_bytes` up to 8.
CaseResult RunRandomBox(Arena& arena, Random& random);
// Of bytes, with these strides, not negative.
CaseResult RunBox(Arena& arena, Random& random, int32_t rank,
                  const int32_t* extents, const int32_t* in_strides,
                  const int32_t* out_strides);
CaseResult RunRandomTake(Arena& arena, Random& random);

CaseResult RunPool(Arena& arena, Random& random, const Window& window,
                   PoolForm form, bool is_signed);
CaseResult RunRandomPool(Arena& arena, Random& random);
CaseResult RunRandomReduce(Arena& arena, Random& random);
// The same with any bounds and factors, some of them of the other type; pools
// also with as many elements as vectors divide by, and more.
CaseResult RunWildPool(Arena& arena, Random& random);
CaseResult RunWildReduce(Arena& arena, Random& random);
// Bounds that hold for INT8 or UINT8; a part of the range.
void AnyBounds(Random& random, int32_t* min, int32_t* max);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_KERNEL_CASE_H_
