#include "testing/conformance/threads/limit_cases.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {
namespace {

using base::StrCat;
using Cases = std::vector<Case>;

// Also more than an extent may be, as a stored value.
constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

Case Limit(const char* of, int64_t value) {
  return Case(StrCat(of, value), "limit");
}

// What a tensor of shape {1, n, 0} may become: it has no elements, so that no
// memory is needed however large the extents are.
void AddExtents(Cases& cases) {
  for (const int64_t v : {0, 1 << 24, (1 << 24) + 1}) {
    cases.push_back(Limit("Size", v)
                        .Op(kTfLiteBuiltinResizeNearestNeighbor,
                            TfLiteResizeNearestNeighborParams{})
                        .In(kFloat32, {1, 1, 1, 0})
                        .List({1, static_cast<double>(v)})
                        .Out(kFloat32));
  }
  for (const int v : {(1 << 30) - 1, 1 << 30}) {
    cases.push_back(Limit("Extent", v)
                        .Op(kTfLiteBuiltinConcatenation,
                            TfLiteConcatenationParams{1, kTfLiteActNone})
                        .In(kFloat32, {0, 1 << 30})
                        .In(kFloat32, {0, v})
                        .Out(kFloat32));
  }
  for (const int64_t v : {int64_t{-1}, int64_t{0}, kMost, kMost + 1}) {
    const double value = static_cast<double>(v);
    cases.push_back(Limit("Depth", v)
                        .Op(kTfLiteBuiltinOneHot, TfLiteOneHotParams{-1})
                        .In(kInt32, {0})
                        .Const(kInt64, {}, {value})
                        .Const(kFloat32, {}, {1})
                        .Const(kFloat32, {}, {0})
                        .Out(kFloat32));
    cases.push_back(Limit("Segments", v)
                        .Op(kTfLiteBuiltinUnsortedSegmentSum)
                        .In(kFloat32, {1, 0})
                        .Const(kInt32, {1}, {0})
                        .Const(kInt64, {}, {value})
                        .Out(kFloat32));
    cases.push_back(
        Limit("Extent", v)
            .Op(kTfLiteBuiltinRandomUniform, TfLiteRandomParams{12, 34})
            .List({value, 0}, kInt64)
            .Out(kFloat32)
            .OnlyShapes());
  }
  // Beside an extent that is zero, which of them are computed at all.
  for (const int v : {1 << 24, (1 << 24) + 1}) {
    cases.push_back(Limit("NoElements", v)
                        .Op(kTfLiteBuiltinAbs)
                        .In(kFloat32, {0, v})
                        .Out(kFloat32));
  }
}

void AddBlocks(Cases& cases) {
  const auto add = [&](const char* of, int64_t v, double block, double before,
                       double after) {
    for (const int code :
         {kTfLiteBuiltinSpaceToBatchNd, kTfLiteBuiltinBatchToSpaceNd}) {
      cases.push_back(Limit(of, v)
                          .Op(code)
                          .In(kFloat32, {0, 0, 0})
                          .List({block}, kInt64)
                          .Const(kInt64, {1, 2}, {before, after})
                          .Out(kFloat32));
    }
  };
  for (const int64_t v : {int64_t{0}, kMost, kMost + 1}) {
    add("Block", v, static_cast<double>(v), 0, 0);
  }
  for (const int64_t v : {int64_t{-1}, kMost, kMost + 1}) {
    add("Before", v, 1, static_cast<double>(v), 0);
    add("After", v, 1, 0, static_cast<double>(v));
  }
  // Two rows are so far apart that there are 2^31 - 1 in all, or one more.
  for (const int64_t v : {int64_t{0}, kMost - 1, kMost}) {
    const double value = static_cast<double>(v);
    cases.push_back(Limit("Dilation", v)
                        .Op(kTfLiteBuiltinDilate)
                        .In(kFloat32, {2, 0})
                        .List({value, 1})
                        .Const(kFloat32, {}, {0})
                        .Out(kFloat32));
    TfLiteStablehloReduceWindowParams params{};
    for (int d = 0; d < 2; ++d) {
      params.window_dimensions[d] = params.window_strides[d] = 1;
      params.base_dilations[d] = params.window_dilations[d] = 1;
    }
    params.base_dilations[0] = v;
    params.body_subgraph_index = 1;
    cases.push_back(Limit("Dilation", v)
                        .Op(kTfLiteBuiltinStablehloReduceWindow, params)
                        .In(kFloat32, {2, 0})
                        .Const(kFloat32, {}, {0})
                        .Out(kFloat32)
                        .NextGraph()
                        .Op(kTfLiteBuiltinStablehloAdd)
                        .In(kFloat32, {})
                        .In(kFloat32, {})
                        .Out(kFloat32));
  }
}

// More dimensions than a mask has bits: the last one has none.
void AddMasks(Cases& cases) {
  for (const int rank : {32, 33}) {
    TfLiteStridedSliceParams params{};
    params.begin_mask = params.end_mask = 1;
    params.shrink_axis_mask = 2;
    std::vector<double> zeros(rank), ones(rank, 1);
    zeros[0] = zeros[rank - 1] = 1;
    cases.push_back(Limit("Rank", rank)
                        .Op(kTfLiteBuiltinStridedSlice, params)
                        .In(kFloat32, std::vector<int>(rank, 1))
                        .List(zeros)
                        .List(ones)
                        .List(ones)
                        .Out(kFloat32));
  }
}

void AddPaddings(Cases& cases) {
  for (const int64_t v :
       {-(1 << 30) - 1, -(1 << 30), 0, 1 << 30, (1 << 30) + 1}) {
    for (const char* of : {"Low", "High", "Interior"}) {
      TfLiteStablehloPadParams params{};
      int64_t* amounts = of[0] == 'L'   ? params.edge_padding_low
                         : of[0] == 'H' ? params.edge_padding_high
                                        : params.interior_padding;
      amounts[0] = v;
      cases.push_back(Limit(of, v)
                          .Op(kTfLiteBuiltinStablehloPad, params)
                          .In(kFloat32, {1, 0})
                          .Const(kFloat32, {}, {0})
                          .Out(kFloat32));
    }
  }
  for (const int64_t v :
       {kMost - 1, kMost, int64_t{1} << 40, (int64_t{1} << 40) + 1}) {
    for (const bool before : {true, false}) {
      const double value = static_cast<double>(v);
      cases.push_back(Limit(before ? "Before" : "After", v)
                          .Op(kTfLiteBuiltinPad)
                          .In(kFloat32, {1, 0})
                          .Const(kInt64, {2, 2},
                                 {before ? value : 0, before ? 0 : value, 0, 0})
                          .Out(kFloat32));
    }
  }
  // All padding of a window over one pixel: 2^31 - 1 pixels, and one more.
  for (const int taps : {2, 3}) {
    TfLiteConvParams conv{};
    conv.stride_height = conv.stride_width = conv.dilation_width_factor = 1;
    conv.dilation_height_factor = taps == 2 ? INT32_MAX : 1 << 30;
    conv.padding = kTfLitePaddingSame;
    cases.push_back(Limit("Taps", taps)
                        .Op(kTfLiteBuiltinConv2d, conv)
                        .In(kFloat32, {1, 1, 1, 1})
                        .Const(kFloat32, {1, taps, 1, 1})
                        .Const(kFloat32, {1})
                        .Out(kFloat32));
  }
}

void AddOptions(Cases& cases) {
  for (const int64_t v : {1, 2, 1 << 30, (1 << 30) + 1}) {
    cases.push_back(
        Limit("Window", v)
            .Custom("AudioSpectrogram",
                    OptionMap({{"window_size", static_cast<double>(v)},
                               {"stride", 8},
                               {"magnitude_squared", 1}}))
            .In(kFloat32, {0, 0})
            .Out(kFloat32));
  }
  for (const int64_t v : {0, 1, 1 << 16, (1 << 16) + 1}) {
    for (const bool channels : {true, false}) {
      const double value = static_cast<double>(v);
      cases.push_back(
          Limit(channels ? "Channels" : "Coefficients", v)
              .Custom("Mfcc", OptionMap({{"upper_frequency_limit", 4000},
                                         {"lower_frequency_limit", 20},
                                         {"filterbank_channel_count",
                                          channels ? value : (1 << 16)},
                                         {"dct_coefficient_count",
                                          channels ? 1 : value}}))
              .In(kFloat32, {0, 2, 65})
              .Const(kInt32, {1}, {16000})
              .Out(kFloat32));
    }
  }
  for (const int v : {1, 2, 16, 17}) {
    cases.push_back(
        Limit("Bits", v)
            .Op(kTfLiteBuiltinFakeQuant, TfLiteFakeQuantParams{-1, 1, v, false})
            .In(kFloat32, {3})
            .Out(kFloat32));
  }
  for (const int v : {32768, 32769}) {
    cases.push_back(Limit("Columns", v)
                        .Op(kTfLiteBuiltinTopkV2)
                        .In(kFloat32, {0, v})
                        .Const(kInt32, {}, {1})
                        .Out(kFloat32)
                        .Out(kPlainInt16));
  }
  for (const int v : {32, 33}) {
    cases.push_back(
        Limit("HashBits", v)
            .Op(kTfLiteBuiltinLshProjection,
                TfLiteLSHProjectionParams{kTfLiteLshProjectionSparse})
            .Const(kFloat32, {1, v})
            .In(kInt32, {3})
            .Out(kInt32));
  }
  for (const int v : {0, 1, 64, 65}) {
    cases.push_back(Limit("Constants", v)
                        .Op(kTfLiteBuiltinTranspose)
                        .Const(kFloat32, {v})
                        .List({0})
                        .Out(kFloat32));
  }
}

// The ends of the stored numbers, and what is beyond them.
void AddZeroPoints(Cases& cases) {
  const struct {
    TfLiteType type;
    int lowest, highest;
  } kRanges[] = {{kTfLiteInt2, -2, 1},   {kTfLiteInt4, -8, 7},
                 {kTfLiteUInt4, 0, 15},  {kTfLiteInt8, -128, 127},
                 {kTfLiteUInt8, 0, 255}, {kTfLiteInt16, -32768, 32767}};
  for (const auto& range : kRanges) {
    for (const int v :
         {range.lowest - 1, range.lowest, range.highest, range.highest + 1}) {
      Elements e = kInt8.Scaled(0.5f, v);
      e.type = range.type;
      cases.push_back(
          Limit(StrCat(TfLiteTypeGetName(range.type), "ZeroPoint").c_str(), v)
              .Op(kTfLiteBuiltinDequantize)
              .In(e, {5})
              .Out(kFloat32));
    }
  }
}

// Elements that are moved by one thread, and by several.
void AddMovement(Cases& cases) {
  for (const int v : {(512 << 10) - 1, 512 << 10}) {
    cases.push_back(Limit("Bytes", v)
                        .Op(kTfLiteBuiltinFill)
                        .List({static_cast<double>(v)})
                        .In(kPlainUInt8, {})
                        .Out(kPlainUInt8));
    cases.push_back(Limit("Bytes", v)
                        .Op(kTfLiteBuiltinSlice)
                        .In(kPlainUInt8, {v + 1})
                        .List({1})
                        .List({-1})
                        .Out(kPlainUInt8));
  }
  for (const int v : {15, 16}) {
    cases.push_back(Limit("Run", v)
                        .Op(kTfLiteBuiltinQuantize)
                        .In(kFloat32, {5000, 3, v})
                        .Out(kInt8.PerChannel(3, 1)));
    cases.push_back(Limit("Run", v)
                        .Op(kTfLiteBuiltinDequantize)
                        .In(kInt8.PerChannel(3, 1), {5000, 3, v})
                        .Out(kFloat32));
  }
}

void AddSums(Cases& cases) {
  const auto reduce = [&](const char* of, int v, int code, const Elements& e,
                          std::vector<int> shape) {
    cases.push_back(Limit(of, v)
                        .Op(code, TfLiteReducerParams{false})
                        .In(e, std::move(shape))
                        .List({0})
                        .Out(e));
  };
  for (const int v : {32768, 32769}) {
    reduce("Count", v, kTfLiteBuiltinMean, kInt8, {v, 2});
  }
  for (const int v : {64, 65}) {
    reduce("Kept", v, kTfLiteBuiltinSum, kFloat32, {4096, v});
  }
  for (const int v : {65535, 65536, 16 * 32768, 17 * 32768}) {
    reduce("Elements", v, kTfLiteBuiltinSum, kFloat32, {v});
  }
  const Elements fixed = kInt16.Scaled(1.0f / 32768);
  for (const int v : {65535, 65536}) {
    cases.push_back(Limit("Depth", v)
                        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                        .In(kInt16, {8, v})
                        .Out(fixed));
  }
  for (const int v : {31, 32}) {
    cases.push_back(Limit("Depth", v)
                        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                        .In(kInt8, {1, v})
                        .Out(kInt8.Scaled(1.0f / 256, -128)));
  }
}

// Sums of products that 32 bits hold, and those for the reference kernels.
void AddProducts(Cases& cases) {
  const Elements weights = kInt8.Scaled(0.02f);
  for (const int v : {32999, 33000}) {
    cases.push_back(Limit("Depth", v)
                        .Op(kTfLiteBuiltinBatchMatmul,
                            TfLiteBatchMatMulParams{false, false, false})
                        .In(kFloat32, {1, v})
                        .Const(weights, {v, 2})
                        .Out(kFloat32));
  }
  // As many batches as threads.
  for (const int v : {3, 4}) {
    cases.push_back(Limit("Batches", v)
                        .Op(kTfLiteBuiltinBatchMatmul,
                            TfLiteBatchMatMulParams{false, false, false})
                        .In(kFloat32, {v, 2, 3})
                        .In(kFloat32, {v, 3, 2})
                        .Out(kFloat32));
  }
  // 64 and 65 parts of a filter.
  for (const auto& [height, width] : {std::pair<int, int>{8, 8}, {5, 13}}) {
    TfLiteTransposeConvParams params{};
    params.padding = kTfLitePaddingSame;
    params.stride_height = height;
    params.stride_width = width;
    cases.push_back(Limit("Parts", height * width)
                        .Op(kTfLiteBuiltinTransposeConv, params)
                        .List({1, static_cast<double>(height),
                               static_cast<double>(width), 1})
                        .Const(kFloat32, {1, 2, 2, 1})
                        .In(kFloat32, {1, 1, 1, 1})
                        .Out(kFloat32));
  }
  for (const int v : {32767, 32768}) {
    TfLiteDepthwiseConvParams params{};
    params.padding = kTfLitePaddingSame;
    params.stride_height = params.stride_width = params.depth_multiplier = 1;
    params.dilation_height_factor = params.dilation_width_factor = 1;
    cases.push_back(Limit("Taps", v)
                        .Op(kTfLiteBuiltinDepthwiseConv2d, params)
                        .In(kInt8, {1, 1, 4, 2})
                        .Const(weights, {1, 1, v, 2})
                        .Out(kInt8));
  }
}

// Weights that are packed in the first run, and those that it streams.
void AddFirstRuns(Cases& cases) {
  const Elements weights = kInt8.Scaled(0.02f);
  TfLiteConvParams conv{};
  conv.padding = kTfLitePaddingValid;
  conv.stride_height = conv.stride_width = 1;
  conv.dilation_height_factor = conv.dilation_width_factor = 1;
  for (const auto& [n, depth] : {std::pair<int, int>{255, 257}, {256, 256}}) {
    const int v = n * depth;
    cases.push_back(Limit("WeightBytes", v)
                        .Op(kTfLiteBuiltinConv2d, conv)
                        .In(kInt8, {1, 5, 4, depth})
                        .Const(weights, {n, 1, 1, depth})
                        .Const(kInt32.Unquantized(), {n})
                        .Out(kInt8));
    cases.push_back(
        Limit("WeightBytes", v)
            .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
            .In(kInt8, {20, depth})
            .Const(weights, {n, depth})
            .Absent()
            .Out(kInt8));
  }
}

}  // namespace

std::vector<Case> LimitCases() {
  Cases cases;
  AddExtents(cases);
  AddBlocks(cases);
  AddMasks(cases);
  AddPaddings(cases);
  AddOptions(cases);
  AddZeroPoints(cases);
  AddMovement(cases);
  AddSums(cases);
  AddProducts(cases);
  AddFirstRuns(cases);
  return cases;
}

}  // namespace conformance
}  // namespace tflite
