#include "delegates/edgetpu/edgetpu_program.h"

#include <mutex>
#include <string>
#include <utility>

namespace tflite::edgetpu {
namespace {

StatusOr<uint8_t*> BytesOf(TfLiteContext* context, int tensor) {
  const TfLiteTensor& t = context->tensors[tensor];
  if (t.data.data != nullptr) return static_cast<uint8_t*>(t.data.data);
  return Internal("tensor '", t.name == nullptr ? "" : t.name,
                  "' has no memory");
}

}  // namespace

StatusOr<std::unique_ptr<EdgeTpuProgram>> EdgeTpuProgram::Create(
    CompiledProgram compiled, std::shared_ptr<VirtualDevice> device) {
  auto simulator =
      Simulator::Create(std::move(compiled.program), device->store);
  if (!simulator.ok()) {
    return Internal("the compiled program is faulty: ",
                    std::string(simulator.status().message()));
  }
  return std::unique_ptr<EdgeTpuProgram>(new EdgeTpuProgram(
      std::move(device), *std::move(simulator), std::move(compiled.inputs),
      std::move(compiled.outputs)));
}

Status EdgeTpuProgram::Run(TfLiteContext* context) {
  std::vector<absl::Span<const uint8_t>> inputs;
  for (const int tensor : inputs_) {
    TFLL_ASSIGN_OR_RETURN(const uint8_t* bytes, BytesOf(context, tensor));
    inputs.emplace_back(bytes, context->tensors[tensor].bytes);
  }
  std::vector<absl::Span<uint8_t>> outputs;
  for (const int tensor : outputs_) {
    TFLL_ASSIGN_OR_RETURN(uint8_t * bytes, BytesOf(context, tensor));
    outputs.emplace_back(bytes, context->tensors[tensor].bytes);
  }
  const std::lock_guard<std::mutex> lock(device_->running);
  return simulator_->Run(std::move(inputs), std::move(outputs));
}

}  // namespace tflite::edgetpu
