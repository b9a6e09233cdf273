#ifndef TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_
#define TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_

#include <memory>
#include <string>
#include <vector>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace evaluation {

// A model, loaded and ready to run, that times itself.
class ModelRunner {
 public:
  using Delegates = std::vector<tools::ProvidedDelegateList::ProvidedDelegate>;

  // The default delegates of the resolver come after `delegates`, where they
  // are wanted. Where delegation is required, a delegate that fails is an
  // error; otherwise the CPU goes on, with a warning. `threads` as
  // Interpreter::SetNumThreads takes it; `custom_op_libraries` as
  // LoadCustomOpLibraries does. Errors name the file.
  static base::StatusOr<std::unique_ptr<ModelRunner>> Create(
      const std::string& model_file, int threads,
      const std::string& custom_op_libraries, Delegates delegates,
      bool default_delegates, bool require_delegation = false);

  int num_inputs() const;
  int num_outputs() const;
  const TfLiteTensor& input(int i) const;
  const TfLiteTensor& output(int i) const;

  // The bytes of an input; of a string tensor, the string buffer.
  base::Status SetInput(int i, const std::string& bytes);
  // Invokes and adds the time to the latencies. Those of runs before a delegate
  // failed are forgotten, with a warning.
  base::Status Run();

  // In microseconds.
  LatencyMetrics latency() const;

 private:
  ModelRunner() = default;

  // Destroyed from the bottom up: the interpreter before what it uses.
  Delegates delegates_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<MutableOpResolver> resolver_;
  std::unique_ptr<Interpreter> interpreter_;
  std::unique_ptr<tools::FallbackWatch> fallback_watch_;
  tensorflow::Stat<int64_t> microseconds_;
};

// Mean distance of the elements of two tensors of one type and shape, as
// InferenceProfilerStage defines it; 0 without elements.
base::StatusOr<float> MeanDistance(const TfLiteTensor& a,
                                   const TfLiteTensor& b);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_
