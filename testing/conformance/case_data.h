// The data of a conformance case; case.h builds it.
#ifndef TESTING_CONFORMANCE_CASE_DATA_H_
#define TESTING_CONFORMANCE_CASE_DATA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/conformance/elements.h"

namespace tflite {
namespace conformance {

// The allowed difference from the reference result. It belongs to the case and
// applies to every delegate. For integers and booleans it is `steps`, for
// floating-point numbers the sum of the other tolerances.
struct Tolerance {
  double steps = 0;
  double absolute = 0;
  double relative = 0;
  double ulps = 0;  // units in the last place of the output's type
};

// Bit-exact, except that any NaN equals any other and 0 equals -0.
inline Tolerance Exact() { return {}; }
// For results that are computed exactly and then rounded once: up to `n`
// quantization steps or integers, or `ulps` for float results.
inline Tolerance Steps(double n, double ulps = 0) { return {n, 0, 0, ulps}; }
inline Tolerance Ulps(double n) { return {0, 0, 0, n}; }
inline Tolerance Near(double absolute, double relative = 0) {
  return {0, absolute, relative, 0};
}
// For sums of `terms` products, each at most `largest` in magnitude, added in
// any order: one rounding error per term, of the size of the largest. For
// integers: one step.
inline Tolerance Depth(int terms, double largest = 1) {
  return {1, terms * largest / (1 << 23), 0, 4};
}

enum class Role {
  kInput,         // of the graph, with new contents in every invoke
  kConstant,      // known when the graph is built
  kVariable,      // zero at first, kept between invokes
  kOutput,        // of the graph, compared
  kInner,         // between nodes of the graph
  kIntermediate,  // specifies a quantization inside the node
  kAbsent,        // an omitted optional input
};

// How one dimension of a sparse tensor is stored.
struct SparseDimension {
  int dense_size = 0;                  // extent, if there are no segments
  std::vector<int> segments, indices;  // compressed rows
};

struct SparseLayout {
  std::vector<int> order, block_map;
  std::vector<SparseDimension> dimensions;
};

struct Tensor {
  Role role = Role::kInput;
  Elements elements;
  std::vector<int> shape;      // outputs, inner tensors: set by the operator
  std::vector<double> values;  // stored contents; empty: random
  std::vector<std::string> strings;
  SparseLayout sparse = {};  // for constants whose `values` are not all zero
};

// Refers to a tensor of a case and of its copies, set by Case::As. The index is
// also the tensor's index in the interpreter.
struct TensorHandle {
  int graph = -1;
  int index = -1;
};

struct Node {
  int code = kTfLiteBuiltinCustom;  // TfLiteBuiltinOperator
  std::string custom_name;
  int version = 0;              // 0: the newest one of the library
  std::vector<uint8_t> params;  // the operator's struct in builtin_op_data.h
  std::vector<uint8_t> custom_options;
  std::vector<int> inputs, outputs, intermediates;  // tensors; -1: omitted
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CASE_DATA_H_
