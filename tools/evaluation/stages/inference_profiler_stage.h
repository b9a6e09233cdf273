#ifndef TOOLS_EVALUATION_STAGES_INFERENCE_PROFILER_STAGE_H_
#define TOOLS_EVALUATION_STAGES_INFERENCE_PROFILER_STAGE_H_

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/stages/model_runner.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace evaluation {

// Runs a model twice on the same random inputs: as the reference on one CPU
// thread, without delegates, and in the tested configuration. Measures both
// latencies and the difference of the outputs.
//
// The error of an output in one run is the mean of |test - reference| over its
// elements as stored: for quantized tensors in steps. Different strings count
// as 1.
class InferenceProfilerStage : public EvaluationStage {
 public:
  explicit InferenceProfilerStage(EvaluationStageConfig config)
      : EvaluationStage(std::move(config)) {}

  // Libraries of custom operators for both runs, as for LoadCustomOpLibraries.
  // Call before Init.
  void SetCustomOpLibraries(std::string paths) {
    custom_op_libraries_ = std::move(paths);
  }

  TfLiteStatus Init() override { return Init(nullptr); }
  // If `delegate_providers` is null, only the delegate in the config's
  // TfliteInferenceParams is applied.
  TfLiteStatus Init(const DelegateProviders* delegate_providers);
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // The number of the next run, which decides its random inputs; runs are
  // numbered from 0 otherwise.
  void SetNextRun(int64_t number) { next_run_ = number; }
  // Of the last run: the error of each output, and the two models.
  const std::vector<float>& last_errors() const { return last_errors_; }
  const ModelRunner& test() const { return *test_; }
  const ModelRunner& reference() const { return *reference_; }

 private:
  base::Status InitImpl(const DelegateProviders& providers);
  base::Status RunImpl();

  std::string custom_op_libraries_;
  std::unique_ptr<ModelRunner> reference_;
  std::unique_ptr<ModelRunner> test_;
  // Per output: the error of every run.
  std::vector<tensorflow::Stat<float>> errors_;
  std::mt19937 random_;
  int64_t next_run_ = 0;
  std::vector<float> last_errors_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_INFERENCE_PROFILER_STAGE_H_
