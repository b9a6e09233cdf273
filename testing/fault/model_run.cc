#include "testing/fault/model_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
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
    result.cancelled = nodes_left_ < 0;
    result.outputs = std::move(outputs_);
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
    if (options_.apply && options_.apply(*interpreter_) != kTfLiteOk) {
      return RunStage::kBuild;
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

  void KeepOutputs() {
    for (const int index : interpreter_->outputs()) {
      const TfLiteTensor* t = interpreter_->tensor(index);
      if (t == nullptr) continue;
      RunOutput output = {t->type, t->params.scale != 0, {}, {}};
      output.shape.assign(t->dims->data, t->dims->data + t->dims->size);
      // Copies of more would exceed the memory a mutation may use.
      constexpr size_t kMostKept = size_t{64} << 20;
      if (t->data.raw != nullptr && t->bytes <= kMostKept) {
        output.bytes.assign(t->data.raw, t->bytes);
      }
      outputs_.push_back(std::move(output));
    }
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
        std::memset(tensor->data.raw, 0, tensor->bytes);
        std::memcpy(tensor->data.raw, bytes.data(),
                    std::min(tensor->bytes, bytes.size()));
      } else {
        FillRandomly(tensor);
      }
    }
    if (interpreter_->Invoke() != kTfLiteOk) return false;
    if (options_.keep_outputs) KeepOutputs();
    return true;
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
  std::vector<RunOutput> outputs_;
};

template <typename T>
std::vector<double> Values(const std::string& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return std::vector<double>(values.begin(), values.end());
}

// Empty for types that must be equal.
std::vector<double> Numbers(const RunOutput& output) {
  switch (output.type) {
    case kTfLiteFloat32:
      return Values<float>(output.bytes);
    case kTfLiteInt8:
      return Values<int8_t>(output.bytes);
    case kTfLiteUInt8:
      return Values<uint8_t>(output.bytes);
    case kTfLiteInt16:
      return Values<int16_t>(output.bytes);
    default:
      return {};
  }
}

std::string Compare(const RunOutput& got, const RunOutput& want) {
  if (got.type != want.type || got.shape != want.shape) return "type or shape";
  const std::vector<double> a = Numbers(got), b = Numbers(want);
  if (a.empty()) return got.bytes == want.bytes ? "" : "bytes";
  if (a.size() != b.size()) return "number of elements";
  double greatest = 0;
  for (const double v : b) {
    if (std::isfinite(v)) greatest = std::max(greatest, std::abs(v));
  }
  double most = 0;
  if (got.type == kTfLiteFloat32) most = 1e-2 * greatest + 1e-6;
  if (got.type != kTfLiteFloat32 && got.quantized) most = 3;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    if (std::abs(a[i] - b[i]) <= most) continue;
    return base::StrCat("element ", i, " is ", a[i], ", not ", b[i]);
  }
  return "";
}

}  // namespace

std::string FirstDifference(const RunResult& got, const RunResult& want) {
  const size_t count = std::min(got.outputs.size(), want.outputs.size());
  for (size_t i = 0; i < count; ++i) {
    const std::string difference = Compare(got.outputs[i], want.outputs[i]);
    if (!difference.empty()) {
      return base::StrCat("output ", i, ": ", difference);
    }
  }
  return "";
}

RunResult RunModel(const std::string& file, const RunOptions& options) {
  return Session(file, options).Run();
}

}  // namespace tflite::fault
