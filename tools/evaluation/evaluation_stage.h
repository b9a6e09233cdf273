#ifndef TOOLS_EVALUATION_EVALUATION_STAGE_H_
#define TOOLS_EVALUATION_EVALUATION_STAGE_H_

#include <utility>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/proto/evaluation_config.pb.h"

namespace tflite {
namespace evaluation {

// One step of an evaluation: initialized once, run any number of times, then
// asked for the metrics of all runs.
class EvaluationStage {
 public:
  virtual ~EvaluationStage() = default;

  // Errors are logged.
  virtual TfLiteStatus Init() = 0;
  virtual TfLiteStatus Run() = 0;
  virtual EvaluationStageMetrics LatestMetrics() = 0;

 protected:
  explicit EvaluationStage(EvaluationStageConfig config)
      : config_(std::move(config)) {}

  EvaluationStageConfig config_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_EVALUATION_STAGE_H_
