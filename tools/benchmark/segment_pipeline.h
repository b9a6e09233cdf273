#ifndef TOOLS_BENCHMARK_SEGMENT_PIPELINE_H_
#define TOOLS_BENCHMARK_SEGMENT_PIPELINE_H_

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tools/benchmark/input_layers.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace benchmark {

// The segments of a model (edgetpu_compiler --num_segments), each on a thread
// and on delegates of its own, working on different requests.
class SegmentPipeline {
 public:
  // `first` is the first segment, ready to run, and outlives this object.
  explicit SegmentPipeline(Interpreter* first) : interpreters_({first}) {}
  ~SegmentPipeline();

  // Appends a segment, with the delegates that `params` choose. Inputs that the
  // layers name get their shapes.
  base::Status Add(std::unique_ptr<FlatBufferModel> model,
                   std::unique_ptr<Interpreter> interpreter,
                   const std::vector<InputLayerInfo>& layers,
                   tools::ToolParams* params);

  // After the last segment. The inputs of the model are random, or as the
  // layers of these names say; all requests have the same. Invalid if a layer
  // names no input of the model, such as one that a segment writes.
  base::Status Start(const std::vector<InputLayerInfo>& layers,
                     std::mt19937* random);

  // Sends requests until every segment has one and another one waits for it,
  // then waits for a result. In the long run, the time between two results.
  base::Status Run();
  // Waits for all requests; the segments are idle afterwards.
  base::Status Finish();

  // After Finish: whether a delegate of an appended segment has failed since
  // the last call.
  bool FellBack();

  const std::vector<Interpreter*>& interpreters() const {
    return interpreters_;
  }

 private:
  struct Segment {
    std::unique_ptr<FlatBufferModel> model;
    std::vector<tools::ProvidedDelegateList::ProvidedDelegate> delegates;
    std::unique_ptr<Interpreter> interpreter;  // destroyed before both
    std::unique_ptr<tools::FallbackWatch> watch;
  };

  std::vector<std::unique_ptr<Segment>> added_;
  std::vector<Interpreter*> interpreters_;
  ::edgetpu::NamedTensors inputs_;
  std::unique_ptr<::edgetpu::PipelinedModelRunner> runner_;
  size_t under_way_ = 0;
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_SEGMENT_PIPELINE_H_
