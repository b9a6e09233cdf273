#include "testing/conformance/altered/altered_cases.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace conformance {
namespace {

using base::StrCat;

// Longer lists of values are contents rather than axes or extents.
constexpr size_t kFewValues = 8;
constexpr size_t kFewOptions = 48;
constexpr TfLiteType kTypes[] = {
    kTfLiteFloat32, kTfLiteFloat16, kTfLiteBFloat16, kTfLiteFloat64,
    kTfLiteInt8,    kTfLiteUInt8,   kTfLiteInt16,    kTfLiteUInt16,
    kTfLiteInt32,   kTfLiteUInt32,  kTfLiteInt64,    kTfLiteUInt64,
    kTfLiteInt4,    kTfLiteBool,    kTfLiteComplex64};

class Alterations {
 public:
  Alterations(const Case& c, const UseAltered& use) : case_(c), use_(use) {}

  void Nodes() {
    for (size_t n = 0; n < case_.graphs()[0].nodes.size(); ++n) {
      node_ = n;
      Operands();
      Parameters();
      CustomOptions();
    }
  }

  void Tensors() {
    TypesTogether();
    for (size_t t = 0; t < case_.graphs()[0].tensors.size(); ++t) {
      tensor_ = t;
      Types();
      Quantizations();
      Roles();
      const Role role = tensor().role;
      if (role == Role::kOutput || role == Role::kInner) continue;
      Shapes();
      Values();
    }
  }

 private:
  const Node& node() const { return case_.graphs()[0].nodes[node_]; }
  const Tensor& tensor() const { return case_.graphs()[0].tensors[tensor_]; }

  template <typename Change>
  void Altered(const std::string& what, const Change& change) {
    Case copy = case_;
    // Cases are built by calls; the graphs of this one are not constant.
    change(const_cast<Graph&>(copy.graphs()[0]));
    use_(what, copy);
  }
  template <typename Change>
  void WithNode(const std::string& what, const Change& change) {
    Altered(StrCat("node ", node_, " ", what),
            [&](Graph& graph) { change(graph.nodes[node_]); });
  }
  template <typename Change>
  void WithTensor(const std::string& what, const Change& change) {
    Altered(StrCat("tensor ", tensor_, " ", what),
            [&](Graph& graph) { change(graph.tensors[tensor_]); });
  }

  void Operands() {
    for (size_t i = 0; i < node().inputs.size(); ++i) {
      WithNode(StrCat("without input ", i), [&](Node& n) { n.inputs[i] = -1; });
    }
    for (size_t i = 0; i < node().outputs.size(); ++i) {
      WithNode(StrCat("without output ", i),
               [&](Node& n) { n.outputs[i] = -1; });
    }
    if (!node().inputs.empty()) {
      WithNode("with fewer inputs", [](Node& n) { n.inputs.pop_back(); });
      WithNode("with more inputs",
               [](Node& n) { n.inputs.push_back(n.inputs[0]); });
    }
    if (node().outputs.empty()) return;
    WithNode("with fewer outputs", [](Node& n) { n.outputs.pop_back(); });
    Altered(StrCat("node ", node_, " with more outputs"), [&](Graph& graph) {
      Tensor more = graph.tensors[graph.nodes[node_].outputs[0]];
      more.role = Role::kInner;
      graph.nodes[node_].outputs.push_back(
          static_cast<int>(graph.tensors.size()));
      graph.tensors.push_back(more);
    });
  }

  // Pointers to names and attributes, which differ from run to run.
  bool IsPointer(size_t at) const {
    using Composite = TfLiteStablehloCompositeParams;
    return node().code == kTfLiteBuiltinStablehloComposite &&
           (at < offsetof(Composite, subgraph_index) ||
            (at >= offsetof(Composite, attributes) &&
             at < offsetof(Composite, attributes_size)));
  }

  // Words of the parameters become 0 and -1. Flags may be any of their bytes;
  // the highest one would make numbers huge. Those of two operators are
  // pointers only.
  void Parameters() {
    if (node().code == kTfLiteBuiltinBucketize ||
        node().code == kTfLiteBuiltinVarHandle) {
      return;
    }
    for (size_t at = 0; at + 4 <= node().params.size(); at += 4) {
      if (IsPointer(at)) continue;
      for (size_t byte = at; byte < at + 3; ++byte) {
        WithNode(StrCat("with another byte ", byte),
                 [&](Node& n) { n.params[byte] ^= 1; });
      }
      if (node().params[at] <= 1) continue;  // may be a flag
      for (const uint8_t fill : {0x00, 0xFF}) {
        WithNode(StrCat("with ", fill == 0 ? 0 : -1, " at ", at),
                 [&](Node& n) { std::fill_n(n.params.begin() + at, 4, fill); });
      }
    }
  }

  void CustomOptions() {
    const size_t size = node().custom_options.size();
    if (size == 0) return;
    WithNode("without options", [](Node& n) { n.custom_options.clear(); });
    for (size_t i = 0; i < size && i < kFewOptions; ++i) {
      WithNode(StrCat("with option byte ", i),
               [&](Node& n) { n.custom_options[i] ^= 1; });
    }
  }

  void Types() {
    for (const TfLiteType type :
         {kTfLiteFloat32, kTfLiteInt8, kTfLiteInt16, kTfLiteInt64}) {
      if (type == tensor().elements.type) continue;
      WithTensor(StrCat("of ", TfLiteTypeGetName(type)),
                 [&](Tensor& t) { t.elements.type = type; });
    }
  }

  // All tensors of one type: operators know others than those of the cases.
  void TypesTogether() {
    std::set<TfLiteType> present;
    for (const Tensor& t : case_.graphs()[0].tensors) {
      present.insert(t.elements.type);
    }
    for (const TfLiteType from : present) {
      for (const TfLiteType to : kTypes) {
        if (to == from || from == kTfLiteString) continue;
        Altered(StrCat("all ", TfLiteTypeGetName(from), " as ",
                       TfLiteTypeGetName(to)),
                [&](Graph& graph) {
                  for (Tensor& t : graph.tensors) ChangeType(from, to, t);
                });
      }
    }
  }

  static void ChangeType(TfLiteType from, TfLiteType to, Tensor& tensor) {
    Elements& e = tensor.elements;
    if (e.type != from) return;
    e.type = to;
    // Fractions would all become zero.
    if (!e.quantized() && e.min >= -1 && e.max <= 1) e.min = 0, e.max = 9;
  }

  void Shapes() {
    WithTensor("with one more extent",
               [](Tensor& t) { t.shape.insert(t.shape.begin(), 1); });
    for (size_t d = 0; d < tensor().shape.size(); ++d) {
      WithTensor(StrCat("longer in dimension ", d),
                 [&](Tensor& t) { ++t.shape[d]; });
    }
    if (tensor().shape.empty()) return;
    WithTensor("with one extent less", [](Tensor& t) { t.shape.pop_back(); });
    WithTensor("without elements", [](Tensor& t) { t.shape[0] = 0; });
  }

  void Quantizations() {
    if (!tensor().elements.quantized()) {
      WithTensor("quantized", [](Tensor& t) {
        t.elements.scales = {0.5f};
        t.elements.zero_points = {1};
      });
      return;
    }
    WithTensor("not quantized",
               [](Tensor& t) { t.elements = t.elements.Unquantized(); });
    WithTensor("with other scales", [](Tensor& t) {
      for (float& scale : t.elements.scales) scale *= 3;
    });
    WithTensor("with other zero points", [](Tensor& t) {
      for (int32_t& zero_point : t.elements.zero_points) ++zero_point;
    });
    WithTensor("with more scales", [](Tensor& t) {
      t.elements.scales.push_back(0.5f);
      t.elements.zero_points.push_back(0);
    });
    WithTensor("quantized along another dimension",
               [](Tensor& t) { ++t.elements.dimension; });
  }

  void Roles() {
    for (const Role role : {Role::kInput, Role::kConstant, Role::kVariable}) {
      const Role now = tensor().role;
      if (role == now || now == Role::kOutput || now == Role::kInner ||
          now == Role::kIntermediate) {
        continue;
      }
      WithTensor(role == Role::kInput      ? "as input"
                 : role == Role::kConstant ? "as constant"
                                           : "as variable",
                 [&](Tensor& t) { t.role = role; });
    }
  }

  void Values() {
    const size_t count = tensor().values.size();
    if (count > kFewValues) return;
    for (size_t i = 0; i < count; ++i) {
      WithTensor(StrCat("with more at ", i), [&](Tensor& t) { ++t.values[i]; });
      WithTensor(StrCat("with less than zero at ", i),
                 [&](Tensor& t) { t.values[i] = -5; });
      WithTensor(StrCat("with much at ", i),
                 [&](Tensor& t) { t.values[i] = 100; });
    }
  }

  const Case& case_;
  const UseAltered& use_;
  size_t node_ = 0, tensor_ = 0;
};

}  // namespace

void ForEachAltered(const Case& c, const UseAltered& use) {
  Alterations all(c, use);
  all.Nodes();
  all.Tensors();
}

}  // namespace conformance
}  // namespace tflite
