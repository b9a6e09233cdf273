// The CPU path of compiled models: rebuilds the nodes that an executable was
// compiled from, with the constants unpacked from the device's layout, and runs
// them in an interpreter. Programs that link this library have it.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/compiled_node.h"
#include "delegates/edgetpu/compiler/pack.h"
#include "flatbuffers/flatbuffers.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::edgetpu {
namespace {

class LastError : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override {
    char line[512];
    std::vsnprintf(line, sizeof(line), format, args);
    if (text_.empty()) text_ = line;
    return 0;
  }
  std::string Take() { return std::exchange(text_, ""); }

 private:
  std::string text_;
};

Status FillBuffer(ModelT* model, uint32_t index, std::vector<uint8_t> bytes) {
  if (index == 0) return OkStatus();
  if (index >= model->buffers.size()) {
    return Invalid("a packed layer belongs to buffer ", index, " of ",
                   model->buffers.size());
  }
  model->buffers[index]->data = std::move(bytes);
  return OkStatus();
}

Status Unpack(const Executable& executable, ModelT* model) {
  const std::vector<uint8_t>& parameters = executable.program.parameters;
  for (const PackedLayer& layer : executable.packed_layers) {
    TFLL_ASSIGN_OR_RETURN(std::vector<uint8_t> weights,
                          UnpackWeights(layer, parameters));
    TFLL_RETURN_IF_ERROR(
        FillBuffer(model, layer.weights_buffer, std::move(weights)));
    TFLL_ASSIGN_OR_RETURN(const std::vector<int32_t> bias,
                          UnpackBias(layer, parameters));
    std::vector<uint8_t> bytes(bias.size() * sizeof(int32_t));
    std::memcpy(bytes.data(), bias.data(), bytes.size());
    TFLL_RETURN_IF_ERROR(
        FillBuffer(model, layer.bias_buffer, std::move(bytes)));
  }
  return OkStatus();
}

class Interpreted final : public OriginalNodes {
 public:
  Status Build(const Executable& executable) {
    const std::vector<uint8_t>& nodes = executable.original_nodes;
    flatbuffers::Verifier verifier(nodes.data(), nodes.size());
    if (!VerifyModelBuffer(verifier)) return Invalid("they are damaged");
    const std::unique_ptr<ModelT> model(UnPackModel(nodes.data()));
    TFLL_RETURN_IF_ERROR(Unpack(executable, model.get()));
    FinishModelBuffer(file_, tflite::Model::Pack(file_, model.get()));
    model_ = FlatBufferModel::VerifyAndBuildFromBuffer(
        reinterpret_cast<const char*>(file_.GetBufferPointer()),
        file_.GetSize(), nullptr, &errors_);
    if (model_ == nullptr) return Failed("are no model");
    InterpreterBuilder(*model_, resolver_)(&interpreter_);
    if (interpreter_ == nullptr) return Failed("cannot be built");
    if (interpreter_->AllocateTensors() != kTfLiteOk) {
      return Failed("cannot be prepared");
    }
    std::vector<HostTensor> outputs;
    for (const HostTensor& output : executable.outputs) {
      states_.push_back(output.state);
      if (output.state < 0) outputs.push_back(output);
    }
    TFLL_RETURN_IF_ERROR(
        CheckTensors(interpreter_->inputs(), executable.inputs));
    return CheckTensors(interpreter_->outputs(), outputs);
  }

  Status Run(const HostInputs& inputs, const HostOutputs& outputs) override {
    for (size_t i = 0; i < inputs.size(); ++i) {
      std::memcpy(interpreter_->input_tensor(i)->data.raw, inputs[i].data(),
                  inputs[i].size());
    }
    if (interpreter_->Invoke() != kTfLiteOk) return Failed("have failed");
    size_t next = 0;
    for (size_t i = 0; i < outputs.size(); ++i) {
      // The nodes have changed the variables, which are inputs here.
      const TfLiteTensor* from =
          states_[i] < 0
              ? interpreter_->output_tensor(next++)
              : interpreter_->input_tensor(static_cast<size_t>(states_[i]));
      if (from->data.raw == nullptr || from->bytes != outputs[i].size()) {
        return Invalid("have given output ", i, " another size");
      }
      std::memcpy(outputs[i].data(), from->data.raw, outputs[i].size());
    }
    return OkStatus();
  }

 private:
  Status Failed(const char* what) {
    return Invalid(what, ": ", errors_.Take());
  }
  Status CheckTensors(const std::vector<int>& tensors,
                      const std::vector<HostTensor>& expected) const {
    bool same = tensors.size() == expected.size();
    for (size_t i = 0; same && i < tensors.size(); ++i) {
      const TfLiteTensor* t = interpreter_->tensor(tensors[i]);
      same = t != nullptr && t->bytes == expected[i].bytes &&
             t->data.raw != nullptr;
    }
    if (same) return OkStatus();
    return Invalid("have other tensors than the executable");
  }

  LastError errors_;
  std::vector<int32_t> states_;  // HostTensor::state of the outputs
  flatbuffers::FlatBufferBuilder file_;
  std::unique_ptr<FlatBufferModel> model_;
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  std::unique_ptr<Interpreter> interpreter_;
};

StatusOr<std::unique_ptr<OriginalNodes>> CreateInterpreted(
    const Executable& executable) {
  auto nodes = std::make_unique<Interpreted>();
  TFLL_RETURN_IF_ERROR(nodes->Build(executable));
  return std::unique_ptr<OriginalNodes>(std::move(nodes));
}

[[maybe_unused]] const bool kSet = SetOriginalNodesFactory(CreateInterpreted);

}  // namespace
}  // namespace tflite::edgetpu
