#include "delegates/gpu/api/gpu_opencl.h"

#include <memory>
#include <utility>

#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/device/opencl/opencl_device.h"

namespace tflite::gpu {
namespace {

StatusOr<TfLiteDelegate*> Create(const TfLiteGpuDelegateOptionsV2* options,
                                 const TfLiteGpuOpenClObjects* objects) {
  if (objects == nullptr || objects->context == nullptr ||
      objects->device == nullptr) {
    return Invalid("no OpenCL context or device is given");
  }
  TFLL_ASSIGN_OR_RETURN(GpuOptions all, ToGpuOptions(options));
  OpenClOptions opencl;
  opencl.lent = {objects->context, objects->device, objects->queue};
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                        OpenClDevice::Create(ToDeviceOptions(all), opencl));
  return CreateGpuDelegate(all, std::move(device));
}

Status Get(TfLiteDelegate* delegate, TfLiteGpuOpenClObjects* objects) {
  if (objects == nullptr) return Invalid("there is no place for the objects");
  TFLL_ASSIGN_OR_RETURN(const auto found, DeviceOfGpuDelegate<OpenClDevice>(
                                              delegate, GpuBackend::kOpenCl));
  const OpenClHandles handles = found.second->handles();
  *objects = {handles.context, handles.device, handles.queue};
  return OkStatus();
}

}  // namespace
}  // namespace tflite::gpu

TfLiteDelegate* TfLiteGpuDelegateV2CreateOnOpenCl(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuOpenClObjects* objects) {
  return tflite::gpu::LoggedGpuDelegate(tflite::gpu::Create(options, objects));
}

TfLiteStatus TfLiteGpuDelegateV2GetOpenCl(TfLiteDelegate* delegate,
                                          TfLiteGpuOpenClObjects* objects) {
  return tflite::gpu::LoggedGpuStatus(tflite::gpu::Get(delegate, objects));
}

TfLiteStatus TfLiteGpuDelegateV2RegisterOpenClBuffer(
    TfLiteDelegate* delegate, cl_mem buffer, size_t offset, size_t bytes,
    TfLiteBufferHandle* handle) {
  return tflite::gpu::LoggedGpuStatus(
      tflite::gpu::RegisterGpuBuffer<tflite::gpu::OpenClDevice>(
          delegate, tflite::gpu::GpuBackend::kOpenCl, buffer, offset, bytes,
          handle));
}
