// Operators that move or reduce elements, for random graphs. Shapes are
// specified without the outermost extent, so that the graph can be resized.
#include <algorithm>
#include <functional>
#include <numeric>

#include "testing/conformance/graphs/random_graph_values.h"

namespace tflite {
namespace conformance {
namespace {

bool IsImage(const GraphValue& v) { return v.rank() == 4; }

}  // namespace

bool GraphMaker::AddReshape() {
  const GraphValue x = random_.Pick(values_);
  const int inner = std::accumulate(x.shape.begin() + 1, x.shape.end(), 1,
                                    std::multiplies<int>());
  std::vector<int> shape = {x.shape[0]};
  switch (random_.Int(0, 3)) {
    case 0:
      break;
    case 1:
      shape.insert(shape.end(), {1, 1});
      break;
    case 2:
      shape.push_back(1);
      break;
    default:
      if (x.rank() != 4) return false;
      shape.insert(shape.end(), {x.shape[2], x.shape[1], x.depth()});
  }
  if (shape.size() != 4) shape.push_back(inner);
  std::vector<double> list(shape.begin(), shape.end());
  list[0] = -1;
  case_.Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
      .Same(x.tensor)
      .List(list);
  Result(x.elements, shape, x.bound, x.error);
  return true;
}

bool GraphMaker::AddMean() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const double error = x.error + Rounding(x.elements, x.bound);
  if (IsTooFar(x.elements, x.bound, error)) return false;
  const bool keeps = random_.Flip();
  case_.Op(kTfLiteBuiltinMean, TfLiteReducerParams{keeps})
      .Same(x.tensor)
      .List({1, 2});
  Result(x.elements,
         keeps ? std::vector<int>{x.shape[0], 1, 1, x.depth()}
               : std::vector<int>{x.shape[0], x.depth()},
         x.bound, error);
  return true;
}

bool GraphMaker::AddPad() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr) return false;
  const GraphValue x = *found;
  std::vector<int> shape = x.shape;
  std::vector<double> paddings = {0, 0};
  for (int d = 1; d < 4; ++d) {
    for (int side = 0; side < 2; ++side) {
      const int n = random_.Flip() ? 0 : static_cast<int>(random_.Int(0, 3));
      paddings.push_back(n);
      shape[d] += n;
    }
  }
  // Prevents images from growing without limit.
  if (shape[1] * shape[2] * shape[3] > 2000) return false;
  case_.Op(kTfLiteBuiltinPad).Same(x.tensor).Const(kInt32, {4, 2}, paddings);
  Result(x.elements, shape, x.bound, x.error);
  return true;
}

bool GraphMaker::AddSoftmax() {
  const GraphValue* found =
      AnyOf([&](const GraphValue& v) { return v.is_float() || quantized_; });
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const Elements out =
      x.is_float() ? x.elements
                   : x.elements.Scaled(
                         1.f / 256, x.elements.type == kTfLiteInt8 ? -128 : 0);
  if (IsTooFar(out, 1, x.error + Rounding(out, 1))) return false;
  case_.Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1.0f}).Same(x.tensor);
  Result(out, x.shape, 1, x.error + Rounding(out, 1));
  return true;
}

bool GraphMaker::AddConcatenation() {
  const GraphValue a = random_.Pick(values_);
  const GraphValue b = *AnyOf([&](const GraphValue& v) {
    return v.shape == a.shape && v.elements.type == a.elements.type &&
           v.elements.scales == a.elements.scales &&
           v.elements.zero_points == a.elements.zero_points;
  });
  if (a.depth() > 30) return false;
  std::vector<int> shape = a.shape;
  shape.back() *= 2;
  case_
      .Op(kTfLiteBuiltinConcatenation,
          TfLiteConcatenationParams{a.rank() - 1, kTfLiteActNone})
      .Same(a.tensor)
      .Same(b.tensor);
  Result(a.elements, shape, std::max(a.bound, b.bound),
         std::max(a.error, b.error));
  return true;
}

bool GraphMaker::AddSplit() {
  const GraphValue* found =
      AnyOf([](const GraphValue& v) { return v.depth() % 2 == 0; });
  if (found == nullptr) return false;
  const GraphValue x = *found;
  std::vector<int> shape = x.shape;
  shape.back() /= 2;
  case_.Op(kTfLiteBuiltinSplit, TfLiteSplitParams{2})
      .Const(kInt32, {}, {static_cast<double>(x.rank() - 1)})
      .Same(x.tensor);
  for (int i = 0; i < 2; ++i) Result(x.elements, shape, x.bound, x.error);
  return true;
}

bool GraphMaker::AddTranspose() {
  const GraphValue* found = AnyOf(IsImage);
  if (found == nullptr) return false;
  const GraphValue x = *found;
  case_.Op(kTfLiteBuiltinTranspose).Same(x.tensor).List({0, 2, 1, 3});
  Result(x.elements, {x.shape[0], x.shape[2], x.shape[1], x.depth()}, x.bound,
         x.error);
  return true;
}

// Adds DEQUANTIZE or QUANTIZE.
bool GraphMaker::AddConversion() {
  const GraphValue x = random_.Pick(values_);
  const bool quantizes = x.is_float() || quantized_;
  const Elements out =
      quantizes
          ? Quantized(random_.Flip() ? kTfLiteInt8 : kTfLiteUInt8, x.bound)
          : kFloat32;
  const double error = x.error + Rounding(out, x.bound);
  if (IsTooFar(out, x.bound, error)) return false;
  case_.Op(quantizes ? kTfLiteBuiltinQuantize : kTfLiteBuiltinDequantize)
      .Same(x.tensor);
  Result(out, x.shape, x.bound, error);
  return true;
}

bool GraphMaker::AddResize() {
  const GraphValue* found = AnyOf([&](const GraphValue& v) {
    return IsImage(v) && (v.is_float() || quantized_);
  });
  if (found == nullptr) return false;
  const GraphValue x = *found;
  const int height = static_cast<int>(random_.Int(1, 8));
  const int width = static_cast<int>(random_.Int(1, 8));
  const bool corners = random_.Flip();
  case_
      .Op(kTfLiteBuiltinResizeBilinear,
          TfLiteResizeBilinearParams{corners, !corners && random_.Flip()})
      .Same(x.tensor)
      .List({static_cast<double>(height), static_cast<double>(width)});
  Result(x.elements, {x.shape[0], height, width, x.depth()}, x.bound,
         x.error + Rounding(x.elements, x.bound));
  return true;
}

}  // namespace conformance
}  // namespace tflite
