#ifndef TENSORFLOW_LITE_LITE_C_API_HANDLES_H_
#define TENSORFLOW_LITE_LITE_C_API_HANDLES_H_

#include <cstdarg>
#include <cstdint>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/c/c_api.h"
#include "tensorflow_lite_lite/c/c_api_experimental.h"
#include "tensorflow_lite_lite/c_api/callback_op_resolver.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/signature_runner.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

// The definitions of the handles of c_api.h.

namespace tflite::c_api {

// Forwards messages to a function of the application.
class CallbackErrorReporter : public ErrorReporter {
 public:
  using Function = void (*)(void* user_data, const char* format, va_list args);

  CallbackErrorReporter(Function function, void* user_data)
      : function_(function), user_data_(user_data) {}
  using ErrorReporter::Report;
  int Report(const char* format, va_list args) override {
    function_(user_data_, format, args);
    return 0;
  }

 private:
  Function function_;
  void* user_data_;
};

// A model and its own reporter, if it has one.
struct ModelAndReporter {
  std::unique_ptr<ErrorReporter> reporter;
  std::unique_ptr<FlatBufferModel> model;
};

}  // namespace tflite::c_api

// Shared with the interpreters, which may outlive the handle.
struct TfLiteModel {
  std::shared_ptr<const tflite::c_api::ModelAndReporter> shared;
};

struct TfLiteInterpreterOptions {
  int num_threads = -1;
  bool enable_cancellation = false;
  bool delegate_fallback = true;
  bool require_full_delegation = false;
  std::vector<TfLiteDelegate*> delegates;
  tflite::c_api::CallbackErrorReporter::Function error_reporter = nullptr;
  void* error_reporter_user_data = nullptr;
  // Operators added one by one, and functions that look up others.
  tflite::MutableOpResolver operators;
  tflite::c_api::OpResolverCallbacks callbacks;
};

struct TfLiteInterpreter {
  // Must outlive `impl`, which uses it.
  std::shared_ptr<const tflite::c_api::ModelAndReporter> model;
  std::unique_ptr<tflite::ErrorReporter> reporter;
  std::unique_ptr<tflite::OpResolver> resolver;

  std::unique_ptr<tflite::Interpreter> impl;
};

// The interpreter owns the runner that this handle refers to.
struct TfLiteSignatureRunner {
  tflite::SignatureRunner* impl;
};

namespace tflite::c_api {

// Creates an interpreter with the operators of the options, followed by those
// of `others`, which may be null. Null on failure, which is reported. `options`
// may be null.
TfLiteInterpreter* CreateInterpreter(const TfLiteModel* model,
                                     const TfLiteInterpreterOptions* options,
                                     std::unique_ptr<OpResolver> others);

}  // namespace tflite::c_api

#endif  // TENSORFLOW_LITE_LITE_C_API_HANDLES_H_
