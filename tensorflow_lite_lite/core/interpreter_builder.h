#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_BUILDER_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_BUILDER_H_

#include <memory>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/profiling/telemetry_profiler.h"
#include "tensorflow_lite_lite/schema/allocation.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {
namespace impl {

// Creates interpreters for a model. The model and the resolver must outlive the
// builder and its interpreters; options are copied. Can be used repeatedly.
class InterpreterBuilder {
 public:
  InterpreterBuilder(const FlatBufferModel& model,
                     const OpResolver& op_resolver,
                     const InterpreterOptions* options_experimental = nullptr);
  // Reports errors to `error_reporter` instead of the model's reporter.
  InterpreterBuilder(const FlatBufferModel& model,
                     const OpResolver& op_resolver,
                     ErrorReporter* error_reporter,
                     const InterpreterOptions* options_experimental);
  // `allocation` is the memory that contains the model, if known.
  InterpreterBuilder(const ::tflite::Model* model,
                     const OpResolver& op_resolver,
                     ErrorReporter* error_reporter = DefaultErrorReporter(),
                     const InterpreterOptions* options_experimental = nullptr,
                     const Allocation* allocation = nullptr);
  InterpreterBuilder(const InterpreterBuilder&) = delete;
  InterpreterBuilder& operator=(const InterpreterBuilder&) = delete;

  // Verifies the model, unless it was verified when it was opened, and builds
  // an interpreter with the delegates applied. On failure, reports the reason
  // and sets *interpreter to null.
  TfLiteStatus operator()(std::unique_ptr<Interpreter>* interpreter);
  TfLiteStatus operator()(std::unique_ptr<Interpreter>* interpreter,
                          int num_threads);

  // See Interpreter::SetNumThreads.
  TfLiteStatus SetNumThreads(int num_threads);
  // Delegates are applied in the order in which they are added. See
  // Interpreter::ModifyGraphWithDelegate for how long a delegate must live.
  void AddDelegate(TfLiteDelegate* delegate);
  void AddDelegate(TfLiteOpaqueDelegateStruct* opaque_delegate);
  // Used by the next interpreter that is built.
  void SetTelemetryProfiler(
      std::unique_ptr<telemetry::TelemetryProfiler> profiler);

 private:
  core::Status Build(Interpreter* interpreter);
  // The other functions return errors, which are reported here.
  TfLiteStatus Report(const core::Status& status) const;

  const ::tflite::Model* model_;
  const OpResolver& op_resolver_;
  ErrorReporter* error_reporter_;
  const Allocation* allocation_;
  bool verified_ = false;
  InterpreterOptions options_;
  std::vector<TfLiteDelegate*> delegates_;
  std::unique_ptr<telemetry::TelemetryProfiler> telemetry_profiler_;
  int num_threads_ = -1;
};

}  // namespace impl

using InterpreterBuilder = impl::InterpreterBuilder;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_BUILDER_H_
