#include "testing/golden/replay.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/signature_runner.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "testing/golden/compare.h"

namespace tflite {
namespace golden {
namespace {

// Collects the interpreter's messages for the error text.
class Collector : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override {
    char line[1024];
    std::vsnprintf(line, sizeof(line), format, args);
    text += text.empty() ? "" : "; ";
    text += line;
    return 0;
  }
  std::string text;
};

// Common interface of the two ways to run a step: the interpreter, or a
// signature.
class Runner {
 public:
  Runner(Interpreter& interpreter, const Step& step)
      : interpreter_(interpreter), step_(step) {
    if (!step.signature.empty()) {
      runner_ = interpreter.GetSignatureRunner(step.signature.c_str());
    }
  }

  bool found() const { return step_.signature.empty() || runner_ != nullptr; }
  TfLiteTensor* input(const TensorRecord& r) {
    return runner_ != nullptr ? runner_->input_tensor(r.key.c_str())
                              : interpreter_.tensor(r.index);
  }
  const TfLiteTensor* output(const TensorRecord& r) {
    return runner_ != nullptr ? runner_->output_tensor(r.key.c_str())
                              : interpreter_.tensor(r.index);
  }
  TfLiteStatus Resize(const TensorRecord& r) {
    return runner_ != nullptr
               ? runner_->ResizeInputTensor(r.key.c_str(), r.shape)
               : interpreter_.ResizeInputTensor(r.index, r.shape);
  }
  TfLiteStatus Allocate() {
    return runner_ != nullptr ? runner_->AllocateTensors()
                              : interpreter_.AllocateTensors();
  }
  TfLiteStatus Invoke() {
    return runner_ != nullptr ? runner_->Invoke() : interpreter_.Invoke();
  }

 private:
  Interpreter& interpreter_;
  const Step& step_;
  SignatureRunner* runner_ = nullptr;
};

base::Shape ShapeOf(const TensorRecord& r) {
  return base::Shape(r.shape.begin(), r.shape.end());
}

base::Status Fill(TfLiteTensor* tensor, const char* data,
                  const TensorRecord& r) {
  if (tensor->type == kTfLiteString) {
    TfLiteTensorRealloc(r.bytes, tensor);
  }
  if (tensor->bytes != r.bytes) {
    return base::Invalid("input ", r.name, " takes ", tensor->bytes,
                         " bytes, want ", r.bytes);
  }
  if (r.bytes != 0) std::memcpy(tensor->data.raw, data, r.bytes);
  return base::OkStatus();
}

base::Status Check(const Case& c, const Step& step, bool exact_integers,
                   Runner& runner) {
  std::vector<Pair> pairs;
  for (const TensorRecord& r : step.outputs) {
    const TfLiteTensor* tensor = runner.output(r);
    if (tensor == nullptr)
      return base::Invalid("output ", r.name, " is missing");
    const base::Shape shape(tensor->dims);
    if (shape != ShapeOf(r)) {
      return base::Invalid("output ", r.name, " has shape ", shape.ToString(),
                           ", want ", ShapeOf(r).ToString());
    }
    pairs.push_back(
        {tensor->type,
         {tensor->data.raw, tensor->data.raw == nullptr ? 0 : tensor->bytes},
         {c.outputs.data() + r.offset, r.bytes}});
  }
  if (c.detections) return CompareDetections(pairs, *c.detections);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const bool exact = exact_integers && !IsFloating(pairs[i].type);
    const Tolerance tolerance =
        exact ? Tolerance() : step.tolerance.value_or(c.tolerance);
    TFLL_RETURN_IF_ERROR(base::Annotate(Compare(pairs[i], tolerance),
                                        base::StrCat("output ", i)));
  }
  return base::OkStatus();
}

base::Status RunStep(const Case& c, const Step& step, bool first,
                     const ReplayOptions& options, Interpreter& interpreter) {
  Runner runner(interpreter, step);
  if (!runner.found()) return base::Invalid("no signature ", step.signature);
  bool allocate = first || !step.signature.empty();
  for (const TensorRecord& r : step.inputs) {
    const TfLiteTensor* tensor = runner.input(r);
    if (tensor == nullptr)
      return base::Invalid("input ", r.name, " is missing");
    if (base::Shape(tensor->dims) == ShapeOf(r)) continue;
    allocate = true;
    if (runner.Resize(r) != kTfLiteOk)
      return base::Invalid("cannot resize ", r.name);
  }
  if (allocate && runner.Allocate() != kTfLiteOk) {
    return base::Invalid("cannot allocate tensors");
  }
  for (const TensorRecord& r : step.inputs) {
    TFLL_RETURN_IF_ERROR(Fill(runner.input(r), c.inputs.data() + r.offset, r));
  }
  if (runner.Invoke() != kTfLiteOk) return base::Invalid("cannot invoke");
  TFLL_RETURN_IF_ERROR(Check(c, step, options.exact_integers, runner));
  if (!options.after_step) return base::OkStatus();
  std::vector<const TfLiteTensor*> outputs;
  for (const TensorRecord& r : step.outputs) {
    outputs.push_back(runner.output(r));
  }
  return options.after_step(interpreter, outputs);
}

base::Status RunAll(const Case& c, const ReplayOptions& options,
                    Collector* collector) {
  // In `c`, the model may be less aligned than in a file.
  auto model = FlatBufferModel::VerifyAndBuildFromBuffer(
      c.model.data(), c.model.size(), nullptr, collector);
  if (model == nullptr) return base::Invalid("cannot load the model");
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder builder(*model, *options.resolver);
  builder.SetNumThreads(options.num_threads);
  if (builder(&interpreter) != kTfLiteOk || interpreter == nullptr) {
    return base::Invalid("cannot build an interpreter");
  }
  if (options.after_build)
    TFLL_RETURN_IF_ERROR(options.after_build(*interpreter));
  for (size_t i = 0; i < c.steps.size(); ++i) {
    TFLL_RETURN_IF_ERROR(
        base::Annotate(RunStep(c, c.steps[i], i == 0, options, *interpreter),
                       base::StrCat("step ", i)));
  }
  return base::OkStatus();
}

}  // namespace

base::Status Replay(const Case& c, const ReplayOptions& options) {
  Collector collector;
  const base::Status status = RunAll(c, options, &collector);
  if (status.ok() || collector.text.empty()) return status;
  return base::Invalid(status.message(), " (", collector.text, ")");
}

}  // namespace golden
}  // namespace tflite
