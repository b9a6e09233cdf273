// Operators that compute values, for random graphs.
#include <algorithm>
#include <utility>

#include "testing/conformance/graphs/random_graph_values.h"

namespace tflite {
namespace conformance {
namespace {

bool IsImage(const GraphValue& v) { return v.rank() == 4; }

struct Function {
  int code;
  double slope;  // maximum slope
  double most;   // bound of the result; 0: the operand's bound
};

TfLiteFusedActivation AnyActivation(Random& random) {
  return random.Pick<TfLiteFusedActivation>({kTfLiteActNone, kTfLiteActNone,
                                             kTfLiteActRelu, kTfLiteActRelu6,
                                             kTfLiteActReluN1To1});
}

// One dimension of a window over an image.
struct Extent {
  TfLitePadding padding;
  int filter, stride, dilation;
  int Of(int in) const {
    const int reach = (filter - 1) * dilation + 1;
    const int out =
        padding == kTfLitePaddingSame ? in + stride - 1 : in - reach + stride;
    return out / stride;
  }
};

Extent AnyExtent(Random& random, TfLitePadding padding, int in) {
  const int most = padding == kTfLitePaddingSame ? 4 : std::min(in, 4);
  Extent e{padding, static_cast<int>(random.Int(1, most)),
           static_cast<int>(random.Int(1, 3)), 1};
  if (e.stride == 1 && random.Int(0, 3) == 0 &&
      (padding == kTfLitePaddingSame || 2 * (e.filter - 1) < in)) {
    e.dilation = 2;
  }
  return e;
}

// Weights of magnitude at most `most`, of a type that matches the input's.
Elements WeightsFor(const GraphValue& in, double most) {
  const auto scale = static_cast<float>(most / 120);
  const Elements e = in.elements.type == kTfLiteInt8 ? kInt8.Scaled(scale, 0)
                     : in.elements.type == kTfLiteUInt8
                         ? kUInt8.Scaled(scale, 128)
                         : kFloat32;
  return e.Range(-most, most);
}

Elements BiasFor(const GraphValue& in, const Elements& weights) {
  if (in.is_float()) return kFloat32.Range(-0.5, 0.5);
  return kInt32.Range(-500, 500).Scaled(in.elements.scales[0] *
                                        weights.scales[0]);
}

// The bound on how much a sum of products scales its operand and the operand's
// error.
constexpr double kMaxGain = 4;
double MaxWeight(int terms) { return std::min(0.5, kMaxGain / terms); }

}  // namespace

bool GraphMaker::AddUnary() {
  const GraphValue x = random_.Pick(values_);
  if (!x.is_float()) return AddIntegerUnary(x);
  const Function f = random_.Pick<Function>({{kTfLiteBuiltinAbs, 1, 0},
                                             {kTfLiteBuiltinNeg, 1, 0},
                                             {kTfLiteBuiltinNeg, 1, 0},
                                             {kTfLiteBuiltinRelu, 1, 0},
                                             {kTfLiteBuiltinRelu6, 1, 0},
                                             {kTfLiteBuiltinReluN1To1, 1, 0},
                                             {kTfLiteBuiltinLogistic, .25, 1},
                                             {kTfLiteBuiltinTanh, 1, 1},
                                             {kTfLiteBuiltinCos, 1, 1},
                                             {kTfLiteBuiltinHardSwish, 1.5, 0},
                                             {kTfLiteBuiltinElu, 1, 0},
                                             {kTfLiteBuiltinZerosLike, 0, 0},
                                             {kTfLiteBuiltinSquare, 2, 0}});
  double slope = f.slope, most = f.most == 0 ? x.bound : f.most;
  if (f.code == kTfLiteBuiltinSquare) {
    slope *= x.bound;
    most *= x.bound;
  }
  const double error = slope * x.error + Rounding(x.elements, most);
  if (IsTooFar(x.elements, most, error)) return false;
  case_.Op(f.code).Same(x.tensor);
  Result(x.elements, x.shape, most, error);
  return true;
}

bool GraphMaker::AddIntegerUnary(const GraphValue& x) {
  const bool is_signed = x.elements.type == kTfLiteInt8;
  switch (random_.Int(0, 5)) {
    case 0: {
      const Elements out = x.elements.Scaled(1.f / 256, is_signed ? -128 : 0);
      case_.Op(kTfLiteBuiltinLogistic).Same(x.tensor);
      Result(out, x.shape, 1, x.error / 4 + 1. / 256);
      return true;
    }
    case 1: {
      const Elements out = x.elements.Scaled(1.f / 128, is_signed ? 0 : 128);
      const double error = x.error + 1. / 128;
      if (IsTooFar(out, 1, error)) return false;
      case_.Op(kTfLiteBuiltinTanh).Same(x.tensor);
      Result(out, x.shape, 1, error);
      return true;
    }
    case 2:
      case_.Op(kTfLiteBuiltinZerosLike).Same(x.tensor);
      // All elements are stored as zero.
      Result(x.elements, x.shape, x.bound * 2, 0);
      return true;
    default:
      case_
          .Op(random_.Pick<int>({kTfLiteBuiltinRelu, kTfLiteBuiltinRelu6,
                                 kTfLiteBuiltinReluN1To1}))
          .Same(x.tensor);
      Result(x.elements, x.shape, x.bound, x.error);
      return true;
  }
}

bool GraphMaker::AddBinary() {
  const GraphValue a = random_.Pick(values_);
  const int code =
      a.is_float()
          ? random_.Pick<int>({kTfLiteBuiltinAdd, kTfLiteBuiltinSub,
                               kTfLiteBuiltinMul, kTfLiteBuiltinMaximum,
                               kTfLiteBuiltinMinimum})
          : random_.Pick<int>(
                {kTfLiteBuiltinAdd, kTfLiteBuiltinSub, kTfLiteBuiltinMul});
  // Often another value of the same shape, possibly `a` itself; otherwise a
  // constant or an input of the graph.
  GraphValue b = a;
  const bool is_value = random_.Int(0, 3) != 0;
  if (is_value) {
    b = *AnyOf([&](const GraphValue& v) {
      return v.elements.type == a.elements.type && v.shape == a.shape;
    });
  } else {
    b = {-1, Sum(a, 1).Range(-1, 1), a.shape, 1, 0};
  }
  double bound = a.bound + b.bound, error = a.error + b.error;
  if (code == kTfLiteBuiltinMul) {
    bound = a.bound * b.bound;
    error = a.bound * b.error + b.bound * a.error;
  } else if (code != kTfLiteBuiltinAdd && code != kTfLiteBuiltinSub) {
    bound = std::max(a.bound, b.bound);
    error = std::max(a.error, b.error);
  }
  const Elements out = Sum(a, bound);
  error += Rounding(out, bound);
  if (IsTooFar(out, bound, error)) return false;
  const TfLiteFusedActivation activation = AnyActivation(random_);
  if (code == kTfLiteBuiltinAdd) {
    case_.Op(code, TfLiteAddParams{activation, false});
  } else if (code == kTfLiteBuiltinSub) {
    case_.Op(code, TfLiteSubParams{activation, false});
  } else if (code == kTfLiteBuiltinMul) {
    case_.Op(code, TfLiteMulParams{activation});
  } else {
    case_.Op(code);
  }
  case_.Same(a.tensor);
  if (is_value) {
    case_.Same(b.tensor);
  } else if (random_.Flip()) {
    case_.Const(b.elements, {random_.Flip() ? 1 : a.depth()});
  } else {
    b.tensor = NextTensor();
    case_.In(b.elements, b.shape);
    values_.push_back(b);
  }
  Result(out, a.shape, bound, error);
  return true;
}

bool GraphMaker::AddPool() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const auto padding =
      random_.Flip() ? kTfLitePaddingSame : kTfLitePaddingValid;
  const Extent rows = AnyExtent(random_, padding, x.shape[1]);
  const Extent columns = AnyExtent(random_, padding, x.shape[2]);
  const bool is_max = random_.Flip();
  const double error = x.error + (is_max ? 0 : Rounding(x.elements, x.bound));
  if (IsTooFar(x.elements, x.bound, error)) return false;
  TfLitePoolParams params{};
  params.padding = padding;
  params.filter_height = rows.filter;
  params.filter_width = columns.filter;
  params.stride_height = rows.stride;
  params.stride_width = columns.stride;
  params.activation = AnyActivation(random_);
  case_
      .Op(is_max ? kTfLiteBuiltinMaxPool2d : kTfLiteBuiltinAveragePool2d,
          params)
      .Same(x.tensor);
  const Extent plain_rows{padding, rows.filter, rows.stride, 1};
  const Extent plain_columns{padding, columns.filter, columns.stride, 1};
  Result(x.elements,
         {x.shape[0], plain_rows.Of(x.shape[1]), plain_columns.Of(x.shape[2]),
          x.depth()},
         x.bound, error);
  return true;
}

// Adds CONV_2D or DEPTHWISE_CONV_2D.
bool GraphMaker::AddConv() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const auto padding =
      random_.Flip() ? kTfLitePaddingSame : kTfLitePaddingValid;
  const Extent rows = AnyExtent(random_, padding, x.shape[1]);
  const Extent columns = AnyExtent(random_, padding, x.shape[2]);
  const bool is_depthwise = random_.Flip();
  const int pixels = rows.filter * columns.filter;
  const int terms = is_depthwise ? pixels : pixels * x.depth();
  const double most = MaxWeight(terms);
  const double bound = x.bound * terms * most + 0.5;
  const Elements out = Sum(x, bound);
  const double error = x.error * terms * most + Rounding(out, bound);
  if (IsTooFar(out, bound, error)) return false;
  const Elements weights = WeightsFor(x, most);
  const int multiple = static_cast<int>(random_.Int(1, 5));
  const int channels = is_depthwise ? x.depth() * multiple : multiple;
  const TfLiteFusedActivation activation = AnyActivation(random_);
  if (is_depthwise) {
    case_.Op(kTfLiteBuiltinDepthwiseConv2d,
             TfLiteDepthwiseConvParams{padding, columns.stride, rows.stride,
                                       multiple, activation, columns.dilation,
                                       rows.dilation});
  } else {
    case_.Op(kTfLiteBuiltinConv2d,
             TfLiteConvParams{padding, columns.stride, rows.stride, activation,
                              columns.dilation, rows.dilation, kTfLiteNoType});
  }
  case_.Same(x.tensor)
      .Const(weights, {is_depthwise ? 1 : channels, rows.filter, columns.filter,
                       is_depthwise ? channels : x.depth()})
      .Const(BiasFor(x, weights), {channels});
  Result(out,
         {x.shape[0], rows.Of(x.shape[1]), columns.Of(x.shape[2]), channels},
         bound, error);
  return true;
}

bool GraphMaker::AddTransposeConv() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr || random_.Flip()) return false;
  const GraphValue x = *found;
  const Extent rows = AnyExtent(random_, kTfLitePaddingSame, 1);
  const Extent columns = AnyExtent(random_, kTfLitePaddingSame, 1);
  const int terms = rows.filter * columns.filter * x.depth();
  const double most = MaxWeight(terms);
  const double bound = x.bound * terms * most;
  const Elements out = Sum(x, bound);
  const double error = x.error * terms * most + Rounding(out, bound);
  if (IsTooFar(out, bound, error)) return false;
  const int channels = static_cast<int>(random_.Int(1, 5));
  // Returns a random output extent that leads to the input's extent.
  const auto extent = [&](const Extent& e, int in) {
    return (in - 1) * e.stride + static_cast<int>(random_.Int(1, e.stride));
  };
  const std::vector<int> shape = {x.shape[0], extent(rows, x.shape[1]),
                                  extent(columns, x.shape[2]), channels};
  case_
      .Op(kTfLiteBuiltinTransposeConv,
          TfLiteTransposeConvParams{kTfLitePaddingSame, columns.stride,
                                    rows.stride, kTfLiteActNone, kTfLiteNoType})
      .List({shape.begin(), shape.end()})
      .Const(WeightsFor(x, most),
             {channels, rows.filter, columns.filter, x.depth()})
      .Same(x.tensor);
  Result(out, shape, bound, error);
  return true;
}

bool GraphMaker::AddFullyConnected() {
  const GraphValue* found =
      AnyOf([](const GraphValue& v) { return v.rank() == 2; });
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const double most = MaxWeight(x.depth());
  const double bound = x.bound * x.depth() * most + 0.5;
  const Elements out = Sum(x, bound);
  const double error = x.error * x.depth() * most + Rounding(out, bound);
  if (IsTooFar(out, bound, error)) return false;
  const Elements weights = WeightsFor(x, most);
  const int units = static_cast<int>(random_.Int(1, 7));
  TfLiteFullyConnectedParams params{};
  params.activation = AnyActivation(random_);
  case_.Op(kTfLiteBuiltinFullyConnected, params)
      .Same(x.tensor)
      .Const(weights, {units, x.depth()})
      .Const(BiasFor(x, weights), {units});
  Result(out, {x.shape[0], units}, bound, error);
  return true;
}

}  // namespace conformance
}  // namespace tflite
