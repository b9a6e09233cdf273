#include "tools/evaluation/mlperf/backend.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "tools/command_line_flags.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/evaluation/mlperf/settings.h"
#include "tools/logging.h"
#include "tools/tool_params.h"

namespace tflite {
namespace mlperf {
namespace {

// Settings of MLPerf's own backend, which drivers pass to every backend.
bool IsForAnotherBackend(const std::string& key) {
  return key == "shards_num" || key == "pipeline";
}

base::StatusOr<mlperf_data_t::Type> TypeOf(const TfLiteTensor& tensor) {
  switch (tensor.type) {
    case kTfLiteFloat32:
      return mlperf_data_t::Float32;
    case kTfLiteUInt8:
      return mlperf_data_t::Uint8;
    case kTfLiteInt8:
      return mlperf_data_t::Int8;
    case kTfLiteFloat16:
      return mlperf_data_t::Float16;
    case kTfLiteInt32:
      return mlperf_data_t::Int32;
    case kTfLiteInt64:
      return mlperf_data_t::Int64;
    default:
      return base::Invalid("tensor ", tensor.name, " is of type ",
                           TfLiteTypeGetName(tensor.type),
                           ", which MLPerf's interface cannot represent");
  }
}

base::StatusOr<mlperf_data_t> Describe(const TfLiteTensor& tensor) {
  mlperf_data_t data;
  TFLL_ASSIGN_OR_RETURN(data.type, TypeOf(tensor));
  data.size = 1;
  for (int d = 0; d < tensor.dims->size; ++d) {
    data.size *= tensor.dims->data[d];
  }
  return data;
}

// The CPU if the name is empty. An unknown name is an error that lists all
// names.
base::StatusOr<DelegateChoice> FindChoice(const std::string& name) {
  if (name.empty()) return DelegateChoices().front();
  std::string known;
  for (const DelegateChoice& choice : DelegateChoices()) {
    if (name == choice.name) return choice;
    known += (known.empty() ? "" : ", ") + std::string(choice.name);
  }
  return base::Invalid("unknown delegate \"", name, "\": there are ", known);
}

std::string LastValue(const BackendConfig& config, const char* key,
                      const std::string& otherwise) {
  std::string value = otherwise;
  for (const auto& [k, v] : config.keys) {
    if (k == key) value = v;
  }
  return value;
}

// Passes the keys to the flags of the delegates.
base::Status ParseKeys(const BackendConfig& config, tools::ToolParams* params,
                       const tools::ProvidedDelegateList& list) {
  std::vector<Flag> flags;
  list.AppendCmdlineFlags(flags);
  for (const auto& [key, value] : config.keys) {
    if (key == "delegate" || key == "custom_op_library" ||
        IsForAnotherBackend(key)) {
      continue;
    }
    const std::string argument = "--" + key + "=" + value;
    const char* argv[] = {"mlperf", argument.c_str(), nullptr};
    int argc = 2;
    if (!Flags::Parse(&argc, argv, flags)) {
      return base::Invalid("the value of the key ", key, "=", value,
                           " is not valid");
    }
    TFLITE_MAY_LOG(WARN, argc > 1) << "ignored: " << key << "=" << value
                                   << ", which is no flag of a delegate";
  }
  return base::OkStatus();
}

}  // namespace

base::StatusOr<tools::LoadedModel::Delegates> Backend::CreateDelegates(
    const BackendConfig& config) {
  TFLL_ASSIGN_OR_RETURN(
      const DelegateChoice choice,
      FindChoice(LastValue(config, "delegate", config.delegate)));
  tools::ToolParams params;
  const tools::ProvidedDelegateList list(&params);
  list.AddAllDelegateParams();
  if (choice.flag != nullptr) params.Set<bool>(choice.flag, true);
  if (!config.native_lib_path.empty()) {
    params.Set<std::string>("hexagon_lib_path", config.native_lib_path);
  }
  TFLL_RETURN_IF_ERROR(ParseKeys(config, &params, list));
  for (const auto& provider : list.providers()) {
    const std::string missing = provider->MissingDevice(params);
    if (!missing.empty()) {
      return base::Invalid(provider->GetName(), " delegate: ", missing);
    }
  }
  tools::LoadedModel::Delegates delegates = list.CreateAllRankedDelegates();
  accelerator_ = choice.accelerator;
  name_ = std::string("tensorflow_lite_lite, ") + choice.description;
  if (!delegates.empty() && choice.flag == nullptr) {
    // Selected by a key alone, such as external_delegate_path.
    name_ = "tensorflow_lite_lite, " + delegates[0].provider->GetName();
    accelerator_ = delegates[0].provider->GetName();
  }
  if (choice.flag != nullptr && delegates.empty()) {
    return base::Invalid("the ", choice.name, " delegate cannot be created");
  }
  return delegates;
}

base::Status Backend::CheckDelegation() const {
  const tools::LoadedModel::Delegates& delegates = loaded_->delegates;
  if (delegates.empty() ||
      tools::CountKernelsOf(delegates, loaded_->interpreter.get()) > 0) {
    return base::OkStatus();
  }
  return base::Invalid("the ", delegates[0].provider->GetName(),
                       " delegate takes no node of the model");
}

base::Status Backend::DescribeTensors() {
  for (const int i : interpreter().inputs()) {
    TFLL_ASSIGN_OR_RETURN(const mlperf_data_t data,
                          Describe(*interpreter().tensor(i)));
    inputs_.push_back(data);
  }
  for (const int i : interpreter().outputs()) {
    TFLL_ASSIGN_OR_RETURN(const mlperf_data_t data,
                          Describe(*interpreter().tensor(i)));
    outputs_.push_back(data);
  }
  return base::OkStatus();
}

base::StatusOr<std::unique_ptr<Backend>> Backend::Create(
    const std::string& model_path, const BackendConfig& config) {
  if (config.batch_size > kMaxBatchSize) {
    return base::Invalid("a batch of ", config.batch_size, " samples; at most ",
                         kMaxBatchSize, " are possible");
  }
  tools::LoadOptions options;
  options.custom_op_libraries = LastValue(config, "custom_op_library", "");
  options.require_delegation = true;
  const std::string threads = LastValue(config, "num_threads", "-1");
  const char* const end = threads.data() + threads.size();
  const auto parsed = std::from_chars(threads.data(), end, options.threads);
  if (parsed.ptr != end || parsed.ec != std::errc()) {
    return base::Invalid("the value of the key num_threads=", threads,
                         " is not valid");
  }
  std::unique_ptr<Backend> backend(new Backend);
  TFLL_ASSIGN_OR_RETURN(tools::LoadedModel::Delegates delegates,
                        backend->CreateDelegates(config));
  TFLL_ASSIGN_OR_RETURN(
      backend->loaded_,
      tools::LoadModel(model_path, std::move(delegates), options));
  TFLL_RETURN_IF_ERROR(backend->CheckDelegation());
  // Gives outputs of unknown size theirs, and leaves what is done in the first
  // run out of what a driver measures.
  for (const int i : backend->interpreter().inputs()) {
    TfLiteTensor* const tensor = backend->interpreter().tensor(i);
    if (tensor->allocation_type == kTfLiteMmapRo) {
      return base::Invalid("input ", tensor->name,
                           " is a constant of the model, which a driver "
                           "cannot set");
    }
    if (tensor->bytes > 0) std::memset(tensor->data.raw, 0, tensor->bytes);
  }
  TFLL_RETURN_IF_ERROR(backend->RunOnce());
  TFLL_RETURN_IF_ERROR(backend->DescribeTensors());
  const size_t samples = std::max<uint32_t>(1, config.batch_size);
  backend->given_.resize(
      samples, std::vector<const void*>(backend->inputs_.size(), nullptr));
  backend->results_.resize(
      samples, std::vector<std::vector<char>>(backend->outputs_.size()));
  return backend;
}

base::Status Backend::SetInput(int64_t sample, int64_t i, const void* data) {
  if (sample < 0 || sample >= static_cast<int64_t>(given_.size())) {
    return base::Invalid("there is no sample ", sample, " in a batch of ",
                         given_.size());
  }
  if (i < 0 || i >= num_inputs()) {
    return base::Invalid("the model has no input ", i);
  }
  if (data == nullptr) {
    return base::Invalid("input ", i, " of sample ", sample, " is null");
  }
  given_[sample][i] = data;
  return base::OkStatus();
}

base::Status Backend::RunOnce() {
  // Each sample is a sequence of its own.
  if (interpreter().ResetVariableTensors() != kTfLiteOk) {
    return base::Invalid("the model's variables cannot be reset");
  }
  return interpreter().Invoke() == kTfLiteOk ? base::OkStatus()
                                             : base::Invalid("invoke failed");
}

base::Status Backend::Run() {
  has_results_ = false;
  for (size_t s = 0; s < given_.size(); ++s) {
    for (int i = 0; i < num_inputs(); ++i) {
      const void* const data = std::exchange(given_[s][i], nullptr);
      if (data == nullptr) {
        return base::Invalid("input ", i, " of sample ", s,
                             " has not been set for this query");
      }
      const TfLiteTensor& tensor = *interpreter().input_tensor(i);
      if (tensor.bytes > 0) std::memcpy(tensor.data.raw, data, tensor.bytes);
    }
    TFLL_RETURN_IF_ERROR(RunOnce());
    for (int i = 0; i < num_outputs(); ++i) {
      const TfLiteTensor& tensor = *interpreter().output_tensor(i);
      TFLL_ASSIGN_OR_RETURN(const mlperf_data_t data, Describe(tensor));
      if (data.size != outputs_[i].size) {
        return base::Invalid("output ", tensor.name, " has ", data.size,
                             " elements, after ", outputs_[i].size,
                             " in the first run: a driver cannot be told");
      }
      results_[s][i].assign(tensor.data.raw, tensor.data.raw + tensor.bytes);
    }
  }
  has_results_ = true;
  return base::OkStatus();
}

base::StatusOr<void*> Backend::Output(int64_t sample, int64_t i) {
  if (!has_results_) return base::Invalid("there is no result of a query");
  if (sample < 0 || sample >= static_cast<int64_t>(results_.size())) {
    return base::Invalid("there is no sample ", sample, " in a batch of ",
                         results_.size());
  }
  if (i < 0 || i >= num_outputs()) {
    return base::Invalid("the model has no output ", i);
  }
  return results_[sample][i].data();
}

void Backend::Flush() { has_results_ = false; }

}  // namespace mlperf
}  // namespace tflite
