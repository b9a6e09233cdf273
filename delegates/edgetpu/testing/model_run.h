#ifndef DELEGATES_EDGETPU_TESTING_MODEL_RUN_H_
#define DELEGATES_EDGETPU_TESTING_MODEL_RUN_H_

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"

namespace tflite::edgetpu {

// An interpreter of a model on random inputs. The delegate, which may be null,
// must outlive it.
class ModelRun {
 public:
  ModelRun(const FlatBufferModel& model, TfLiteDelegate* delegate) {
    InterpreterBuilder(model, resolver_)(&interpreter_);
    if (interpreter_ == nullptr) return;
    if (delegate != nullptr) {
      applied_ = interpreter_->ModifyGraphWithDelegate(delegate);
    }
    prepared_ = interpreter_->AllocateTensors();
  }

  // The bytes of all outputs; empty after a failure.
  std::vector<std::vector<uint8_t>> Outputs(uint32_t seed) {
    if (interpreter_ == nullptr || prepared_ != kTfLiteOk) return {};
    std::mt19937 random(seed);
    for (size_t i = 0; i < interpreter_->inputs().size(); ++i) {
      TfLiteTensor* t = interpreter_->input_tensor(i);
      for (size_t b = 0; b < t->bytes; ++b) {
        // Floats stay finite: the highest byte is small.
        const auto byte = static_cast<uint8_t>(random());
        t->data.raw[b] = static_cast<char>(
            t->type == kTfLiteFloat32 && b % 4 == 3 ? byte & 0x3F : byte);
      }
    }
    if (interpreter_->Invoke() != kTfLiteOk) return {};
    std::vector<std::vector<uint8_t>> outputs;
    for (size_t i = 0; i < interpreter_->outputs().size(); ++i) {
      const TfLiteTensor* t = interpreter_->output_tensor(i);
      outputs.emplace_back(t->data.raw, t->data.raw + t->bytes);
    }
    return outputs;
  }

  Interpreter* interpreter() { return interpreter_.get(); }
  TfLiteStatus applied() const { return applied_; }
  TfLiteStatus prepared() const { return prepared_; }

 private:
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  std::unique_ptr<Interpreter> interpreter_;
  TfLiteStatus applied_ = kTfLiteOk, prepared_ = kTfLiteError;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_TESTING_MODEL_RUN_H_
