#ifndef TOOLS_BENCHMARK_BENCHMARK_TFLITE_MODEL_H_
#define TOOLS_BENCHMARK_BENCHMARK_TFLITE_MODEL_H_

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/signature_runner.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tools/benchmark/benchmark_model.h"
#include "tools/benchmark/input_layers.h"
#include "tools/benchmark/model_source.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace benchmark {

class SegmentPipeline;

// The subgraph to measure: the primary one, or that of a signature.
class BenchmarkInterpreterRunner {
 public:
  BenchmarkInterpreterRunner(Interpreter* interpreter, SignatureRunner* runner,
                             Subgraph* subgraph)
      : interpreter_(interpreter), runner_(runner), subgraph_(subgraph) {}

  // An empty key selects the primary subgraph. An error for an unknown key.
  static std::pair<TfLiteStatus, std::unique_ptr<BenchmarkInterpreterRunner>>
  Create(Interpreter* interpreter, std::string signature_key);

  TfLiteStatus AllocateTensors() {
    return runner_ != nullptr ? runner_->AllocateTensors()
                              : interpreter_->AllocateTensors();
  }
  TfLiteStatus Invoke() {
    return runner_ != nullptr ? runner_->Invoke() : interpreter_->Invoke();
  }
  const Subgraph& graph() const { return *subgraph_; }
  const std::vector<int>& execution_plan() const {
    return subgraph_->execution_plan();
  }
  const std::vector<int>& inputs() const { return subgraph_->inputs(); }
  const std::vector<int>& outputs() const { return subgraph_->outputs(); }
  TfLiteTensor* tensor(int index) { return subgraph_->tensor(index); }
  const std::pair<TfLiteNode, TfLiteRegistration>* node_and_registration(
      int node_index) const {
    return subgraph_->node_and_registration(node_index);
  }
  TfLiteStatus ResizeInputTensor(int tensor_index,
                                 const std::vector<int>& new_size) {
    return subgraph_->ResizeInputTensor(tensor_index, new_size);
  }

 private:
  Interpreter* const interpreter_;
  SignatureRunner* const runner_;  // null: the primary subgraph
  Subgraph* const subgraph_;
};

// Benchmarks a .tflite model, on the CPU or on the delegates given by flags.
class BenchmarkTfLiteModel : public BenchmarkModel {
 public:
  using InputLayerInfo = benchmark::InputLayerInfo;

  explicit BenchmarkTfLiteModel(BenchmarkParams params = DefaultParams());
  ~BenchmarkTfLiteModel() override;

  static BenchmarkParams DefaultParams();

  std::vector<Flag> GetFlags() override;
  void LogParams() override;
  TfLiteStatus ValidateParams() override;
  uint64_t ComputeInputBytes() override;
  TfLiteStatus Init() override;
  TfLiteStatus RunImpl() override;
  bool FellBack() override;

  // After Init. True if delegates run every node of the measured subgraph.
  bool IsFullyAccelerated() const;
  int TotalNodeCount() const { return total_nodes_; }

 protected:
  TfLiteStatus PrepareInputData() override;
  TfLiteStatus ResetInputsAndOutputs() override;
  int64_t MayGetModelFileSize() override;
  TfLiteStatus Finish() override;
  virtual TfLiteStatus LoadModel();
  virtual std::unique_ptr<OpResolver> GetOpResolver() const;
  TfLiteStatus LoadCustomOps();
  virtual TfLiteStatus InitInterpreter();
  // Null unless the operator profile was requested.
  virtual std::unique_ptr<BenchmarkListener> MayCreateProfilingListener() const;

  std::vector<InputLayerInfo> inputs_;
  std::vector<std::string> inputs_data_;  // one per input of the graph
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
  std::unique_ptr<BenchmarkInterpreterRunner> interpreter_runner_;

 private:
  std::unique_ptr<Interpreter> BuildInterpreter(
      const FlatBufferModel& model) const;
  TfLiteStatus AddSegments();
  TfLiteStatus ApplyDelegates();
  TfLiteStatus Allocate();
  TfLiteStatus ExplainDelegation();
  TfLiteStatus ResizeInputs();
  TfLiteStatus PrintState(const char* title, bool to_file) const;
  TfLiteStatus WriteOutputs();

  std::mt19937 random_{12345};
  std::unique_ptr<OpResolver> resolver_;
  // The interpreter is destroyed before its delegates.
  std::vector<tools::ProvidedDelegateList::ProvidedDelegate> delegates_;
  std::unique_ptr<BenchmarkListener> profiling_listener_;
  std::unique_ptr<BenchmarkListener> result_listener_;
  std::unique_ptr<tools::FallbackWatch> fallback_watch_;
  std::unique_ptr<SegmentPipeline> pipeline_;  // null: one segment
  int fallbacks_ = 0;  // runs in which a delegate failed
  int total_nodes_ = 0;
  std::string explained_;  // the last written report, as JSON
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_BENCHMARK_TFLITE_MODEL_H_
