// Values of a random graph, and the functions that add its nodes; for
// random_graph*.cc.
#ifndef TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_VALUES_H_
#define TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_VALUES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// A tensor that nodes can read.
struct GraphValue {
  int tensor;
  Elements elements;
  std::vector<int> shape;
  double bound;  // maximum absolute value of the elements
  double error;  // maximum difference from the reference

  bool is_float() const { return elements.type == kTfLiteFloat32; }
  int rank() const { return static_cast<int>(shape.size()); }
  int depth() const { return shape.back(); }
};

// A graph under construction. The Add functions return false, and change
// nothing, if no value is suitable for the operator.
class GraphMaker {
 public:
  GraphMaker(uint64_t seed, bool quantized);

  // Adds a node of a random operator.
  void AddNode();
  // Completes the graph.
  Case Finish() &&;

 private:
  // random_graph.cc
  void AddInput(std::vector<int> shape);
  Elements Quantized(TfLiteType type, double bound);
  // Null if no value is suitable; valid until the next result.
  const GraphValue* AnyOf(const std::function<bool(const GraphValue&)>& suits);
  int NextTensor() const;
  // Adds the output of the node that was started last.
  void Result(const Elements& e, std::vector<int> shape, double bound,
              double error);
  // The rounding error of a result.
  static double Rounding(const Elements& e, double bound);
  // For quantized types, elements with a scale derived from `bound`; for
  // floats, those of `a`.
  Elements Sum(const GraphValue& a, double bound) {
    return a.is_float() ? a.elements : Quantized(a.elements.type, bound);
  }
  bool IsTooFar(const Elements& e, double bound, double error) const;

  // random_graph_nodes.cc
  bool AddUnary();
  bool AddIntegerUnary(const GraphValue& x);
  bool AddBinary();
  bool AddPool();
  bool AddConv();
  bool AddTransposeConv();
  bool AddFullyConnected();
  // random_graph_layout.cc
  bool AddReshape();
  bool AddMean();
  bool AddPad();
  bool AddSoftmax();
  bool AddConcatenation();
  bool AddSplit();
  bool AddTranspose();
  bool AddConversion();
  bool AddResize();

  const bool quantized_;
  Random random_;
  Case case_;
  std::vector<GraphValue> values_;
  double float_error_ = 0;    // maximum over all outputs
  double integer_error_ = 0;  // the same, in steps
  bool has_output_ = false;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_VALUES_H_
