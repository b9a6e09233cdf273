#include "tools/benchmark/benchmark_tflite_model.h"

#include <cstring>
#include <iostream>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/upstream/optional_debug_tools.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"
#include "tools/benchmark/listeners.h"
#include "tools/benchmark/output_writer.h"
#include "tools/benchmark/runtime_info.h"
#include "tools/benchmark/segment_pipeline.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegation_report_printer.h"
#include "tools/fingerprint.h"
#include "tools/logging.h"
#include "tools/write_output.h"

namespace tflite {
namespace benchmark {
namespace {

TfLiteStatus LogError(const base::Status& status) {
  TFLITE_LOG(ERROR) << status.message();
  return kTfLiteError;
}

void SetData(const std::string& data, TfLiteTensor* tensor) {
  if (tensor->allocation_type == kTfLiteMmapRo) return;  // in read-only memory
  if (tensor->type == kTfLiteString) TfLiteTensorRealloc(data.size(), tensor);
  if (!data.empty() && tensor->data.raw != nullptr &&
      tensor->bytes == data.size()) {
    std::memcpy(tensor->data.raw, data.data(), data.size());
  }
}

}  // namespace

std::pair<TfLiteStatus, std::unique_ptr<BenchmarkInterpreterRunner>>
BenchmarkInterpreterRunner::Create(Interpreter* interpreter,
                                   std::string signature_key) {
  if (signature_key.empty()) {
    return {kTfLiteOk,
            std::make_unique<BenchmarkInterpreterRunner>(
                interpreter, nullptr, &interpreter->primary_subgraph())};
  }
  SignatureRunner* runner =
      interpreter->GetSignatureRunner(signature_key.c_str());
  if (runner == nullptr) {
    TFLITE_LOG(ERROR) << "--signature_to_run_for: the model has no signature '"
                      << signature_key << "'";
    return {kTfLiteError, nullptr};
  }
  const int index =
      interpreter->GetSubgraphIndexFromSignature(signature_key.c_str());
  return {kTfLiteOk, std::make_unique<BenchmarkInterpreterRunner>(
                         interpreter, runner, interpreter->subgraph(index))};
}

BenchmarkTfLiteModel::BenchmarkTfLiteModel(BenchmarkParams params)
    : BenchmarkModel(std::move(params)) {}

BenchmarkTfLiteModel::~BenchmarkTfLiteModel() {
  pipeline_.reset();
  fallback_watch_.reset();
  interpreter_runner_.reset();
  interpreter_.reset();
}

TfLiteStatus BenchmarkTfLiteModel::ValidateParams() {
  TF_LITE_ENSURE_STATUS(BenchmarkModel::ValidateParams());
  const auto source = ModelSource::Parse(params_.Get<std::string>("graph"));
  if (!source.ok()) return LogError(source.status());
  const std::string mode = params_.Get<std::string>("op_profiling_output_mode");
  if (mode != "stdout" && mode != "csv" && mode != "proto") {
    return LogError(base::Invalid("--op_profiling_output_mode=", mode,
                                  " is neither stdout, csv nor proto"));
  }
  const std::string explain = params_.Get<std::string>("explain_delegation");
  if (!explain.empty() && explain != "stdout" && explain != "json" &&
      explain != "html") {
    return LogError(base::Invalid("--explain_delegation=", explain,
                                  " is neither stdout, json nor html"));
  }
  if (!params_.Get<std::string>("pipeline").empty() &&
      (params_.Get<bool>("enable_op_profiling") ||
       !params_.Get<std::string>("signature_to_run_for").empty())) {
    return LogError(
        base::Invalid("--pipeline works neither with --enable_op_profiling nor "
                      "with --signature_to_run_for"));
  }
  if (params_.Get<int32_t>("max_profiling_buffer_entries") <= 0) {
    return LogError(
        base::Invalid("--max_profiling_buffer_entries must be positive"));
  }
  auto layers =
      ParseInputLayers(params_.Get<std::string>("input_layer"),
                       params_.Get<std::string>("input_layer_shape"),
                       params_.Get<std::string>("input_layer_value_range"),
                       params_.Get<std::string>("input_layer_value_files"));
  if (!layers.ok()) return LogError(layers.status());
  inputs_ = *std::move(layers);
  return kTfLiteOk;
}

int64_t BenchmarkTfLiteModel::MayGetModelFileSize() {
  const auto source = ModelSource::Parse(params_.Get<std::string>("graph"));
  return source.ok() ? source->Size() : -1;
}

uint64_t BenchmarkTfLiteModel::ComputeInputBytes() {
  uint64_t bytes = 0;
  for (const int index : interpreter_runner_->inputs()) {
    bytes += interpreter_runner_->tensor(index)->bytes;
  }
  return bytes;
}

TfLiteStatus BenchmarkTfLiteModel::LoadModel() {
  const std::string graph = params_.Get<std::string>("graph");
  auto source = ModelSource::Parse(graph);
  if (!source.ok()) return LogError(source.status());
  auto model = source->Load();
  if (!model.ok()) return LogError(model.status());
  model_ = *std::move(model);
  TFLITE_LOG(INFO) << "Loaded model " << graph;
  return kTfLiteOk;
}

std::unique_ptr<OpResolver> BenchmarkTfLiteModel::GetOpResolver() const {
  if (!tools::WantsDefaultDelegates(params_)) {
    return std::make_unique<
        ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
  }
  return std::make_unique<ops::builtin::BuiltinOpResolver>();
}

TfLiteStatus BenchmarkTfLiteModel::LoadCustomOps() {
  const std::string paths = params_.Get<std::string>("custom_op_library");
  if (paths.empty()) return kTfLiteOk;
  auto* resolver = dynamic_cast<MutableOpResolver*>(resolver_.get());
  if (resolver == nullptr) {
    return LogError(base::Invalid(
        "--custom_op_library: the resolver of this program accepts no more "
        "operators"));
  }
  const base::Status status = LoadCustomOpLibraries(paths, resolver);
  return status.ok() ? kTfLiteOk
                     : LogError(base::Annotate(status, "--custom_op_library"));
}

TfLiteStatus BenchmarkTfLiteModel::InitInterpreter() {
  resolver_ = GetOpResolver();
  TF_LITE_ENSURE_STATUS(LoadCustomOps());
  interpreter_ = BuildInterpreter(*model_);
  return interpreter_ == nullptr ? kTfLiteError : kTfLiteOk;
}

// Null after an error, which has been logged.
std::unique_ptr<Interpreter> BenchmarkTfLiteModel::BuildInterpreter(
    const FlatBufferModel& model) const {
  InterpreterOptions options;
  options.SetEnsureDynamicTensorsAreReleased(
      params_.Get<bool>("release_dynamic_tensors"));
  options.OptimizeMemoryForLargeTensors(
      params_.Get<int32_t>("optimize_memory_for_large_tensors"));
  options.SetDisableDelegateClustering(
      params_.Get<bool>("disable_delegate_clustering"));
  options.SetCacheConstantCastOp(
      params_.Get<bool>("enable_builtin_cast_constant_cache"));
  options.SetRequireFullDelegation(
      params_.Get<bool>("require_full_delegation"));
  options.SetDelegateFallback(!params_.Get<bool>("require_delegation"));
  InterpreterBuilder builder(model, *resolver_, &options);
  if (builder.SetNumThreads(params_.Get<int32_t>("num_threads")) != kTfLiteOk) {
    LogError(
        base::Invalid("--num_threads=", params_.Get<int32_t>("num_threads"),
                      " is not possible"));
    return nullptr;
  }
  std::unique_ptr<Interpreter> interpreter;
  builder(&interpreter);
  if (interpreter == nullptr) {
    LogError(base::Invalid("Failed to initialize the interpreter"));
    return nullptr;
  }
  interpreter->SetAllowFp16PrecisionForFp32(params_.Get<bool>("allow_fp16"));
  return interpreter;
}

TfLiteStatus BenchmarkTfLiteModel::AddSegments() {
  const std::string list = params_.Get<std::string>("pipeline");
  pipeline_.reset();
  if (list.empty()) return kTfLiteOk;
  pipeline_ = std::make_unique<SegmentPipeline>(interpreter_.get());
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const std::string path = list.substr(begin, end - begin);
    const auto add = [&]() -> base::Status {
      TFLL_ASSIGN_OR_RETURN(ModelSource source, ModelSource::Parse(path));
      TFLL_ASSIGN_OR_RETURN(auto model, source.Load());
      auto interpreter = BuildInterpreter(*model);
      if (interpreter == nullptr) return base::Invalid("it cannot be run");
      return pipeline_->Add(std::move(model), std::move(interpreter), inputs_,
                            &params_);
    };
    const base::Status added = add();
    if (!added.ok()) {
      return LogError(base::Annotate(
          added, base::StrCat("--pipeline, segment '", path, "'")));
    }
    begin = end + 1;
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::ApplyDelegates() {
  tools::ProvidedDelegateList list(&params_);
  delegates_ = list.CreateAllRankedDelegates();
  const base::Status status = tools::ApplyDelegates(
      delegates_, interpreter_.get(), interpreter_runner_->graph());
  if (status.ok()) return kTfLiteOk;
  // The interpreter has already reported the remaining nodes and the reasons.
  return LogError(params_.Get<bool>("require_full_delegation")
                      ? base::Invalid("Disallowed CPU fallback detected.")
                      : status);
}

TfLiteStatus BenchmarkTfLiteModel::Allocate() {
  const bool strict = params_.Get<bool>("require_full_delegation");
  const TfLiteStatus status = interpreter_runner_->AllocateTensors();
  // A signature may use another subgraph than the one the interpreter checks.
  if (strict && (status == kTfLiteDelegateError || !IsFullyAccelerated())) {
    return LogError(base::Invalid("Disallowed CPU fallback detected."));
  }
  return status == kTfLiteOk
             ? kTfLiteOk
             : LogError(base::Invalid("Failed to allocate tensors"));
}

// Called once, and again after a run that changed the delegation.
TfLiteStatus BenchmarkTfLiteModel::ExplainDelegation() {
  const std::string format = params_.Get<std::string>("explain_delegation");
  if (format.empty() || interpreter_ == nullptr) return kTfLiteOk;
  DelegationReport report = interpreter_->GetDelegationReport();
  for (size_t s = 1;
       pipeline_ != nullptr && s < pipeline_->interpreters().size(); ++s) {
    for (auto& graph :
         pipeline_->interpreters()[s]->GetDelegationReport().graphs) {
      graph.name = base::StrCat("segment ", s, " ", graph.name);
      report.graphs.push_back(std::move(graph));
    }
  }
  std::string json = DelegationReportAsJson(report);
  if (json == explained_) return kTfLiteOk;
  explained_ = std::move(json);
  const base::Status written = tools::WriteDelegationReport(
      report, format, params_.Get<std::string>("explain_delegation_file"));
  return written.ok()
             ? kTfLiteOk
             : LogError(base::Annotate(written, "--explain_delegation"));
}

bool BenchmarkTfLiteModel::IsFullyAccelerated() const {
  const BenchmarkInterpreterRunner& graph = *interpreter_runner_;
  for (const int node : graph.execution_plan()) {
    if (graph.node_and_registration(node)->first.delegate == nullptr) {
      return false;
    }
  }
  return !graph.execution_plan().empty();
}

TfLiteStatus BenchmarkTfLiteModel::ResizeInputs() {
  for (const InputLayerInfo& layer : inputs_) {
    int found = -1;
    for (const int index : interpreter_runner_->inputs()) {
      const char* name = interpreter_runner_->tensor(index)->name;
      if (name != nullptr && layer.name == name) found = index;
    }
    // Later segments may have it: SegmentPipeline looks there.
    if (found < 0 && !params_.Get<std::string>("pipeline").empty()) continue;
    if (found < 0) {
      return LogError(base::Invalid("--input_layer: the model has no input '",
                                    layer.name, "'"));
    }
    if (layer.shape.empty()) continue;
    if (interpreter_runner_->ResizeInputTensor(found, layer.shape) !=
        kTfLiteOk) {
      return LogError(base::Invalid("--input_layer_shape: cannot resize '",
                                    layer.name, "'"));
    }
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::Init() {
  TF_LITE_ENSURE_STATUS(LoadModel());
  TF_LITE_ENSURE_STATUS(InitInterpreter());
  if (params_.Get<bool>("list_signatures")) {
    const auto keys = interpreter_->signature_keys();
    TFLITE_LOG(INFO) << "The Model contains " << keys.size()
                     << " signature key(s).";
    for (const std::string* key : keys) TFLITE_LOG(INFO) << "> " << *key;
  }
  auto runner = BenchmarkInterpreterRunner::Create(
      interpreter_.get(), params_.Get<std::string>("signature_to_run_for"));
  TF_LITE_ENSURE_STATUS(runner.first);
  interpreter_runner_ = std::move(runner.second);
  fallbacks_ = 0;
  total_nodes_ = static_cast<int>(interpreter_runner_->execution_plan().size());
  // From here on everything is profiled, including delegates.
  profiling_listener_ = MayCreateProfilingListener();
  if (profiling_listener_ != nullptr) AddListener(profiling_listener_.get());
  TF_LITE_ENSURE_STATUS(ResizeInputs());
  TfLiteStatus status = ApplyDelegates();
  if (status == kTfLiteOk) status = Allocate();
  if (status == kTfLiteOk) status = AddSegments();
  TF_LITE_ENSURE_STATUS(ExplainDelegation());
  TF_LITE_ENSURE_STATUS(status);
  fallback_watch_ = std::make_unique<tools::FallbackWatch>(interpreter_.get());
  if (auto* profiling =
          dynamic_cast<ProfilingListener*>(profiling_listener_.get())) {
    profiling->EndInit();
  }
  const std::string result_path = params_.Get<std::string>("result_file_path");
  if (!result_path.empty()) {
    result_listener_ = std::make_unique<ResultFileListener>(
        params_.Get<std::string>("benchmark_name"), result_path);
    AddListener(result_listener_.get());
  }
  if (params_.Get<bool>("print_preinvoke_state")) {
    TF_LITE_ENSURE_STATUS(
        PrintState("Interpreter state before invoking:", false));
  }
  if (params_.Get<bool>("export_model_runtime_info")) {
    TF_LITE_ENSURE_STATUS(PrintState("", true));
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::PrintState(const char* title,
                                              bool to_file) const {
  if (!to_file) {
    std::cout << title << "\n";
    PrintInterpreterState(interpreter_.get(),
                          params_.Get<int32_t>("tensor_name_display_length"),
                          params_.Get<int32_t>("tensor_type_display_length"),
                          params_.Get<int32_t>("alloc_type_display_length"));
    return kTfLiteOk;
  }
  const char* const flag = "model_runtime_info_output_file";
  const base::Status written = tools::WriteOutput(
      params_.Get<std::string>(flag), RuntimeInfoAsJson(*interpreter_));
  return written.ok()
             ? kTfLiteOk
             : LogError(base::Annotate(written, base::StrCat("--", flag)));
}

std::unique_ptr<BenchmarkListener>
BenchmarkTfLiteModel::MayCreateProfilingListener() const {
  if (!params_.Get<bool>("enable_op_profiling")) return nullptr;
  const std::string mode = params_.Get<std::string>("op_profiling_output_mode");
  std::string path = params_.Get<std::string>("op_profiling_output_file");
  auto output = mode == "csv"     ? ProfilingListener::Output::kCsv
                : mode == "proto" ? ProfilingListener::Output::kProto
                                  : ProfilingListener::Output::kStdout;
  // The deprecated flag for CSV output.
  const std::string csv = params_.Get<std::string>("profiling_output_csv_file");
  if (!csv.empty()) {
    output = ProfilingListener::Output::kCsv;
    path = csv;
  }
  return std::make_unique<ProfilingListener>(
      interpreter_.get(), params_.Get<int32_t>("max_profiling_buffer_entries"),
      params_.Get<bool>("allow_dynamic_profiling_buffer_increase"), output,
      path, params_.Get<std::string>("graph"));
}

TfLiteStatus BenchmarkTfLiteModel::PrepareInputData() {
  if (pipeline_ != nullptr) {
    const base::Status started = pipeline_->Start(inputs_, &random_);
    return started.ok() ? kTfLiteOk
                        : LogError(base::Annotate(started, "--pipeline"));
  }
  inputs_data_.clear();
  for (const int index : interpreter_runner_->inputs()) {
    const TfLiteTensor& tensor = *interpreter_runner_->tensor(index);
    InputLayerInfo layer;
    for (const InputLayerInfo& named : inputs_) {
      if (tensor.name != nullptr && named.name == tensor.name) layer = named;
    }
    auto data = MakeInputData(tensor, layer, &random_);
    if (!data.ok()) return LogError(data.status());
    inputs_data_.push_back(*std::move(data));
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::ResetInputsAndOutputs() {
  if (pipeline_ != nullptr) return kTfLiteOk;
  const auto& inputs = interpreter_runner_->inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    SetData(inputs_data_[i], interpreter_runner_->tensor(inputs[i]));
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::RunImpl() {
  if (pipeline_ != nullptr) {
    const base::Status run = pipeline_->Run();
    return run.ok() ? kTfLiteOk : LogError(base::Annotate(run, "--pipeline"));
  }
  return interpreter_runner_->Invoke();
}

bool BenchmarkTfLiteModel::FellBack() {
  // The segments of a pipeline are still at work.
  if (pipeline_ != nullptr) return false;
  if (fallback_watch_ == nullptr || !fallback_watch_->FellBack()) return false;
  ++fallbacks_;
  return true;
}

TfLiteStatus BenchmarkTfLiteModel::WriteOutputs() {
  std::vector<const TfLiteTensor*> outputs;
  if (pipeline_ != nullptr) {
    Interpreter* last = pipeline_->interpreters().back();
    for (const int t : last->outputs()) outputs.push_back(last->tensor(t));
  } else {
    for (const int index : interpreter_runner_->outputs()) {
      outputs.push_back(interpreter_runner_->tensor(index));
    }
  }
  for (size_t i = 0; i < outputs.size() && params_.Get<bool>("fingerprint");
       ++i) {
    const TfLiteTensor& t = *outputs[i];
    std::cout << "Fingerprint of output " << i << " '"
              << (t.name == nullptr ? "" : t.name)
              << "': " << tools::Fingerprint(t) << "\n";
  }
  for (const auto& [flag, write] :
       {std::pair("output_filepath", WriteTensors),
        std::pair("output_proto_filepath", WriteTensorsAsExample)}) {
    const std::string path = params_.Get<std::string>(flag);
    if (path.empty()) continue;
    const base::Status written = write(outputs, path);
    if (!written.ok()) {
      return LogError(base::Annotate(written, base::StrCat("--", flag)));
    }
  }
  return kTfLiteOk;
}

TfLiteStatus BenchmarkTfLiteModel::Finish() {
  if (pipeline_ != nullptr) {
    const base::Status finished = pipeline_->Finish();
    if (!finished.ok()) return LogError(base::Annotate(finished, "--pipeline"));
    const bool first = fallback_watch_->FellBack();
    TFLITE_MAY_LOG(WARN, pipeline_->FellBack() || first)
        << "A delegate failed: its nodes ran on the CPU afterwards.";
  }
  TFLITE_MAY_LOG(WARN, fallbacks_ > 0)
      << "In " << fallbacks_
      << " runs a delegate failed: its nodes ran on the CPU "
         "afterwards, and the figures of the measured runs are those of the "
         "last such state. --explain_delegation names the nodes, "
         "--require_delegation makes it an error.";
  TF_LITE_ENSURE_STATUS(ExplainDelegation());
  if (params_.Get<bool>("print_postinvoke_state")) {
    TF_LITE_ENSURE_STATUS(
        PrintState("Interpreter state after invoking:", false));
  }
  return WriteOutputs();
}

}  // namespace benchmark
}  // namespace tflite
