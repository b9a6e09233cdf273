#include "delegates/gpu/device/opencl/opencl_choice.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The text that a query returns. Its arguments are the size and address of the
// memory, and a pointer for the required size.
template <typename Query>
std::string TextOf(const Query& query) {
  size_t bytes = 0;
  if (query(0, nullptr, &bytes) != CL_SUCCESS) return "";
  std::string text(bytes, '\0');
  if (query(bytes, text.data(), nullptr) != CL_SUCCESS) return "";
  return text.c_str();
}

// The names of the device and its platform, e.g. "pthread-skylake, Portable
// Computing Language".
std::string NamesOf(const OpenClFunctions& cl, cl_platform_id platform,
                    cl_device_id device) {
  const std::string name = TextOf([&](size_t bytes, char* to, size_t* wanted) {
    return cl.clGetDeviceInfo(device, CL_DEVICE_NAME, bytes, to, wanted);
  });
  return StrCat(name, ", ", TextOf([&](size_t bytes, char* to, size_t* wanted) {
                  return cl.clGetPlatformInfo(platform, CL_PLATFORM_NAME, bytes,
                                              to, wanted);
                }));
}

std::vector<cl_platform_id> Platforms(const OpenClFunctions& cl) {
  cl_uint count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  if (cl.clGetPlatformIDs(count, platforms.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  return platforms;
}

}  // namespace

StatusOr<cl_device_id> ChooseOpenClDevice(const OpenClFunctions& cl) {
  const std::vector<cl_platform_id> platforms = Platforms(cl);
  if (platforms.empty()) {
    return Unavailable(
        "OpenCL: libOpenCL.so.1 finds no driver by OCL_ICD_VENDORS or in "
        "/etc/OpenCL/vendors");
  }
  const char* const variable = std::getenv("TFLL_OPENCL_DEVICE");
  const std::string part = variable != nullptr ? variable : "";
  std::string found;
  for (const cl_device_type type : {cl_device_type{CL_DEVICE_TYPE_GPU},
                                    cl_device_type{CL_DEVICE_TYPE_ACCELERATOR},
                                    cl_device_type{CL_DEVICE_TYPE_CPU}}) {
    for (const cl_platform_id platform : platforms) {
      cl_device_id device = nullptr;
      if (cl.clGetDeviceIDs(platform, type, 1, &device, nullptr) !=
          CL_SUCCESS) {
        continue;
      }
      const std::string names = NamesOf(cl, platform, device);
      if (StrContains(names, part)) return device;
      StrAppend(&found, found.empty() ? "" : "; ", names);
    }
  }
  if (found.empty()) {
    return Unavailable("OpenCL: no driver offers a device");
  }
  return Unavailable(StrCat("OpenCL has no device or platform named '", part,
                            "', only: ", found));
}

}  // namespace tflite::gpu
