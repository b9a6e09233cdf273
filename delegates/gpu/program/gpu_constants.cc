#include "delegates/gpu/program/gpu_constants.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace tflite::gpu {
namespace {

// Smaller constants are written faster than passed to another thread.
constexpr uint64_t kLeastJobBytes = uint64_t{64} << 10;

}  // namespace

StatusOr<char*> GpuConstants::MemoryOf(
    const std::shared_ptr<GpuBuffer>& buffer) {
  const auto [at, added] = memory_.try_emplace(buffer, nullptr);
  if (!added) return at->second;
  const StatusOr<void*> mapped = device_.Map(*buffer);
  if (IsUnsupported(mapped.status())) return nullptr;
  TFLL_RETURN_IF_ERROR(mapped.status());
  return at->second = static_cast<char*>(*mapped);
}

Status GpuConstants::WriteOne(const GpuValue& value,
                              const GpuBinding& binding) {
  char* const memory = memory_.at(binding.buffer);
  if (memory != nullptr) {
    char* const to = memory + binding.offset;
    if (value.fill) {
      value.fill(to);
    } else {
      std::memcpy(to, value.data.data(), value.data.size());
    }
    return OkStatus();
  }
  const std::vector<uint8_t> bytes = ConstantBytes(value);
  std::lock_guard<std::mutex> lock(mutex_);
  return device_.Write(*binding.buffer, binding.offset, bytes.size(),
                       bytes.data());
}

Status GpuConstants::Start(const std::vector<GpuBinding>& bindings) {
  for (size_t v = 0; v < graph_.values.size(); ++v) {
    const GpuValue& value = graph_.values[v];
    const GpuBinding& binding = bindings[v];
    if (value.kind != GpuValue::Kind::kConstant || binding.buffer == nullptr) {
      continue;
    }
    TFLL_RETURN_IF_ERROR(MemoryOf(binding.buffer).status());
    if (value.bytes < kLeastJobBytes) {
      TFLL_RETURN_IF_ERROR(WriteOne(value, binding));
      continue;
    }
    jobs_.push_back([this, &value, binding] {
      const Status written = WriteOne(value, binding);
      std::lock_guard<std::mutex> lock(mutex_);
      status_.Update(written);
    });
  }
  return OkStatus();
}

Status GpuConstants::Finish() {
  for (const auto& [buffer, memory] : memory_) {
    if (memory != nullptr) status_.Update(device_.Unmap(*buffer));
  }
  for (GpuValue& value : graph_.values) {
    value.data = {};  // releases a second copy of the weights
    value.fill = nullptr;
  }
  return status_;
}

}  // namespace tflite::gpu
