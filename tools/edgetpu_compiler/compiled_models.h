#ifndef TOOLS_EDGETPU_COMPILER_COMPILED_MODELS_H_
#define TOOLS_EDGETPU_COMPILER_COMPILED_MODELS_H_

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "delegates/edgetpu/edgetpu_options.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tools/edgetpu_compiler/compile_model.h"

// For the compiler's tests.
namespace tflite::edgetpu_compiler {

// Null if the model is not there.
inline std::unique_ptr<FlatBufferModel> GoldenModel(const std::string& name) {
  const std::string path = "../shared/goldens/models/" + name + "/model.tflite";
  if (FILE* file = std::fopen(path.c_str(), "rb")) {
    std::fclose(file);
    return FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  }
  return nullptr;
}

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// On a device of its own, or on none.
inline DelegatePtr EdgeTpu(bool has_device = true) {
  edgetpu::EdgeTpuOptions options;
  if (!has_device) options.device = nullptr;
  const auto delegate = edgetpu::CreateEdgeTpuDelegate(options);
  EXPECT_TRUE(delegate.ok()) << delegate.status();
  return {delegate.ok() ? *delegate : nullptr, edgetpu::DeleteEdgeTpuDelegate};
}

// An interpreter of the model on random inputs.
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

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_COMPILED_MODELS_H_
