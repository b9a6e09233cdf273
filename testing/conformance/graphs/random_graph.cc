#include "testing/conformance/graphs/random_graph.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/graphs/random_graph_values.h"

namespace tflite {
namespace conformance {
namespace {

// Results beyond these limits are not meaningful.
constexpr double kLargestBound = 64;
constexpr double kMaxSteps = 20;

struct Family {
  const char* name;
  Elements elements;
};

Family FamilyOf(uint64_t seed, bool quantized) {
  switch (quantized ? seed % 2 : seed % 4) {
    case 0:
      return {"int8", kInt8};
    case 1:
      return {"uint8", kUInt8};
    default:
      return {"float32", kFloat32};
  }
}

}  // namespace

GraphMaker::GraphMaker(uint64_t seed, bool quantized)
    : quantized_(quantized),
      random_(seed * 0x9e3779b97f4a7c15u + 1),
      case_(base::StrCat("graph_", seed), FamilyOf(seed, quantized).name) {
  const Elements e = FamilyOf(seed, quantized).elements;
  const int batch = static_cast<int>(random_.Int(1, 2));
  const auto extent = [&] { return static_cast<int>(random_.Int(1, 6)); };
  const std::vector<int> image = {batch, extent(), extent(), extent()};
  // Graph inputs are added before the nodes that read them; some are never
  // read.
  for (int i = static_cast<int>(random_.Int(1, 2)); i > 0; --i) {
    const Elements in = e.quantized() ? Quantized(e.type, 1) : e.Range(-1, 1);
    values_.push_back({NextTensor(), in, image, 1, 0});
    case_.Unread(in, image);
  }
}

int GraphMaker::NextTensor() const {
  return static_cast<int>(case_.graphs()[0].tensors.size());
}

// Quantized with a scale that just covers the numbers up to `bound`.
Elements GraphMaker::Quantized(TfLiteType type, double bound) {
  const int shift = static_cast<int>(random_.Int(-20, 20));
  const auto scale = static_cast<float>(bound / 105);
  const Elements e = type == kTfLiteInt8 ? kInt8.Scaled(scale, shift)
                                         : kUInt8.Scaled(scale, 128 + shift);
  return e.Range(-bound, bound);
}

const GraphValue* GraphMaker::AnyOf(
    const std::function<bool(const GraphValue&)>& suits) {
  std::vector<const GraphValue*> found;
  for (const GraphValue& v : values_) {
    if (suits(v)) found.push_back(&v);
  }
  return found.empty() ? nullptr : random_.Pick(found);
}

double GraphMaker::Rounding(const Elements& e, double bound) {
  return e.quantized() ? e.scales[0] : 1e-5 * std::max(1.0, bound);
}

bool GraphMaker::IsTooFar(const Elements& e, double bound, double error) const {
  return bound > kLargestBound ||
         (e.quantized() && error > kMaxSteps * e.scales[0]);
}

void GraphMaker::Result(const Elements& e, std::vector<int> shape, double bound,
                        double error) {
  values_.push_back({NextTensor(), e, std::move(shape), bound, error});
  // On average every fourth result is an output of the graph, even if nodes
  // read it.
  if (random_.Int(0, 3) != 0) {
    case_.Inner(e);
    return;
  }
  case_.Out(e);
  has_output_ = true;
  if (e.quantized()) {
    integer_error_ = std::max(integer_error_, error / e.scales[0]);
  } else {
    float_error_ = std::max(float_error_, error);
  }
}

void GraphMaker::AddNode() {
  using Adds = bool (GraphMaker::*)();
  static constexpr Adds kAdds[] = {
      &GraphMaker::AddUnary,
      &GraphMaker::AddUnary,
      &GraphMaker::AddUnary,
      &GraphMaker::AddBinary,
      &GraphMaker::AddBinary,
      &GraphMaker::AddBinary,
      &GraphMaker::AddPool,
      &GraphMaker::AddPool,
      &GraphMaker::AddConv,
      &GraphMaker::AddConv,
      &GraphMaker::AddFullyConnected,
      &GraphMaker::AddReshape,
      &GraphMaker::AddReshape,
      &GraphMaker::AddMean,
      &GraphMaker::AddPad,
      &GraphMaker::AddSoftmax,
      &GraphMaker::AddConcatenation,
      &GraphMaker::AddSplit,
      &GraphMaker::AddTranspose,
      &GraphMaker::AddConversion,
      &GraphMaker::AddResize,
      &GraphMaker::AddTransposeConv,
  };
  constexpr int kCount = sizeof(kAdds) / sizeof(kAdds[0]);
  while (!(this->*kAdds[random_.Int(0, kCount - 1)])()) {
  }
}

Case GraphMaker::Finish() && {
  while (!has_output_) AddNode();
  const double steps = std::ceil(integer_error_);
  return std::move(case_).Within({steps, float_error_, 0, 0});
}

Case RandomGraph(uint64_t seed, bool quantized) {
  GraphMaker maker(seed, quantized);
  Random length(seed);
  for (int64_t i = length.Int(1, 9); i > 0; --i) maker.AddNode();
  return std::move(maker).Finish();
}

std::string DescribeGraph(const Case& c) {
  const Graph& graph = c.graphs()[0];
  std::string text;
  for (size_t t = 0; t < graph.tensors.size(); ++t) {
    const Tensor& tensor = graph.tensors[t];
    if (tensor.role != Role::kInput) continue;
    base::StrAppend(&text, "input ", t, ": [",
                    base::StrJoin(tensor.shape, ", "), "]\n");
  }
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    base::StrAppend(
        &text, n, ": ",
        EnumNameBuiltinOperator(static_cast<BuiltinOperator>(node.code)), "(",
        base::StrJoin(node.inputs, ", "), ") -> ");
    for (const int t : node.outputs) {
      base::StrAppend(
          &text, t,
          graph.tensors[t].role == Role::kOutput ? ", an output; " : "; ");
    }
    text += "\n";
  }
  return text;
}

}  // namespace conformance
}  // namespace tflite
