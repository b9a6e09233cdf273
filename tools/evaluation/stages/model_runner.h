#ifndef TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_
#define TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/loaded_model.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace evaluation {

// A loaded model, ready to run, that measures its latency.
class ModelRunner {
 public:
  using Delegates = tools::LoadedModel::Delegates;

  // As tools::LoadModel.
  static base::StatusOr<std::unique_ptr<ModelRunner>> Create(
      const std::string& model_file, Delegates delegates,
      const tools::LoadOptions& options);

  int num_inputs() const;
  int num_outputs() const;
  const TfLiteTensor& input(int i) const;
  const TfLiteTensor& output(int i) const;

  // The bytes of an input; for a string tensor, its string buffer.
  base::Status SetInput(int i, const std::string& bytes);
  // Invokes the model and records the latency. If a delegate fails, earlier
  // latencies are discarded, with a warning.
  base::Status Run();
  // Sets the model's state back to what it was before the first run.
  base::Status ResetVariables();

  // In microseconds.
  LatencyMetrics latency() const;
  // Those that the latency covers.
  int64_t num_runs() const { return microseconds_.count(); }
  // The duration of the last run; no value if a delegate failed in it.
  std::optional<int64_t> last_us() const { return last_us_; }
  // The kernels of the given delegates; no value if none is given.
  std::optional<int> delegate_kernels() const { return delegate_kernels_; }
  // The nodes of the model, and those of them that the given delegates run.
  tools::NodeShare delegated_nodes() const { return delegated_nodes_; }
  // How often a delegate has failed.
  int fallbacks() const { return fallbacks_; }

 private:
  ModelRunner() = default;

  Interpreter& interpreter() const { return *loaded_->interpreter; }

  std::unique_ptr<tools::LoadedModel> loaded_;
  std::unique_ptr<tools::FallbackWatch> fallback_watch_;
  tensorflow::Stat<int64_t> microseconds_;
  std::optional<int64_t> last_us_;
  std::optional<int> delegate_kernels_;
  tools::NodeShare delegated_nodes_;
  int fallbacks_ = 0;
};

// The time of a clock that never goes back.
int64_t NowMicros();

// The statistics as a message; empty without values.
LatencyMetrics LatencyOf(const tensorflow::Stat<int64_t>& microseconds);

// Mean distance of the elements of two tensors of the same type and shape, as
// defined by InferenceProfilerStage; 0 for tensors without elements.
base::StatusOr<float> MeanDistance(const TfLiteTensor& a,
                                   const TfLiteTensor& b);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_MODEL_RUNNER_H_
