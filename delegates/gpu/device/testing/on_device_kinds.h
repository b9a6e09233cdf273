#ifndef DELEGATES_GPU_DEVICE_TESTING_ON_DEVICE_KINDS_H_
#define DELEGATES_GPU_DEVICE_TESTING_ON_DEVICE_KINDS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/testing/device_kinds.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace tflite::gpu {

using namespace delegates;

// Base class of tests on each kind of device with the kernels of
// test_kernels.h. Skipped if there is no driver. Instantiate suites with
// AllDeviceKinds() and DeviceKindName.
class OnDeviceKinds : public ::testing::TestWithParam<DeviceKind> {
 protected:
  void SetUp() override {
    GpuDeviceOptions options;
    options.kernels = &GpuTestKernels();
    options.force_staging = GetParam().force_staging;
    auto device = GetParam().create(options);
    if (base::IsUnavailable(device.status())) {
      GTEST_SKIP() << "not run: " << device.status();
    }
    ASSERT_EQ(device.status(), OkStatus());
    device_ = *std::move(device);
  }

  std::shared_ptr<GpuBuffer> Buffer(uint64_t bytes,
                                    GpuUse use = GpuUse::kDeviceOnly) {
    auto buffer = device_->Allocate(bytes, use);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return buffer.ok() ? *buffer : nullptr;
  }

  template <typename T>
  std::shared_ptr<GpuBuffer> BufferOf(const std::vector<T>& values) {
    const uint64_t bytes = values.size() * sizeof(T);
    auto buffer = Buffer(bytes);
    if (buffer == nullptr) return nullptr;
    EXPECT_TRUE(device_->Write(*buffer, 0, bytes, values.data()).ok());
    return buffer;
  }

  template <typename T>
  std::vector<T> Contents(GpuBuffer& buffer) {
    std::vector<T> values(buffer.bytes() / sizeof(T));
    const Status read =
        device_->Read(buffer, 0, values.size() * sizeof(T), values.data());
    EXPECT_TRUE(read.ok()) << read;
    return values;
  }

  static GpuBinding Bound(std::shared_ptr<GpuBuffer> buffer, bool written) {
    const uint64_t bytes = buffer->bytes();
    return {std::move(buffer), 0, bytes, written};
  }

  // A one-dimensional dispatch in groups of kWorkgroup, whose first parameter
  // is `count`.
  GpuDispatch Dispatch(
      const std::string& kernel, std::vector<GpuBinding> buffers,
      uint32_t count, std::vector<uint32_t> more_params = {},
      std::vector<std::pair<std::string, int32_t>> constants = {}) {
    GpuDispatch dispatch;
    auto pipeline = device_->Compile({kernel, constants, {kWorkgroup, 1, 1}});
    EXPECT_TRUE(pipeline.ok()) << pipeline.status();
    if (pipeline.ok()) dispatch.pipeline = *pipeline;
    dispatch.buffers = std::move(buffers);
    dispatch.params = {count};
    dispatch.params.insert(dispatch.params.end(), more_params.begin(),
                           more_params.end());
    dispatch.groups = {(count + kWorkgroup - 1) / kWorkgroup, 1, 1};
    dispatch.label = kernel;
    return dispatch;
  }

  // Multiplies and adds, on a buffer of int32.
  GpuDispatch Update(const std::shared_ptr<GpuBuffer>& data, uint32_t factor,
                     uint32_t addend) {
    return Dispatch("test_update", {Bound(data, true)},
                    static_cast<uint32_t>(data->bytes() / sizeof(int32_t)),
                    {factor, addend});
  }

  // Null if recording fails; the test has then failed.
  std::unique_ptr<GpuCommands> Record(std::vector<GpuStep> steps) {
    auto commands = device_->Record(std::move(steps));
    EXPECT_TRUE(commands.ok()) << commands.status();
    return commands.ok() ? *std::move(commands) : nullptr;
  }

  static constexpr uint32_t kWorkgroup = 16;

  std::shared_ptr<GpuDevice> device_;
};

inline std::string DeviceKindName(
    const ::testing::TestParamInfo<DeviceKind>& info) {
  return info.param.name;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_TESTING_ON_DEVICE_KINDS_H_
