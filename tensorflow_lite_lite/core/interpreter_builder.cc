#include "tensorflow_lite_lite/core/interpreter_builder.h"

#include <map>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/graph/error_edge.h"
#include "tensorflow_lite_lite/core/graph/inline_composite.h"
#include "tensorflow_lite_lite/core/load/graph_reader.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/verifier.h"

namespace tflite {
namespace impl {
namespace {

std::map<std::string, core::Runtime::MetadataEntry> ReadMetadata(
    const schema::ModelFile& file) {
  std::map<std::string, core::Runtime::MetadataEntry> entries;
  if (file.model->metadata() == nullptr) return entries;
  for (const Metadata* m : *file.model->metadata()) {
    if (m->name() == nullptr) continue;
    const auto contents = schema::BufferContents(file, m->buffer());
    if (!contents.ok()) {
      base::Log(base::LogLevel::kWarning, "Metadata%s is left out: %s",
                schema::Quoted(m->name()).c_str(),
                std::string(contents.status().message()).c_str());
      continue;
    }
    entries[m->name()->str()] = {
        reinterpret_cast<const char*>(contents->data()), contents->size()};
  }
  return entries;
}

}  // namespace

InterpreterBuilder::InterpreterBuilder(
    const FlatBufferModel& model, const OpResolver& op_resolver,
    const InterpreterOptions* options_experimental)
    : InterpreterBuilder(model, op_resolver, model.error_reporter(),
                         options_experimental) {}

InterpreterBuilder::InterpreterBuilder(
    const FlatBufferModel& model, const OpResolver& op_resolver,
    ErrorReporter* error_reporter,
    const InterpreterOptions* options_experimental)
    : InterpreterBuilder(model.GetModel(), op_resolver, error_reporter,
                         options_experimental, model.allocation()) {
  verified_ = model.verified();
}

InterpreterBuilder::InterpreterBuilder(
    const ::tflite::Model* model, const OpResolver& op_resolver,
    ErrorReporter* error_reporter,
    const InterpreterOptions* options_experimental,
    const Allocation* allocation)
    : model_(model),
      op_resolver_(op_resolver),
      error_reporter_(error_reporter == nullptr ? DefaultErrorReporter()
                                                : error_reporter),
      allocation_(allocation) {
  if (options_experimental != nullptr) options_ = *options_experimental;
}

TfLiteStatus InterpreterBuilder::operator()(
    std::unique_ptr<Interpreter>* interpreter, int num_threads) {
  const TfLiteStatus status = SetNumThreads(num_threads);
  if (status == kTfLiteOk) return (*this)(interpreter);
  if (interpreter != nullptr) interpreter->reset();
  return status;
}

TfLiteStatus InterpreterBuilder::operator()(
    std::unique_ptr<Interpreter>* interpreter) {
  if (interpreter == nullptr) {
    return Report(
        base::Invalid("Null output pointer passed to InterpreterBuilder."));
  }
  interpreter->reset();
  auto built = std::make_unique<Interpreter>(error_reporter_);
  const TfLiteStatus status = Report(Build(built.get()));
  if (status == kTfLiteOk) *interpreter = std::move(built);
  return status;
}

core::Status InterpreterBuilder::Build(Interpreter* interpreter) {
  if (model_ == nullptr) {
    return base::Invalid("Null pointer passed in as model.");
  }
  schema::ModelFile file{model_, {}};
  if (allocation_ != nullptr) {
    file.file = {static_cast<const uint8_t*>(allocation_->base()),
                 allocation_->bytes()};
  }
  if (!verified_) TFLL_RETURN_IF_ERROR(schema::VerifyModel(file));
  TFLL_ASSIGN_OR_RETURN(const std::vector<TfLiteRegistration> operators,
                        core::ResolveOperators(*model_, op_resolver_));
  const int graphs = model_->subgraphs() == nullptr
                         ? 0
                         : static_cast<int>(model_->subgraphs()->size());
  if (graphs == 0) return base::Invalid("No subgraph in the model.");
  interpreter->ApplyOptions(&options_);
  TFLL_RETURN_IF_ERROR(interpreter->graphs_.SetNumThreads(num_threads_));
  interpreter->AddProfiler(std::move(telemetry_profiler_));
  interpreter->AddSubgraphs(graphs - 1);
  for (int i = 0; i < graphs; ++i) {
    TFLL_RETURN_IF_ERROR(core::ReadGraph(file, i, operators, allocation_,
                                         &interpreter->subgraph(i)->data()));
  }
  for (int i = 0; options_.GetShloCompositeInlining() && i < graphs; ++i) {
    TFLL_RETURN_IF_ERROR(
        core::InlineComposites(&interpreter->subgraph(i)->data(), nullptr));
  }
  interpreter->runtime_.allocation = allocation_;
  interpreter->runtime_.metadata = ReadMetadata(file);
  interpreter->signatures_.Assign(core::ReadSignatures(*model_));
  interpreter->delegates_.SetDefaults(op_resolver_.GetDelegateCreators());
  return interpreter->delegates_.Apply(delegates_);
}

TfLiteStatus InterpreterBuilder::Report(const core::Status& status) const {
  return core::ErrorEdge(&error_reporter_).Report(status);
}

TfLiteStatus InterpreterBuilder::SetNumThreads(int num_threads) {
  const TfLiteStatus status = Report(core::CheckNumThreads(num_threads));
  if (status == kTfLiteOk) num_threads_ = num_threads;
  return status;
}

void InterpreterBuilder::AddDelegate(TfLiteDelegate* delegate) {
  if (delegate == nullptr) {
    Report(base::Invalid("Null delegate."));
    return;
  }
  delegates_.push_back(delegate);
}

void InterpreterBuilder::AddDelegate(
    TfLiteOpaqueDelegateStruct* opaque_delegate) {
  AddDelegate(reinterpret_cast<TfLiteDelegate*>(opaque_delegate));
}

void InterpreterBuilder::SetTelemetryProfiler(
    std::unique_ptr<telemetry::TelemetryProfiler> profiler) {
  telemetry_profiler_ = std::move(profiler);
}

}  // namespace impl
}  // namespace tflite
