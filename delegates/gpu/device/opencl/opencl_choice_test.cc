// Which device is chosen, among devices that only have names.
#include "delegates/gpu/device/opencl/opencl_choice.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "delegates/gpu/device/opencl/opencl_device.h"

namespace tflite::gpu {
namespace {

using ::testing::HasSubstr;

struct FakeDevice {
  std::string name;
  cl_device_type type = CL_DEVICE_TYPE_GPU;
};
struct FakePlatform {
  std::string name;
  std::vector<FakeDevice> devices;
  bool fails = false;
};
std::vector<FakePlatform>* g_platforms;
cl_int g_platforms_error = CL_SUCCESS;

cl_int Return(const std::string& text, size_t bytes, void* to, size_t* needed) {
  if (needed != nullptr) *needed = text.size() + 1;
  // Drivers may refuse room that is nowhere.
  EXPECT_EQ(bytes == 0, to == nullptr);
  if (to == nullptr) return CL_SUCCESS;
  if (bytes < text.size() + 1) return CL_INVALID_VALUE;
  std::memcpy(to, text.c_str(), text.size() + 1);
  return CL_SUCCESS;
}

OpenClFunctions Functions() {
  OpenClFunctions cl;
  cl.clGetPlatformIDs = [](cl_uint count, cl_platform_id* platforms,
                           cl_uint* all) -> cl_int {
    EXPECT_EQ(count == 0, platforms == nullptr);
    if (all != nullptr) *all = static_cast<cl_uint>(g_platforms->size());
    for (cl_uint i = 0; platforms != nullptr && i < count; ++i) {
      platforms[i] = reinterpret_cast<cl_platform_id>(&(*g_platforms)[i]);
    }
    return g_platforms_error;
  };
  cl.clGetPlatformInfo = [](cl_platform_id platform, cl_platform_info what,
                            size_t bytes, void* to, size_t* needed) -> cl_int {
    EXPECT_EQ(what, static_cast<cl_platform_info>(CL_PLATFORM_NAME));
    return Return(reinterpret_cast<FakePlatform*>(platform)->name, bytes, to,
                  needed);
  };
  cl.clGetDeviceIDs = [](cl_platform_id id, cl_device_type type, cl_uint count,
                         cl_device_id* devices, cl_uint*) -> cl_int {
    EXPECT_EQ(count, 1u);
    auto& platform = *reinterpret_cast<FakePlatform*>(id);
    for (FakeDevice& device : platform.devices) {
      if (device.type != type || platform.fails) continue;
      *devices = reinterpret_cast<cl_device_id>(&device);
      return CL_SUCCESS;
    }
    return CL_DEVICE_NOT_FOUND;
  };
  cl.clGetDeviceInfo = [](cl_device_id device, cl_device_info what,
                          size_t bytes, void* to, size_t* needed) -> cl_int {
    EXPECT_EQ(what, static_cast<cl_device_info>(CL_DEVICE_NAME));
    return Return(reinterpret_cast<FakeDevice*>(device)->name, bytes, to,
                  needed);
  };
  return cl;
}

class ChooseOpenCl : public ::testing::Test {
 protected:
  void SetUp() override {
    g_platforms = &platforms_;
    g_platforms_error = CL_SUCCESS;
    unsetenv("TFLL_OPENCL_DEVICE");
  }
  void TearDown() override { unsetenv("TFLL_OPENCL_DEVICE"); }

  // The name of the device, or the error.
  std::string Chosen() {
    const auto device = ChooseOpenClDevice(Functions());
    if (device.ok()) return reinterpret_cast<FakeDevice*>(*device)->name;
    EXPECT_TRUE(base::IsUnavailable(device.status())) << device.status();
    return std::string(device.status().message());
  }

  std::vector<FakePlatform> platforms_ = {
      {"Host", {{"Cores", CL_DEVICE_TYPE_CPU}}},
      {"Vendor",
       {{"Board", CL_DEVICE_TYPE_ACCELERATOR}, {"Card", CL_DEVICE_TYPE_GPU}}},
      {"Other", {{"Second card", CL_DEVICE_TYPE_GPU}}}};
};

TEST_F(ChooseOpenCl, PrefersGpusThenAccelerators) {
  EXPECT_EQ(Chosen(), "Card");
  platforms_[1].devices.pop_back();
  EXPECT_EQ(Chosen(), "Second card");
  platforms_.pop_back();
  EXPECT_EQ(Chosen(), "Board");
  platforms_.pop_back();
  EXPECT_EQ(Chosen(), "Cores");
}

TEST_F(ChooseOpenCl, TakesTheNamedDeviceOrPlatform) {
  setenv("TFLL_OPENCL_DEVICE", "Core", 1);
  EXPECT_EQ(Chosen(), "Cores");
  setenv("TFLL_OPENCL_DEVICE", "Other", 1);
  EXPECT_EQ(Chosen(), "Second card");
  setenv("TFLL_OPENCL_DEVICE", "", 1);
  EXPECT_EQ(Chosen(), "Card");
  setenv("TFLL_OPENCL_DEVICE", "Nothing", 1);
  EXPECT_EQ(Chosen(),
            "OpenCL has no device or platform named 'Nothing', only: Card, "
            "Vendor; Second card, Other; Board, Vendor; Cores, Host");
}

TEST_F(ChooseOpenCl, PassesOverPlatformsThatFail) {
  platforms_[1].fails = true;
  EXPECT_EQ(Chosen(), "Second card");
  for (FakePlatform& platform : platforms_) platform.fails = true;
  EXPECT_EQ(Chosen(), "OpenCL: no driver offers a device");
}

TEST_F(ChooseOpenCl, TellsThatThereIsNoDriver) {
  platforms_.clear();
  EXPECT_THAT(Chosen(), HasSubstr("finds no driver"));
}

TEST_F(ChooseOpenCl, TellsThatPlatformsAreNotKnown) {
  g_platforms_error = CL_OUT_OF_HOST_MEMORY;
  EXPECT_THAT(Chosen(), HasSubstr("finds no driver"));
}

// Tests are skipped where no device can be opened; not because of a mistake.
TEST(OpenClDevices, AreOpenedWhereTheMachineHasOne) {
  void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << "not run: no library";
  const auto platforms_of = reinterpret_cast<decltype(&clGetPlatformIDs)>(
      dlsym(library, "clGetPlatformIDs"));
  const auto devices_of = reinterpret_cast<decltype(&clGetDeviceIDs)>(
      dlsym(library, "clGetDeviceIDs"));
  cl_platform_id platforms[16] = {};
  cl_uint count = 0, devices = 0;
  platforms_of(16, platforms, &count);
  for (cl_uint i = 0; i < std::min<cl_uint>(count, 16) && devices == 0; ++i) {
    devices_of(platforms[i], CL_DEVICE_TYPE_ALL, 0, nullptr, &devices);
  }
  if (devices == 0) GTEST_SKIP() << "not run: no device";
  EXPECT_EQ(OpenClDevice::Create({}).status(), OkStatus());
}

TEST(OpenClStatus, NamesTheErrorAndItsKind) {
  EXPECT_EQ(OpenClStatus(CL_SUCCESS, "a queue"), OkStatus());
  for (const cl_int error :
       {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY}) {
    EXPECT_TRUE(base::IsResourceExhausted(OpenClStatus(error, "")));
  }
  const Status other = OpenClStatus(CL_OUT_OF_RESOURCES, "a queue");
  EXPECT_TRUE(base::IsInternal(other));
  EXPECT_EQ(other.message(), "OpenCL: a queue: CL_OUT_OF_RESOURCES");
  EXPECT_EQ(OpenClErrorName(-9999), "error -9999");
}

}  // namespace
}  // namespace tflite::gpu
