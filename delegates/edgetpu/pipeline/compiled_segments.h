#ifndef DELEGATES_EDGETPU_PIPELINE_COMPILED_SEGMENTS_H_
#define DELEGATES_EDGETPU_PIPELINE_COMPILED_SEGMENTS_H_

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"
#include "delegates/edgetpu/testing/model_run.h"
#include "delegates/edgetpu/testing/test_delegates.h"
#include "tools/edgetpu_compiler/segments.h"

// For tests of segments.
namespace tflite::edgetpu {

// Compiled segments, each applied to a device of its own.
class CompiledSegments {
 public:
  CompiledSegments(const FlatBufferModel& source, int count) {
    auto compiled = edgetpu_compiler::CompileSegments(source, count, {});
    EXPECT_TRUE(compiled.ok()) << compiled.status();
    if (!compiled.ok()) return;
    compiled_ = *std::move(compiled);
    for (const edgetpu_compiler::CompiledModel& segment : compiled_) {
      models_.push_back(FlatBufferModel::VerifyAndBuildFromBuffer(
          segment.file.data(), segment.file.size()));
      delegates_.push_back(DelegateOn());
      runs_.push_back(
          std::make_unique<ModelRun>(*models_.back(), delegates_.back().get()));
      EXPECT_EQ(runs_.back()->applied(), kTfLiteOk);
      interpreters_.push_back(runs_.back()->interpreter());
    }
  }

  size_t count() const { return compiled_.size(); }
  const std::vector<Interpreter*>& interpreters() const {
    return interpreters_;
  }

 private:
  std::vector<edgetpu_compiler::CompiledModel> compiled_;
  std::vector<std::unique_ptr<FlatBufferModel>> models_;
  std::vector<DelegatePtr> delegates_;
  std::vector<std::unique_ptr<ModelRun>> runs_;
  std::vector<Interpreter*> interpreters_;
};

inline ::edgetpu::NamedTensors RandomInputs(Interpreter* interpreter,
                                            uint32_t seed) {
  std::mt19937 random(seed);
  ::edgetpu::NamedTensors inputs;
  for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
    const TfLiteTensor* t = interpreter->input_tensor(i);
    std::vector<uint8_t>& bytes = inputs[t->name];
    bytes.resize(t->bytes);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  }
  return inputs;
}

// The outputs of a model that is in one piece.
inline ::edgetpu::NamedTensors Whole(Interpreter* interpreter,
                                     const ::edgetpu::NamedTensors& inputs) {
  for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
    TfLiteTensor* t = interpreter->input_tensor(i);
    std::copy_n(inputs.at(t->name).data(), t->bytes,
                reinterpret_cast<uint8_t*>(t->data.raw));
  }
  EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
  ::edgetpu::NamedTensors outputs;
  for (size_t i = 0; i < interpreter->outputs().size(); ++i) {
    const TfLiteTensor* t = interpreter->output_tensor(i);
    outputs[t->name].assign(t->data.raw, t->data.raw + t->bytes);
  }
  return outputs;
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_PIPELINE_COMPILED_SEGMENTS_H_
