#ifndef TESTING_CONFORMANCE_CASE_RUN_H_
#define TESTING_CONFORMANCE_CASE_RUN_H_

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "testing/conformance/case.h"
#include "testing/conformance/contents.h"

namespace tflite {
namespace conformance {

// The contents of a tensor after a run.
struct Result {
  std::string what;  // "output 0", "variable 3"
  TfLiteType type;
  base::Shape shape;
  std::string bytes;
};

// Shapes of all tensors, per subgraph. A model file declares them, and some
// delegates need them before nodes are prepared.
using TensorShapes = std::vector<std::vector<base::Shape>>;

// Collects the messages of an interpreter.
class CollectingErrors : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override;
  std::string text;
};

// Runs a case in an interpreter of its own. Constants of the first subgraph are
// between guard bands, and with kLent also inputs and outputs.
//
//   CaseRun run(c, seed);
//   Build, apply delegates to interpreter(), Allocate, Invoke ...
//
// Errors include the messages of the interpreter.
class CaseRun {
 public:
  // `c` must outlive this object. Contents depend on `seed`. With
  // `half_precision`, FLOAT32 contents are rounded to half precision.
  CaseRun(const Case& c, uint64_t seed, bool half_precision = false);
  ~CaseRun();

  // `shapes`: the shapes of an earlier run, or null.
  base::Status Build(const OpResolver& resolver, const TensorShapes* shapes,
                     int num_threads = 1);
  // The memory of inputs and outputs: planned by the runtime, or provided to it
  // between guard bands.
  enum class Memory { kPlanned, kLent };
  base::Status Allocate(Memory memory = Memory::kLent);
  // Fills the inputs, invokes, and checks guard bands and read-only contents.
  // The values of the inputs depend on the seed and the number of earlier
  // calls.
  base::StatusOr<std::vector<Result>> Invoke();
  // Multiplies the outermost dimension of all inputs by `factor`; must be
  // followed by Allocate. Returns false if there are no inputs, or if one is a
  // scalar, is empty or has fixed values.
  bool ResizeInputs(int factor);
  // Gives all constants other values, in other memory, as an application may
  // between two runs. Not possible while a delegate depends on them.
  base::Status ReplaceConstants();
  // Invokes without filling inputs and without checks.
  base::Status InvokeOnly();

  Interpreter& interpreter() { return *interpreter_; }
  // Messages of the interpreter since the last error of this object.
  const std::string& reported() const { return errors_.text; }
  // The size of the largest input or output; at least 1.
  struct Size {
    size_t bytes, elements;
  };
  Size Largest() const;
  // A tensor of the first graph.
  TfLiteTensor* tensor(const TensorHandle& handle) {
    return interpreter_->tensor(handle.index);
  }
  TensorShapes Shapes() const;

 private:
  base::Status AddGraph(const Graph& graph, const OpResolver& resolver,
                        const std::vector<base::Shape>* shapes, Subgraph& out);
  base::Status AddTensor(const Tensor& tensor, int index,
                         const base::Shape* shape, Subgraph& out);
  struct Kept {
    GuardedBuffer buffer;
    std::string contents;
    std::string name;
  };
  base::Status SetConstant(const Tensor& tensor, int index, Kept& kept,
                           Subgraph& out);
  base::Status AddNode(const Node& node, const OpResolver& resolver,
                       Subgraph& out);
  base::StatusOr<std::string> Contents(const Tensor& tensor);
  base::Status Guard(int tensor_index);
  void TakeBackMemory();
  base::Status FillInputs();
  base::Status CheckMemory();
  base::StatusOr<std::vector<Result>> TakeResults();
  base::Status Failed(const std::string& what);

  const Case& case_;
  Random random_;
  const bool half_precision_;
  CollectingErrors errors_;
  std::list<std::string> names_;
  std::list<Kept> constants_;    // of all graphs, in order
  std::map<int, Kept> guarded_;  // by tensor of the first graph
  std::map<int, std::vector<int>> resized_;
  std::unique_ptr<Interpreter> interpreter_;
};

// The operator of a case and its full name in the suite:
// "max_pool_2d/Same3x3/int8_quantized".
std::string OperatorName(const Case& c);
std::string FullName(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CASE_RUN_H_
