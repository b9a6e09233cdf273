// What is read of a device, with other answers than those of the machine's
// device.
#include <CL/cl_ext.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "delegates/gpu/device/opencl/opencl_choice.h"
#include "delegates/gpu/device/opencl/opencl_device.h"

namespace tflite::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
std::string Bytes(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}
std::string Zeroed(const std::string& text) { return text + '\0'; }

// By question; other questions go to the driver.
std::map<cl_device_info, std::string>* g_answers;
decltype(&clGetDeviceInfo) g_real;

cl_int Answer(cl_device_id device, cl_device_info what, size_t bytes,
              void* value, size_t* needed) {
  const auto at = g_answers->find(what);
  if (at == g_answers->end()) {
    return g_real(device, what, bytes, value, needed);
  }
  if (needed != nullptr) *needed = at->second.size();
  if (value != nullptr) {
    if (bytes < at->second.size()) return CL_INVALID_VALUE;
    std::memcpy(value, at->second.data(), at->second.size());
  }
  return CL_SUCCESS;
}

// A graphics card with memory of its own.
class OpenClCaps : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto cl = LoadOpenCl();
    if (!cl.ok()) GTEST_SKIP() << "not run: " << cl.status();
    const auto chosen = ChooseOpenClDevice(**cl);
    if (!chosen.ok()) GTEST_SKIP() << "not run: " << chosen.status();
    g_answers = &answers_;
    Set<cl_device_type>(CL_DEVICE_TYPE, CL_DEVICE_TYPE_GPU);
    answers_[CL_DEVICE_VENDOR] = Zeroed("Vendor");
    answers_[CL_DEVICE_VERSION] = Zeroed("OpenCL 3.0 Card");
    answers_[CL_DRIVER_VERSION] = Zeroed("1.2");
    answers_[CL_DEVICE_EXTENSIONS] =
        Zeroed("cl_khr_fp16 cl_khr_integer_dot_product");
    SetSizes(100, 200, 50);
    Set<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE, 300);
    Set<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE, 48000);
    Set<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE);
    Set<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 123456789);
    Set<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN, 2048);
    Set<cl_bool>(CL_DEVICE_ENDIAN_LITTLE, CL_TRUE);
    Set<cl_device_integer_dot_product_capabilities_khr>(
        CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
    SetFastDots(true);
  }

  template <typename T>
  void Set(cl_device_info what, T value) {
    answers_[what] = Bytes(value);
  }
  void SetSizes(size_t x, size_t y, size_t z) {
    const size_t sizes[] = {x, y, z};
    answers_[CL_DEVICE_MAX_WORK_ITEM_SIZES] = Bytes(sizes);
  }
  void SetFastDots(bool fast) {
    cl_device_integer_dot_product_acceleration_properties_khr properties = {};
    properties.signed_accelerated = fast ? CL_TRUE : CL_FALSE;
    answers_
        [CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR] =
            Bytes(properties);
  }

  StatusOr<std::shared_ptr<OpenClDevice>> Open() {
    OpenClOptions opencl;
    opencl.replace_functions = [](OpenClFunctions& cl) {
      g_real = cl.clGetDeviceInfo;
      cl.clGetDeviceInfo = Answer;
    };
    return OpenClDevice::Create(options_, opencl);
  }
  GpuCaps Caps() {
    const auto device = Open();
    EXPECT_EQ(device.status(), OkStatus());
    return device.ok() ? (*device)->caps() : GpuCaps();
  }

  GpuDeviceOptions options_;
  std::map<cl_device_info, std::string> answers_;
};

TEST_F(OpenClCaps, AreThoseOfTheDevice) {
  const GpuCaps caps = Caps();
  EXPECT_EQ(caps.backend, GpuBackend::kOpenCl);
  EXPECT_FALSE(caps.name.empty());
  EXPECT_EQ(caps.driver, "Vendor OpenCL 3.0 Card 1.2");
  EXPECT_FALSE(caps.software);
  EXPECT_THAT(caps.max_workgroup, ElementsAre(100u, 200u, 50u));
  EXPECT_THAT(caps.max_groups, ElementsAre(1u << 20, 1u << 20, 1u << 20));
  EXPECT_EQ(caps.max_invocations, 300u);
  EXPECT_EQ(caps.shared_memory_bytes, 48000u);
  EXPECT_EQ(caps.max_buffer_bytes, 123456789u);
  EXPECT_EQ(caps.offset_alignment, 256u);
  EXPECT_TRUE(caps.fp16_storage && caps.fp16_math && caps.int8_storage);
  EXPECT_TRUE(caps.int8_dot && caps.int8_dot_fast);
  EXPECT_FALSE(caps.unified_memory);
  EXPECT_TRUE(caps.direct_transfers);
  EXPECT_EQ(caps.import_alignment, 0u);
}

TEST_F(OpenClCaps, HaveLimitsOfTheirOwn) {
  SetSizes(5000, 1025, 1024);
  Set<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE, 5000);
  Set<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong{1} << 40);
  Set<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN, 128);
  const GpuCaps caps = Caps();
  EXPECT_THAT(caps.max_workgroup, ElementsAre(1024u, 1024u, 1024u));
  EXPECT_EQ(caps.max_invocations, 1024u);
  EXPECT_EQ(caps.shared_memory_bytes, 1u << 20);
  EXPECT_EQ(caps.offset_alignment, 64u);
}

TEST_F(OpenClCaps, AreTheLeastWhereTheDriverDoesNotAnswer) {
  // More than is asked for, which is an error.
  answers_[CL_DEVICE_MAX_WORK_ITEM_SIZES] = std::string(64, '\1');
  EXPECT_THAT(Caps().max_workgroup, ElementsAre(1u, 1u, 1u));
}

TEST_F(OpenClCaps, TellUnifiedMemory) {
  Set<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY, CL_TRUE);
  EXPECT_TRUE(Caps().unified_memory);
  EXPECT_EQ(Caps().import_alignment, 4096u);
  Set<cl_device_type>(CL_DEVICE_TYPE, CL_DEVICE_TYPE_CPU);
  EXPECT_TRUE(Caps().software);
  EXPECT_EQ(Caps().import_alignment, 64u);
  options_.force_staging = true;
  EXPECT_FALSE(Caps().unified_memory || Caps().direct_transfers);
  EXPECT_EQ(Caps().import_alignment, 0u);
}

TEST_F(OpenClCaps, HaveDotProductsOfRecentVersionsOnly) {
  SetFastDots(false);
  EXPECT_TRUE(Caps().int8_dot);
  EXPECT_FALSE(Caps().int8_dot_fast);
  SetFastDots(true);
  Set<cl_device_integer_dot_product_capabilities_khr>(
      CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
      CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
  EXPECT_FALSE(Caps().int8_dot || Caps().int8_dot_fast);
  Set<cl_device_integer_dot_product_capabilities_khr>(
      CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
      CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
  for (const char* version : {"OpenCL 2.1 Card", "Card 3.0"}) {
    answers_[CL_DEVICE_VERSION] = Zeroed(version);
    EXPECT_FALSE(Caps().int8_dot) << version;
  }
  answers_[CL_DEVICE_VERSION] = Zeroed("OpenCL 3.0");
  EXPECT_TRUE(Caps().int8_dot);
  answers_[CL_DEVICE_EXTENSIONS] = Zeroed("cl_khr_fp64");
  EXPECT_FALSE(Caps().int8_dot || Caps().fp16_math);
  EXPECT_TRUE(Caps().fp16_storage);
}

TEST_F(OpenClCaps, RefuseOtherByteOrders) {
  Set<cl_bool>(CL_DEVICE_ENDIAN_LITTLE, CL_FALSE);
  const Status status = Open().status();
  EXPECT_TRUE(base::IsUnavailable(status));
  EXPECT_THAT(status.ToString(), HasSubstr("big-endian"));
}

// Larger buffers are not asked for.
TEST_F(OpenClCaps, LimitBuffers) {
  Set<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 1000);
  const auto device = Open();
  ASSERT_EQ(device.status(), OkStatus());
  EXPECT_EQ((*device)->Allocate(1000, GpuUse::kDeviceOnly).status(),
            OkStatus());
  const Status status = (*device)->Allocate(1001, GpuUse::kUpload).status();
  EXPECT_TRUE(base::IsResourceExhausted(status));
  EXPECT_THAT(status.ToString(), HasSubstr("the most is 1000"));
}

}  // namespace
}  // namespace tflite::gpu
