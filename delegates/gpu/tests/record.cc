#include "delegates/gpu/tests/record.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::gpu {
namespace {

using base::StatusOr;
using conformance::Case;
using conformance::Elements;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kPlainUInt8;

// Images [batch, height, width, channels].
struct Image {
  int batch, height, width, channels;
  std::vector<double> values;

  std::vector<int> shape() const { return {batch, height, width, channels}; }
};

// Places an image inside another one of `height` x `width`, at (top, left). The
// rest is `outside`; parts that do not fit are cropped.
Image Framed(const Image& in, int top, int left, int height, int width,
             double outside) {
  Image out = {in.batch, height, width, in.channels, {}};
  for (int i = 0; i < in.batch * height * width; ++i) {
    const int y = i / width % height - top, x = i % width - left;
    const int pixel = (i / width / height * in.height + y) * in.width + x;
    const bool inside = y >= 0 && y < in.height && x >= 0 && x < in.width;
    for (int c = 0; c < in.channels; ++c) {
      out.values.push_back(inside ? in.values[pixel * in.channels + c]
                                  : outside);
    }
  }
  return out;
}

// Returns the bytes of the only output.
StatusOr<std::string> Evaluate(const Case& c) {
  conformance::CaseRun run(c, /*seed=*/1);
  TFLL_RETURN_IF_ERROR(run.Build(conformance::ReferenceKernels(), nullptr));
  TFLL_RETURN_IF_ERROR(run.Allocate());
  TFLL_ASSIGN_OR_RETURN(const auto results, run.Invoke());
  return results[0].bytes;
}

// An entry of recorded.golden, in as many lines as it needs.
std::string Line(const std::string& name, const std::vector<int>& values) {
  std::string text = base::StrCat("RECORD(", name);
  size_t begin = 0;
  for (const int value : values) {
    std::string next = base::StrCat(", ", value);
    if (text.size() + next.size() - begin > 78) {
      text += ",\n    ";
      begin = text.size() - 4;
      next = next.substr(2);
    }
    text += next;
  }
  return text + ")\n";
}

template <typename T>
std::vector<double> Doubles(const std::vector<T>& values, double more = 0) {
  std::vector<double> doubles(values.begin(), values.end());
  for (double& value : doubles) value += more;
  return doubles;
}

// The filters of a point are the first taps of the window.
std::vector<double> FirstTaps(const FloatWindow& w) {
  const std::vector<float> all = w.Weights();
  std::vector<double> first;
  for (int o = 0; o < w.out_channels; ++o) {
    const auto begin = all.begin() + o * w.taps() * w.depth();
    first.insert(first.end(), begin, begin + w.depth());
  }
  return first;
}

// Floats that are multiples of 1/16, in this unit.
StatusOr<std::string> FloatLine(const std::string& name,
                                const std::string& bytes) {
  std::vector<float> results(bytes.size() / sizeof(float));
  std::memcpy(results.data(), bytes.data(), bytes.size());
  std::vector<int> sixteenths;
  for (const float result : results) {
    const float value = result * 16;
    if (value != std::trunc(value) || std::fabs(value) > 32767) {
      return base::Internal(name, ": ", result, " cannot be recorded");
    }
    sixteenths.push_back(static_cast<int>(value));
  }
  return Line(name, sixteenths);
}

StatusOr<std::string> Record(const FloatWindow& w) {
  using W = FloatWindow;
  const Image in = {W::kBatch, W::kInHeight, W::kInWidth, w.in_channels,
                    Doubles(w.Input())};
  TfLiteConvParams params = {};
  params.padding = kTfLitePaddingValid;
  params.stride_height = W::kStrideHeight;
  params.stride_width = w.point ? 1 : w.stride_width;
  params.dilation_height_factor = w.point ? 1 : W::kDilationHeight;
  params.dilation_width_factor = W::kDilationWidth;
  // With explicit padding, and without pixels that no window covers.
  const Image framed =
      w.point ? Framed(in, 0, 0, W::kOutHeight, W::kOutWidth, 0)
              : Framed(in, W::kPadTop, W::kPadLeft,
                       (W::kOutHeight - 1) * W::kStrideHeight +
                           (W::kFilterHeight - 1) * W::kDilationHeight + 1,
                       (W::kOutWidth - 1) * w.stride_width + w.filter_width, 0);
  const int height = w.point ? 1 : W::kFilterHeight;
  const int width = w.point ? 1 : w.filter_width;
  Case c("Recorded", "float32");
  c.Op(kTfLiteBuiltinConv2d, params)
      .In(kFloat32, framed.shape(), framed.values)
      .Const(kFloat32, {w.out_channels, height, width, w.depth()},
             w.point ? FirstTaps(w) : Doubles(w.Weights()))
      .Const(kFloat32, {w.out_channels}, Doubles(w.Bias()))
      .Out(kFloat32);
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, Evaluate(c));
  return FloatLine(w.Name(), bytes);
}

StatusOr<std::string> Record(const MatrixProduct& p) {
  // The matrices of the first operand in reverse order.
  std::vector<float> lhs = p.Lhs();
  std::rotate(lhs.begin(), lhs.begin() + p.rows * p.depth, lhs.end());
  Case c("Recorded", "float32");
  c.Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
      .In(kFloat32, {MatrixProduct::kMatrices, p.rows, p.depth}, Doubles(lhs))
      .In(kFloat32, {1, p.depth, p.columns}, Doubles(p.Rhs()))
      .Out(kFloat32);
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, Evaluate(c));
  return FloatLine(p.Name(), bytes);
}

// The extents of a transposed convolution's result before cropping.
int AllHeight(const ByteWindow& w) {
  return (ByteWindow::kInHeight - 1) * w.stride_height + w.filter_height;
}
int AllWidth(const ByteWindow& w) {
  return (ByteWindow::kInWidth - 1) * w.stride_width + w.filter_width;
}

// Options that all window operators have.
template <typename Params>
Params ParamsOf(const ByteWindow& w) {
  Params params = {};
  params.padding = kTfLitePaddingValid;
  params.stride_height = w.stride_height;
  params.stride_width = w.stride_width;
  if constexpr (!std::is_same_v<Params, TfLiteTransposeConvParams>) {
    params.dilation_height_factor = params.dilation_width_factor = 1;
  }
  return params;
}

// The case uses UINT8: a value n of it is n - 128 in a problem.
Case CaseOf(const ByteWindow& w) {
  using W = ByteWindow;
  const Elements source = kPlainUInt8.Scaled(1, W::kInZero + 128);
  const Elements weights =
      kPlainUInt8.Scaled(W::kWeightScale, w.weights_zero + 128);
  const Elements sums = kInt32.Scaled(W::kWeightScale);
  const Image in = {1, W::kInHeight, W::kInWidth, w.in_channels,
                    Doubles(w.Input(), 128)};
  const Image framed = Framed(in, w.pad, w.pad, W::kInHeight + 2 * w.pad,
                              W::kInWidth + 2 * w.pad, W::kInZero + 128);
  const std::vector<int> filters = {w.out_channels, w.filter_height,
                                    w.filter_width, w.in_channels};
  const std::vector<double> filter_values = Doubles(w.Weights(), 128);
  Case c("Recorded", "uint8");
  if (w.transposed) {
    c.Op(kTfLiteBuiltinTransposeConv, ParamsOf<TfLiteTransposeConvParams>(w))
        .List(
            {1.0, 1.0 * AllHeight(w), 1.0 * AllWidth(w), 1.0 * w.out_channels})
        .Const(weights, filters, filter_values)
        .In(source, in.shape(), in.values);
  } else if (w.depthwise) {
    auto params = ParamsOf<TfLiteDepthwiseConvParams>(w);
    params.depth_multiplier = w.out_channels / w.in_channels;
    c.Op(kTfLiteBuiltinDepthwiseConv2d, params)
        .In(source, framed.shape(), framed.values)
        .Const(weights, {1, w.filter_height, w.filter_width, w.out_channels},
               filter_values);
  } else if (w.halves_up) {
    c.Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
        .In(source, in.shape(), in.values)
        .Const(weights, {w.out_channels, w.in_channels}, filter_values);
  } else {
    c.Op(kTfLiteBuiltinConv2d, ParamsOf<TfLiteConvParams>(w))
        .In(source, framed.shape(), framed.values)
        .Const(weights, filters, filter_values);
  }
  c.Const(sums, {w.out_channels}, Doubles(w.Bias()))
      .Out(kPlainUInt8.Scaled(1, W::kOutZero + 128));
  return c;
}

StatusOr<std::string> Record(const ByteWindow& w) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, Evaluate(CaseOf(w)));
  Image out = {1, w.out_height(), w.out_width(), w.out_channels, {}};
  for (const char byte : bytes) {
    out.values.push_back(static_cast<uint8_t>(byte) - 128);
  }
  if (w.transposed) {
    out = {1, AllHeight(w), AllWidth(w), w.out_channels, std::move(out.values)};
    out = Framed(out, -w.pad, -w.pad, w.out_height(), w.out_width(), 0);
  }
  return Line(w.Name(), {out.values.begin(), out.values.end()});
}

}  // namespace

StatusOr<std::string> RecordResults() {
  std::string text =
      "// Made by //delegates/gpu/tests:record. See recorded.h.\n"
      "// clang-format off\n";
  for (const FloatWindow& w : AllFloatWindows()) {
    TFLL_ASSIGN_OR_RETURN(const std::string line, Record(w));
    text += line;
  }
  for (const MatrixProduct& p : AllMatrixProducts()) {
    TFLL_ASSIGN_OR_RETURN(const std::string line, Record(p));
    text += line;
  }
  for (const ByteWindow& w : AllByteWindows()) {
    TFLL_ASSIGN_OR_RETURN(const std::string line, Record(w));
    text += line;
  }
  return text;
}

}  // namespace tflite::gpu
