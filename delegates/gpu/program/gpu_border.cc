#include "delegates/gpu/program/gpu_border.h"

#include <utility>

namespace tflite::gpu {
namespace {

// Below this size, copying arena memory is faster than importing it.
constexpr uint64_t kLeastArenaImport = 4096;

bool SameBinding(const GpuBinding& a, const GpuBinding& b) {
  return a.buffer == b.buffer && a.offset == b.offset && a.bytes == b.bytes;
}

// True if the memory, as the device sees it, is neither moved nor released
// between preparations of the graph.
bool StaysInPlace(const TfLiteTensor& tensor, const GpuCaps& caps) {
  switch (tensor.allocation_type) {
    case kTfLiteCustom:
      return true;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
      // The arena may be released and allocated again at the same address but
      // with different pages. This makes no difference on the host's processor.
      return caps.software && tensor.bytes >= kLeastArenaImport;
    default:
      return false;
  }
}

}  // namespace

uint64_t PaddedGpuBytes(uint64_t bytes) {
  return (bytes + kGpuPadding - 1) / kGpuPadding * kGpuPadding;
}

StatusOr<bool> GpuBorder::Settle(const TfLiteTensor& tensor,
                                 const GpuEnvironment& environment) {
  const GpuBinding inner = inner_, outer = outer_;
  const TfLiteBufferHandle handle =
      HandleOfDelegate(tensor, environment.delegate);
  foreign_ = nullptr;
  if (handle != kTfLiteNullBufferHandle) {
    foreign_ = environment.buffers->Find(handle);
    if (foreign_ == nullptr) {
      return Invalid("buffer handle ", handle, " is not one of the delegate's");
    }
    TFLL_RETURN_IF_ERROR(SettleForeign(tensor));
  } else if (!Import(tensor)) {
    TFLL_RETURN_IF_ERROR(SettleOwn());
  }
  return !SameBinding(inner, inner_) || !SameBinding(outer, outer_);
}

Status GpuBorder::SettleForeign(const TfLiteTensor& tensor) {
  const GpuBinding& part = foreign_->part;
  if (part.bytes < bytes_) {
    return Invalid("the tensor has ", bytes_, " bytes; its buffer handle ",
                   tensor.buffer_handle, " stands for ", part.bytes);
  }
  Forget();
  staging_ = nullptr;
  // Later calls may read an output, so its buffer must be readable too.
  const bool in_place = foreign_->readable && (input_ || foreign_->writable) &&
                        part.offset % device_->caps().offset_alignment == 0 &&
                        part.bytes >= PaddedGpuBytes(bytes_);
  if (in_place) {
    own_ = nullptr;
    inner_ = {part.buffer, part.offset, PaddedGpuBytes(bytes_)};
    outer_ = {};
    return OkStatus();
  }
  TFLL_RETURN_IF_ERROR(AllocateInner());
  outer_ = {part.buffer, part.offset, bytes_};
  return OkStatus();
}

bool GpuBorder::Import(const TfLiteTensor& tensor) {
  const void* data = tensor.data.data;
  if (state_ || device_->caps().import_alignment == 0 || data == nullptr ||
      bytes_ % kGpuPadding != 0 || !StaysInPlace(tensor, device_->caps())) {
    Forget();
    return false;
  }
  if (data != import_data_) {
    imported_ = nullptr;
    import_data_ = data;
    auto buffer = device_->Import(tensor.data.data, bytes_);
    if (buffer.ok()) imported_ = *std::move(buffer);
  }
  if (imported_ == nullptr) return false;
  own_ = staging_ = nullptr;
  inner_ = {imported_, 0, bytes_};
  outer_ = {};
  return true;
}

Status GpuBorder::AllocateInner() {
  const uint64_t bytes = PaddedGpuBytes(bytes_);
  if (own_ == nullptr) {
    TFLL_ASSIGN_OR_RETURN(
        own_, device_->Allocate(bytes, HostAndKernels(device_->caps())));
  }
  inner_ = {own_, 0, bytes};
  return OkStatus();
}

Status GpuBorder::SettleOwn() {
  TFLL_RETURN_IF_ERROR(AllocateInner());
  outer_ = {};
  const GpuCaps& caps = device_->caps();
  if (caps.unified_memory || caps.direct_transfers) return OkStatus();
  if (staging_ == nullptr) {
    TFLL_ASSIGN_OR_RETURN(
        staging_, device_->Allocate(
                      bytes_, input_ ? GpuUse::kUpload : GpuUse::kDownload));
  }
  outer_ = {staging_, 0, bytes_};
  return OkStatus();
}

Status GpuBorder::Start(const TfLiteTensor& tensor) {
  if (foreign_ != nullptr) return OkStatus();
  if (imported_ != nullptr) return device_->Lend(*imported_);
  if (!input_) return OkStatus();
  return device_->Write(staging_ != nullptr ? *staging_ : *own_, 0,
                        tensor.bytes, tensor.data.data);
}

Status GpuBorder::Finish(TfLiteTensor* tensor, const TfLiteDelegate* delegate) {
  if (foreign_ != nullptr) return OkStatus();
  if (imported_ != nullptr) {
    TFLL_RETURN_IF_ERROR(device_->Return(*imported_));
  } else if (!input_) {
    TFLL_RETURN_IF_ERROR(device_->Read(staging_ != nullptr ? *staging_ : *own_,
                                       0, tensor->bytes, tensor->data.data));
  }
  if (tensor->delegate == delegate) tensor->data_is_stale = false;
  return OkStatus();
}

void GpuBorder::Abandon() {
  if (imported_ != nullptr) device_->Return(*imported_).IgnoreError();
}

Status CheckApart(const std::vector<GpuBorder>& borders) {
  for (const GpuBorder& written : borders) {
    const GpuForeignBuffer* w = written.foreign();
    if (w == nullptr || written.is_input()) continue;
    for (const GpuBorder& other : borders) {
      const GpuForeignBuffer* o = other.foreign();
      if (&other == &written || o == nullptr || o->memory != w->memory) {
        continue;
      }
      if (o->part.offset < w->part.offset + w->part.bytes &&
          w->part.offset < o->part.offset + o->part.bytes) {
        return Invalid("tensors ", written.tensor(), " and ", other.tensor(),
                       " have the same part of a buffer");
      }
    }
  }
  return OkStatus();
}

}  // namespace tflite::gpu
