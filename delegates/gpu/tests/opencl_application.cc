#include <list>
#include <utility>

#include "delegates/gpu/api/gpu_opencl.h"
#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/tests/gpu_application.h"

namespace tflite::gpu {
namespace {

class OpenClApplication final : public GpuApplication {
 public:
  ~OpenClApplication() override {
    for (const cl_mem buffer : buffers_) cl_->clReleaseMemObject(buffer);
    if (objects_.queue != nullptr) cl_->clReleaseCommandQueue(objects_.queue);
    if (objects_.context != nullptr) cl_->clReleaseContext(objects_.context);
  }

  Status Open() {
    TFLL_ASSIGN_OR_RETURN(cl_, LoadOpenCl());
    // The device that the delegate would select.
    TFLL_ASSIGN_OR_RETURN(const auto chosen, OpenClDevice::Create({}));
    objects_.device = chosen->handles().device;
    cl_int error = CL_SUCCESS;
    objects_.context = cl_->clCreateContext(nullptr, 1, &objects_.device,
                                            nullptr, nullptr, &error);
    TFLL_RETURN_IF_ERROR(OpenClStatus(error, "a context"));
    objects_.queue =
        cl_->clCreateCommandQueue(objects_.context, objects_.device, 0, &error);
    return OpenClStatus(error, "a queue");
  }

  TfLiteDelegate* MakeDelegate(
      const TfLiteGpuDelegateOptionsV2& options) override {
    return TfLiteGpuDelegateV2CreateOnOpenCl(&options, &objects_);
  }
  StatusOr<std::shared_ptr<GpuDevice>> MakeDevice(
      const GpuDeviceOptions& options) override {
    OpenClOptions opencl;
    opencl.lent = {objects_.context, objects_.device, objects_.queue};
    TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                          OpenClDevice::Create(options, opencl));
    return device;
  }

  int NewBuffer(size_t bytes) override {
    cl_int error = CL_SUCCESS;
    buffers_.push_back(cl_->clCreateBuffer(objects_.context, CL_MEM_READ_WRITE,
                                           bytes, nullptr, &error));
    return static_cast<int>(buffers_.size()) - 1;
  }
  TfLiteStatus Register(TfLiteDelegate* delegate, int buffer, size_t offset,
                        size_t bytes, TfLiteBufferHandle* handle) override {
    return TfLiteGpuDelegateV2RegisterOpenClBuffer(delegate, buffers_[buffer],
                                                   offset, bytes, handle);
  }
  // Does not wait, because the delegate's commands follow in the same queue.
  void Write(int buffer, size_t offset,
             const std::vector<float>& values) override {
    written_.push_back(values);
    cl_->clEnqueueWriteBuffer(objects_.queue, buffers_[buffer], CL_FALSE,
                              offset, values.size() * sizeof(float),
                              written_.back().data(), 0, nullptr, nullptr);
  }
  std::vector<float> Read(int buffer, size_t offset, size_t count) override {
    std::vector<float> values(count);
    cl_->clEnqueueReadBuffer(objects_.queue, buffers_[buffer], CL_TRUE, offset,
                             count * sizeof(float), values.data(), 0, nullptr,
                             nullptr);
    return values;
  }

 private:
  const OpenClFunctions* cl_ = nullptr;
  TfLiteGpuOpenClObjects objects_ = {};
  std::vector<cl_mem> buffers_;
  std::list<std::vector<float>> written_;
};

}  // namespace

StatusOr<std::unique_ptr<GpuApplication>> CreateOpenClApplication() {
  auto application = std::make_unique<OpenClApplication>();
  TFLL_RETURN_IF_ERROR(application->Open());
  return std::unique_ptr<GpuApplication>(std::move(application));
}

StatusOr<std::unique_ptr<GpuApplication>> GpuApplication::Create(
    GpuBackend backend) {
  return backend == GpuBackend::kOpenCl ? CreateOpenClApplication()
                                        : CreateVulkanApplication();
}

}  // namespace tflite::gpu
