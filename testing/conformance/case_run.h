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

// What a run leaves in a tensor.
struct Result {
  std::string what;  // "output 0", "variable 3"
  TfLiteType type;
  base::Shape shape;
  std::string bytes;
};

// Shapes of all tensors, graph by graph: a model file has them written down,
// and some delegates want them before any node is prepared.
using TensorShapes = std::vector<std::vector<base::Shape>>;

// Collects what an interpreter reports.
class CollectingErrors : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override;
  std::string text;
};

// A case as an interpreter of its own. Constants of the first graph stand
// between guard bands, and so do inputs and outputs where memory is lent.
//
//   CaseRun run(c, seed);
//   Build, delegates by way of interpreter(), Allocate, Invoke ...
//
// Errors carry what the interpreter reported.
class CaseRun {
 public:
  // `c` outlives this object. Contents come from `seed`; those of FLOAT32 are
  // numbers of half precision if `half_precision` is set.
  CaseRun(const Case& c, uint64_t seed, bool half_precision = false);
  ~CaseRun();

  // `shapes`: those of an earlier run, or null where there was none.
  base::Status Build(const OpResolver& resolver, const TensorShapes* shapes,
                     int num_threads = 1);
  // Where inputs and outputs lie: in memory of the runtime's, or in memory lent
  // to it, between guard bands.
  enum class Memory { kPlanned, kLent };
  base::Status Allocate(Memory memory = Memory::kLent);
  // Fills the inputs, the same ones for the same number of earlier calls, runs,
  // and looks at guard bands and at what nobody may have changed.
  base::StatusOr<std::vector<Result>> Invoke();
  // Makes the outermost dimension of all inputs `factor` times the case's;
  // Allocate follows. False where there are none, or one that is a scalar,
  // empty or has values of its own.
  bool ResizeInputs(int factor);
  // Only runs.
  base::Status InvokeOnly();

  Interpreter& interpreter() { return *interpreter_; }
  // What the interpreter reported since the last error of this object.
  const std::string& reported() const { return errors_.text; }
  // Of the first graph.
  TfLiteTensor* tensor(const TensorHandle& handle) {
    return interpreter_->tensor(handle.index);
  }
  TensorShapes Shapes() const;

 private:
  base::Status AddGraph(const Graph& graph, const OpResolver& resolver,
                        const std::vector<base::Shape>* shapes, Subgraph& out);
  base::Status AddTensor(const Tensor& tensor, int index,
                         const base::Shape* shape, Subgraph& out);
  base::Status AddNode(const Node& node, const OpResolver& resolver,
                       Subgraph& out);
  base::StatusOr<std::string> Contents(const Tensor& tensor);
  base::Status Guard(int tensor_index);
  base::Status FillInputs();
  base::Status CheckMemory();
  base::StatusOr<std::vector<Result>> TakeResults();
  base::Status Failed(const std::string& what);

  struct Kept {
    GuardedBuffer buffer;
    std::string contents;
    std::string name;
  };

  const Case& case_;
  Random random_;
  const bool half_precision_;
  CollectingErrors errors_;
  std::list<std::string> names_;
  std::list<Kept> constants_;
  std::map<int, Kept> guarded_;  // by tensor of the first graph
  std::map<int, std::vector<int>> resized_;
  std::unique_ptr<Interpreter> interpreter_;
};

// How the suite names a case: "max_pool_2d/Same3x3/int8".
std::string OperatorName(const Case& c);
std::string FullName(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CASE_RUN_H_
