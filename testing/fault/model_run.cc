#include "testing/fault/model_run.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "testing/fault/mutator.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

// The size of all tensors according to their shapes in the file; strings count
// as words.
double TensorBytes(const Model& model) {
  double total = 0;
  for (const SubGraph* graph : *model.subgraphs()) {
    if (graph->tensors() == nullptr) continue;
    for (const Tensor* tensor : *graph->tensors()) {
      double bytes = std::max(TensorTypeBits(tensor->type()), 8) / 8.0;
      if (tensor->shape() != nullptr) {
        for (const int32_t extent : *tensor->shape()) bytes *= extent;
      }
      total += bytes;
    }
  }
  return total;
}

class Session {
 public:
  Session(const std::string& file, const RunOptions& options)
      : file_(file), options_(options), random_(options.seed) {}

  RunResult Run() {
    RunResult result;
    result.stage = Steps(&result.too_large);
    result.message = reporter_.error_messages();
    return result;
  }

 private:
  RunStage Steps(bool* too_large) {
    model_ = FlatBufferModel::BuildFromBuffer(file_.data(), file_.size(),
                                              &reporter_);
    if (model_ == nullptr) return RunStage::kOpen;
    InterpreterBuilder builder(*model_, *options_.resolver);
    if (builder(&interpreter_) != kTfLiteOk) return RunStage::kBuild;
    if (TensorBytes(*model_->GetModel()) > options_.most_bytes) {
      *too_large = true;
      return RunStage::kDone;
    }
    interpreter_->SetCancellationFunction(this, &Session::EnoughNodes);
    if (interpreter_->AllocateTensors() != kTfLiteOk) {
      return RunStage::kAllocate;
    }
    for (int i = 0; i < 2; ++i) {
      if (!FillAndInvoke(/*given=*/i == 0)) return RunStage::kInvoke;
    }
    return !options_.resize || ResizeAndInvoke() ? RunStage::kDone
                                                 : RunStage::kResize;
  }

  static bool EnoughNodes(void* self) {
    return --static_cast<Session*>(self)->nodes_left_ < 0;
  }

  bool FillAndInvoke(bool given) {
    nodes_left_ = options_.most_nodes;
    for (size_t i = 0; i < interpreter_->inputs().size(); ++i) {
      TfLiteTensor* tensor = interpreter_->tensor(interpreter_->inputs()[i]);
      if (tensor == nullptr || tensor->data.raw == nullptr ||
          tensor->type == kTfLiteString) {
        continue;
      }
      if (given && i < options_.inputs.size()) {
        const std::string& bytes = options_.inputs[i];
        std::memcpy(tensor->data.raw, bytes.data(),
                    std::min(tensor->bytes, bytes.size()));
      } else {
        FillRandomly(tensor);
      }
    }
    return interpreter_->Invoke() == kTfLiteOk;
  }

  // Mostly small numbers of either sign, sometimes random bits.
  void FillRandomly(TfLiteTensor* tensor) {
    const bool any_bits = random_.Below(4) == 0;
    char* data = tensor->data.raw;
    for (size_t i = 0; i < tensor->bytes; ++i) {
      data[i] = static_cast<char>(random_.Next());
    }
    if (any_bits) return;
    if (tensor->type == kTfLiteFloat32) {
      for (size_t i = 0; i < tensor->bytes / 4; ++i) {
        tensor->data.f[i] = static_cast<float>(random_.Below(400)) / 100 - 2;
      }
    } else if (tensor->type == kTfLiteInt32) {
      for (size_t i = 0; i < tensor->bytes / 4; ++i) {
        tensor->data.i32[i] = static_cast<int32_t>(random_.Below(8)) - 1;
      }
    } else if (tensor->type == kTfLiteInt64) {
      for (size_t i = 0; i < tensor->bytes / 8; ++i) {
        tensor->data.i64[i] = static_cast<int64_t>(random_.Below(8)) - 1;
      }
    } else if (tensor->type == kTfLiteBool) {
      for (size_t i = 0; i < tensor->bytes; ++i)
        tensor->data.b[i] = data[i] & 1;
    }
  }

  bool ResizeAndInvoke() {
    if (interpreter_->inputs().empty()) return true;
    const auto& inputs = interpreter_->inputs();
    const int input = inputs[random_.Below(inputs.size())];
    const TfLiteIntArray* dims = interpreter_->tensor(input)->dims;
    std::vector<int> shape(dims->data, dims->data + dims->size);
    if (shape.empty() || random_.Below(8) == 0) {
      shape.push_back(static_cast<int>(random_.Below(4)));
    } else {
      shape[random_.Below(shape.size())] = static_cast<int>(random_.Below(6));
    }
    return interpreter_->ResizeInputTensor(input, shape) == kTfLiteOk &&
           interpreter_->AllocateTensors() == kTfLiteOk &&
           FillAndInvoke(/*given=*/false);
  }

  const std::string& file_;
  const RunOptions& options_;
  TestRandom random_;
  TestErrorReporter reporter_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
  int64_t nodes_left_ = 0;
};

}  // namespace

RunResult RunModel(const std::string& file, const RunOptions& options) {
  return Session(file, options).Run();
}

}  // namespace tflite::fault
