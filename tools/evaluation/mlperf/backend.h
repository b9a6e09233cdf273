// A model on one of our delegates, as MLPerf's backend interface sees it.
#ifndef TOOLS_EVALUATION_MLPERF_BACKEND_H_
#define TOOLS_EVALUATION_MLPERF_BACKEND_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/loaded_model.h"
#include "tools/evaluation/mlperf/backend_api.h"

namespace tflite {
namespace mlperf {

// Far more than drivers use; a larger number is rather an error of the driver.
constexpr uint32_t kMaxBatchSize = 1 << 16;

// What a driver asks for.
struct BackendConfig {
  // A name of DelegateChoices(), or empty for the CPU. The key "delegate"
  // overrides it.
  std::string delegate;
  // Samples of a query, at most kMaxBatchSize; 0 is 1.
  uint32_t batch_size = 1;
  // Flags of delegates without "--", "delegate", and "custom_op_library"
  // (as for LoadCustomOpLibraries). Other keys are logged and ignored.
  std::vector<std::pair<std::string, std::string>> keys;
  std::string native_lib_path;
};

// Not thread-safe. No result comes from a fallback: a delegate that is asked
// for and takes no node, or fails in a run, is an error.
class Backend {
 public:
  static base::StatusOr<std::unique_ptr<Backend>> Create(
      const std::string& model_path, const BackendConfig& config);

  const std::string& name() const { return name_; }
  const std::string& accelerator() const { return accelerator_; }

  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  mlperf_data_t input_type(int i) const { return inputs_[i]; }
  mlperf_data_t output_type(int i) const { return outputs_[i]; }

  // `data`: as many elements as the input has. Keeps the pointer until the next
  // query has run.
  base::Status SetInput(int64_t sample, int64_t i, const void* data);
  base::Status Run();
  // Valid until the next query.
  base::StatusOr<void*> Output(int64_t sample, int64_t i);
  // Drops the results.
  void Flush();

 private:
  Backend() = default;

  base::StatusOr<tools::LoadedModel::Delegates> CreateDelegates(
      const BackendConfig& config);
  base::Status CheckDelegation() const;
  base::Status DescribeTensors();
  base::Status RunOnce();

  Interpreter& interpreter() const { return *loaded_->interpreter; }

  std::unique_ptr<tools::LoadedModel> loaded_;

  std::string name_;
  std::string accelerator_;
  std::vector<mlperf_data_t> inputs_;
  std::vector<mlperf_data_t> outputs_;
  std::vector<std::vector<const void*>> given_;  // [sample][input], or null
  std::vector<std::vector<std::vector<char>>> results_;  // [sample][output]
  bool has_results_ = false;
};

}  // namespace mlperf
}  // namespace tflite

#endif  // TOOLS_EVALUATION_MLPERF_BACKEND_H_
