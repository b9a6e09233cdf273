// Defines tables of conformance cases. A table is in its operator's folder,
// kernels/<folder>/<folder>_cases.cc, and is part of the suite if linked in:
//
//   void AddCases(CaseTable& table) {
//     for (const Elements& e : {kFloat32, kInt8, kUInt8}) {
//       table.Add(Case("Same3x3", e.name)
//                     .Op(kTfLiteBuiltinMaxPool2d, TfLitePoolParams{...})
//                     .In(e, {1, 5, 5, 3})
//                     .Out(e)
//                     .Within(Exact()));
//     }
//   }
//   TFLL_CONFORMANCE_CASES(AddCases);
//
// The cases above are named max_pool_2d/Same3x3/float32,
// max_pool_2d/Same3x3/int8_quantized, and so on.
//
// A handle refers to a tensor that is read again, or examined after a run:
//
//   TensorHandle sum;
//   Case("Twice", "float32")
//       .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
//       .In(kFloat32, {2, 3})
//       .In(kFloat32, {3})
//       .Inner(kFloat32)
//       .As(sum)
//       .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
//       .Same(sum)
//       .Same(sum)
//       .Out(kFloat32);
#ifndef TESTING_CONFORMANCE_CASE_H_
#define TESTING_CONFORMANCE_CASE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/conformance/case_data.h"

namespace tflite {
namespace conformance {

// One case: the subgraphs of a small model, usually with a single node, its
// inputs, and the tolerance of the results. Subgraph 0 is run.
class Case {
 public:
  // `type` describes the types of the tensors, e.g. "int8".
  Case(std::string id, std::string type)
      : id_(std::move(id)), type_(std::move(type)), graphs_(1) {}

  // Starts a node; the following calls apply to it.
  Case& Op(int builtin_code) { return Start(builtin_code, "", nullptr, 0); }
  template <typename P>
  Case& Op(int builtin_code, const P& params) {
    static_assert(std::is_trivially_copyable_v<P>, "options are C structs");
    return Start(builtin_code, "", &params, sizeof(P));
  }
  Case& Custom(const char* name, std::vector<uint8_t> options = {});
  Case& Version(int version);

  // Add tensors to the node, in order.
  Case& In(const Elements& e, std::vector<int> shape) {
    return Input({Role::kInput, e, std::move(shape), {}, {}});
  }
  // `values` are stored values, repeated to fill the shape.
  Case& In(const Elements& e, std::vector<int> shape,
           std::vector<double> values) {
    return Input({Role::kInput, e, std::move(shape), std::move(values), {}});
  }
  Case& Const(const Elements& e, std::vector<int> shape,
              std::vector<double> values = {}) {
    return Input({Role::kConstant, e, std::move(shape), std::move(values), {}});
  }
  // Adds a list of integers such as axes, paddings or a shape.
  Case& List(std::vector<double> values, const Elements& e = kInt32) {
    const int n = static_cast<int>(values.size());
    return Input({Role::kConstant, e, {n}, std::move(values), {}});
  }
  // Adds a sparse constant that stores only `values`.
  Case& Sparse(const Elements& e, std::vector<int> shape,
               std::vector<double> values, SparseLayout layout) {
    return Input({Role::kConstant,
                  e,
                  std::move(shape),
                  std::move(values),
                  {},
                  std::move(layout)});
  }
  Case& Variable(const Elements& e, std::vector<int> shape) {
    return Input({Role::kVariable, e, std::move(shape), {}, {}});
  }
  Case& Strings(Role role, std::vector<int> shape,
                std::vector<std::string> strings) {
    return Input({role, kString, std::move(shape), {}, std::move(strings)});
  }
  Case& Absent() { return Input({Role::kAbsent, {}, {}, {}, {}}); }
  // Adds an existing tensor of the graph as an input of the node.
  // CaseRun::Build fails if the tensor belongs to another graph.
  Case& Same(const TensorHandle& tensor);
  // The same by index, for programs that generate graphs.
  Case& Same(int tensor);
  Case& Out(const Elements& e) {
    return Output({Role::kOutput, e, {}, {}, {}});
  }
  Case& Inner(const Elements& e) {
    return Output({Role::kInner, e, {}, {}, {}});
  }
  Case& Intermediate(const Elements& e);
  // Adds a graph input that no node reads yet.
  Case& Unread(const Elements& e, std::vector<int> shape);

  // Sets `handle` to the tensor that was added last.
  Case& As(TensorHandle& handle);

  // Starts another graph. Operators refer to graphs by index, starting from 0.
  // The graph's inputs and outputs are its kInput and kOutput tensors, in
  // order.
  Case& NextGraph();

  Case& Within(const Tolerance& tolerance) {
    tolerance_ = tolerance;
    return *this;
  }
  // Compares only the types and shapes of outputs, for random numbers.
  Case& OnlyShapes() {
    only_shapes_ = true;
    return *this;
  }
  // Sets the operator that the case tests, if it is not that of the first node.
  Case& About(int builtin_code) {
    subject_ = builtin_code;
    return *this;
  }

  const std::string& id() const { return id_; }
  const std::string& type() const { return type_; }
  const std::vector<Graph>& graphs() const { return graphs_; }
  const Tolerance& tolerance() const { return tolerance_; }
  bool only_shapes() const { return only_shapes_; }
  // -1: the first node's operator.
  int subject() const { return subject_; }
  void set_id(std::string id) { id_ = std::move(id); }

 private:
  Case& Start(int code, const char* name, const void* params, size_t bytes);
  Case& Input(Tensor tensor);
  Case& Output(Tensor tensor);
  Graph& graph() { return graphs_.back(); }
  Node& node();

  std::string id_, type_;
  std::vector<Graph> graphs_;
  Tolerance tolerance_;
  bool only_shapes_ = false;
  int subject_ = -1;
};

// The cases of the linked tables.
class CaseTable {
 public:
  using Maker = std::function<Case(Random&)>;

  void Add(Case c) { cases_.push_back(std::move(c)); }
  // Adds a function that creates cases with random shapes and options; the
  // program sets their number. A seed gives the same cases on every machine.
  void AddRandom(Maker maker) { makers_.push_back(std::move(maker)); }

  const std::vector<Case>& cases() const { return cases_; }
  const std::vector<Maker>& makers() const { return makers_; }

 private:
  std::vector<Case> cases_;
  std::vector<Maker> makers_;
};

// Used by TFLL_CONFORMANCE_CASES.
bool RegisterCases(void (*add)(CaseTable&));
// The cases of all linked tables, sorted by name.
CaseTable LinkedCases();

#define TFLL_CONFORMANCE_CASES(add)                          \
  [[maybe_unused]] static const bool tfll_cases_registered = \
      ::tflite::conformance::RegisterCases(add)

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CASE_H_
