// The CPU path of compiled models: rebuilds the nodes that an executable was
// compiled from, with the constants unpacked from the device's layout, and runs
// them in an interpreter. Programs that link this library have it.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
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

// Of a flatbuffer, with room for what refers to its parts.
constexpr size_t kMostFileBytes = size_t{2000} << 20;
// The strictest alignment in a model's schema.
constexpr size_t kFileAlignment = 16;

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

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using Buffers = std::vector<Offset<Buffer>>;

Status SetBuffer(uint32_t index, const std::vector<uint8_t>& bytes,
                 FlatBufferBuilder* fbb, Buffers* buffers) {
  if (index == 0) return OkStatus();
  if (index >= buffers->size()) {
    return Invalid("a packed layer belongs to buffer ", index, " of ",
                   buffers->size());
  }
  if (fbb->GetSize() + bytes.size() > kMostFileBytes) {
    return Invalid("with their constants, they are larger than a file");
  }
  (*buffers)[index] = CreateBufferDirect(*fbb, &bytes);
  return OkStatus();
}

// Sets the buffers of the constants that the parameters hold.
Status Unpack(const Executable& executable, FlatBufferBuilder* fbb,
              Buffers* buffers) {
  const std::vector<uint8_t>& parameters = executable.program.parameters;
  uint64_t unpacked = 0;
  for (const PackedLayer& layer : executable.packed_layers) {
    TFLL_ASSIGN_OR_RETURN(const std::vector<uint8_t> weights,
                          UnpackWeights(layer, parameters));
    TFLL_ASSIGN_OR_RETURN(const std::vector<int32_t> bias,
                          UnpackBias(layer, parameters));
    std::vector<uint8_t> bytes(bias.size() * sizeof(int32_t));
    std::memcpy(bytes.data(), bias.data(), bytes.size());
    // Else many layers of a small file could unpack the same bytes.
    unpacked += weights.size() + bytes.size();
    if (unpacked > parameters.size()) {
      return Invalid("packed layers share parameters");
    }
    TFLL_RETURN_IF_ERROR(
        SetBuffer(layer.weights_buffer, weights, fbb, buffers));
    TFLL_RETURN_IF_ERROR(SetBuffer(layer.bias_buffer, bytes, fbb, buffers));
  }
  return OkStatus();
}

// Appends a model that consists of the parts of the nodes' model, which stay
// what they are, but for some buffers. Nothing else is unpacked: parts may be
// shared, so that a small file would become large.
Status BuildModel(const Executable& executable, FlatBufferBuilder* fbb) {
  const std::vector<uint8_t>& nodes = executable.original_nodes;
  if (nodes.size() > kMostFileBytes) return Invalid("they are too large");
  // Builders count from the end of the file, where the nodes are.
  fbb->PreAlign(nodes.size(), kFileAlignment);
  fbb->PushBytes(nodes.data(), nodes.size());
  const flatbuffers::uoffset_t begin = fbb->GetSize();
  const auto moved = [&](const auto* part) {
    using Part = std::remove_const_t<std::remove_pointer_t<decltype(part)>>;
    if (part == nullptr) return Offset<Part>();
    const auto* at = reinterpret_cast<const uint8_t*>(part);
    return Offset<Part>(begin -
                        static_cast<flatbuffers::uoffset_t>(at - nodes.data()));
  };
  const Model& model = *GetModel(nodes.data());
  Buffers buffers;
  if (model.buffers() != nullptr) {
    for (const Buffer* buffer : *model.buffers()) {
      buffers.push_back(moved(buffer));
    }
  }
  TFLL_RETURN_IF_ERROR(Unpack(executable, fbb, &buffers));
  const auto list = fbb->CreateVector(buffers);
  FinishModelBuffer(
      *fbb,
      CreateModel(*fbb, model.version(), moved(model.operator_codes()),
                  moved(model.subgraphs()), moved(model.description()), list,
                  moved(model.metadata_buffer()), moved(model.metadata()),
                  moved(model.signature_defs())));
  return OkStatus();
}

class Interpreted final : public OriginalNodes {
 public:
  Status Build(const Executable& executable) {
    const std::vector<uint8_t>& nodes = executable.original_nodes;
    flatbuffers::Verifier verifier(nodes.data(), nodes.size());
    if (!VerifyModelBuffer(verifier)) return Invalid("they are damaged");
    TFLL_RETURN_IF_ERROR(BuildModel(executable, &file_));
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
